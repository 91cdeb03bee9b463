import { HashSet } from '../text/hash-set.js';
import { hashNumber, mix } from '../text/hash.js';
import { type Budget, newBudget } from './leaves.js';

export const NUMBER_SLOT = 0;
export const WORD_SLOT = 1;
/** What the value of a slot is: a number, or the hash of a word. */
export type SlotKind = typeof NUMBER_SLOT | typeof WORD_SLOT;

const MAX_SLOTS = 20;
const MAX_IDS = 24;
const MAX_VOCABULARY = 200;
/** The slot that stands for all those beyond MAX_SLOTS. */
const REST_SLOT = 1;

/** The distinct words of the result that is being read. */
export const vocabularySet = new HashSet(MAX_VOCABULARY);

/** What has been read of a result so far. */
export interface OutcomeReading {
  readonly budget: Budget;
  readonly isRead: boolean;
  /** Sums, so that the order of fields says nothing. */
  words: number;
  slotSum: number;
  restSum: number;
  restCount: number;
  idSum: number;
  readonly slotNames: number[];
  readonly slotValues: number[];
  readonly slotKinds: SlotKind[];
  readonly ids: number[];
  readonly lines: number[];
  readonly vocabulary: number[];
  readonly wordSequence: number[];
  wordCount: number;
  /** Without the single words that are values in JSON. */
  textWordCount: number;
  idCount: number;
  numberCount: number;
  clockCount: number;
  size: number;
  /** Texts that were looked at for what they say. */
  textCount: number;
  hasEmptyList: boolean;
  hasFailureField: boolean;
  fails: boolean;
  /** Only the first text of something read may say that reading failed, and must say so at once. */
  failsAtOnce: boolean;
  passes: boolean;
  saysNothing: boolean;
  pending: 'alone' | 'among' | undefined;
}

export function newReading(isRead: boolean): OutcomeReading {
  vocabularySet.clear();
  return {
    budget: newBudget(),
    isRead,
    words: 0,
    slotSum: 0,
    restSum: 0,
    restCount: 0,
    idSum: 0,
    slotNames: [],
    slotValues: [],
    slotKinds: [],
    ids: [],
    lines: [],
    vocabulary: [],
    wordSequence: [],
    wordCount: 0,
    textWordCount: 0,
    idCount: 0,
    numberCount: 0,
    clockCount: 0,
    size: 0,
    textCount: 0,
    hasEmptyList: false,
    hasFailureField: false,
    fails: false,
    failsAtOnce: false,
    passes: false,
    saysNothing: false,
    pending: undefined,
  };
}

export function addSlot(into: OutcomeReading, name: number, value: number, kind: SlotKind): void {
  const hash = mix(name, hashNumber(value));
  into.slotSum = (into.slotSum + hash) | 0;
  if (into.slotNames.length < MAX_SLOTS) {
    into.slotNames.push(name >>> 1);
    into.slotValues.push(value);
    into.slotKinds.push(kind);
  } else {
    into.restSum = (into.restSum + hash) | 0;
    into.restCount++;
  }
}

export function closeSlots(into: OutcomeReading): void {
  if (into.restCount === 0) return;
  into.slotNames.push(REST_SLOT);
  into.slotValues.push(into.restSum >>> 1);
  into.slotKinds.push(WORD_SLOT);
}

export function addId(into: OutcomeReading, hash: number): void {
  into.idCount++;
  if (into.ids.length < MAX_IDS) into.ids.push(hash);
  into.idSum = (into.idSum + Math.imul(hash, 0x9e3779b1)) | 0;
}

import { HashSet } from '../../text/hash-set.js';
import { hashNumber, mix } from '../../text/hash.js';
import { type Budget, newBudget } from '../leaves.js';

/** A number inside a text, a field whose value is a word, a field whose value is a number. */
export const TEXT_SLOT = 0;
export const WORD_SLOT = 1;
export const FIELD_SLOT = 2;
/** The kind of a slot, and thus of its value: a number, or the hash of a word. */
export type SlotKind = typeof TEXT_SLOT | typeof WORD_SLOT | typeof FIELD_SLOT;

/** The first and the last ones: programs add text at the ends. */
const FIRST_SLOTS = 12;
const LAST_SLOTS = 8;
const MAX_READ_SLOTS = 96;
const MAX_IDS = 24;
const MAX_ID_SLOTS = 12;
const MAX_VOCABULARY = 200;
/** Names of slots and of ids in one outcome, with one for the rest. */
export const MAX_NAMES = FIRST_SLOTS + LAST_SLOTS + 1 + MAX_ID_SLOTS;
/** The slot that summarises all others. */
const REST_SLOT = 1;

/** The distinct words of the current result. */
export const vocabularySet = new HashSet(MAX_VOCABULARY);

/** What the reader has collected from a result so far; the set is cleared before. */
export interface OutcomeReading {
  readonly budget: Budget;
  readonly isRead: boolean;
  /** Sums, so that the order of fields does not matter. */
  words: number;
  slotSum: number;
  restSum: number;
  restCount: number;
  idSum: number;
  readonly slotNames: number[];
  readonly slotValues: number[];
  readonly slotKinds: SlotKind[];
  readonly ids: number[];
  /** The positions of ids, and one number for the ids there. */
  readonly idNames: number[];
  readonly idValues: number[];
  readonly lines: number[];
  /** Lines chosen by their hash, so that a line is chosen wherever it stands, or nowhere. */
  readonly sample: number[];
  readonly wordSequence: number[];
  wordCount: number;
  /** Without single words that are JSON values. */
  textWordCount: number;
  idCount: number;
  numberCount: number;
  clockCount: number;
  /** Fields whose number is a time: content only where there is no other. */
  readonly times: { readonly path: number; readonly value: number }[];
  size: number;
  /** Texts that were checked for statements about the outcome. */
  textCount: number;
  hasList: boolean;
  hasEmptyList: boolean;
  /** A field that could have held a text. */
  hasEmptyText: boolean;
  hasFailureField: boolean;
  /** A command ended with a code other than 0. */
  hasExited: boolean;
  fails: boolean;
  /** Only the first text of a read may say that reading failed, and must say so at its start. */
  failsAtOnce: boolean;
  passes: boolean;
  saysNothing: boolean;
  pending: 'alone' | 'among' | 'surely' | undefined;
  /** A line of a long text starts like a failure report. */
  failsInLine: boolean;
  /** A text consists only of a failure code. */
  isFailureCode: boolean;
}

export function newReading(isRead: boolean): OutcomeReading {
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
    idNames: [],
    idValues: [],
    lines: [],
    sample: [],
    wordSequence: [],
    wordCount: 0,
    textWordCount: 0,
    idCount: 0,
    numberCount: 0,
    clockCount: 0,
    times: [],
    size: 0,
    textCount: 0,
    hasList: false,
    hasEmptyList: false,
    hasEmptyText: false,
    hasFailureField: false,
    hasExited: false,
    fails: false,
    failsAtOnce: false,
    passes: false,
    saysNothing: false,
    pending: undefined,
    failsInLine: false,
    isFailureCode: false,
  };
}

export function addSlot(into: OutcomeReading, name: number, value: number, kind: SlotKind): void {
  const hash = mix(name, hashNumber(value));
  into.slotSum = (into.slotSum + hash) | 0;
  if (into.slotNames.length < MAX_READ_SLOTS) {
    into.slotNames.push(name >>> 1);
    into.slotValues.push(value);
    into.slotKinds.push(kind);
  } else {
    into.restSum = (into.restSum + hash) | 0;
    into.restCount++;
  }
}

/** Keeps the first and the last slots; one more slot summarises those between. */
export function closeSlots(into: OutcomeReading): void {
  const { slotNames, slotValues, slotKinds } = into;
  const between = slotNames.length - FIRST_SLOTS - LAST_SLOTS;
  if (between > 0) {
    for (let i = FIRST_SLOTS; i < FIRST_SLOTS + between; i++)
      into.restSum = (into.restSum + mix(slotNames[i]!, hashNumber(slotValues[i]!))) | 0;
    into.restCount += between;
    keepEnds(slotNames);
    keepEnds(slotValues);
    keepEnds(slotKinds);
  }
  nameApart(slotNames);
  if (into.restCount === 0) return;
  slotNames.push(REST_SLOT);
  slotValues.push(into.restSum >>> 1);
  slotKinds.push(WORD_SLOT);
}

/** Item by item: `copyWithin` and `length` take several times as long for so few. */
function keepEnds(list: number[]): void {
  const last = list.length - LAST_SLOTS;
  for (let i = 0; i < LAST_SLOTS; i++) list[FIRST_SLOTS + i] = list[last + i]!;
  while (list.length > FIRST_SLOTS + LAST_SLOTS) list.pop();
}

/** Rows of a table have slots with one name: each is compared with the slot in the same row. */
function nameApart(names: number[]): void {
  for (let i = names.length - 1; i > 0; i--) {
    let row = 0;
    for (let k = 0; k < i; k++) if (names[k] === names[i]) row++;
    if (row > 0) names[i] = mix(names[i]!, row) >>> 1;
  }
}

export function addId(into: OutcomeReading, name: number, hash: number): void {
  into.idCount++;
  if (into.ids.length < MAX_IDS) into.ids.push(hash);
  const value = Math.imul(hash, 0x9e3779b1) | 0;
  into.idSum = (into.idSum + value) | 0;
  const slot = name >>> 1;
  const at = into.idNames.indexOf(slot);
  if (at >= 0) into.idValues[at] = (into.idValues[at]! + value) | 0;
  else if (into.idNames.length < MAX_ID_SLOTS) {
    into.idNames.push(slot);
    into.idValues.push(value);
  }
}

/** Where nothing but times came back, a time is what was measured. */
export function addMeasuredTimes(into: OutcomeReading): void {
  if (into.wordCount > 0 || into.slotNames.length > 0) return;
  // JSON has no other numbers.
  for (const { path, value } of into.times)
    if (Number.isFinite(value)) addSlot(into, path, value, FIELD_SLOT);
}

import { HashSet } from '../text/hash-set.js';
import { hashNumber, mix } from '../text/hash.js';
import { type Budget, newBudget } from './leaves.js';

/** A number inside a text, a word that is the value of a field, a number that is one. */
export const TEXT_SLOT = 0;
export const WORD_SLOT = 1;
export const FIELD_SLOT = 2;
/** What a slot is, and so what its value is: a number, or the hash of a word. */
export type SlotKind = typeof TEXT_SLOT | typeof WORD_SLOT | typeof FIELD_SLOT;

/** The first and the last ones: what a program adds stands at one of the ends. */
const FIRST_SLOTS = 12;
const LAST_SLOTS = 8;
const MAX_READ_SLOTS = 96;
const MAX_IDS = 24;
const MAX_ID_SLOTS = 12;
const MAX_VOCABULARY = 200;
/** The slot that stands for all the others. */
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
  /** Where ids stand, and one number for those that stand there. */
  readonly idNames: number[];
  readonly idValues: number[];
  readonly lines: number[];
  readonly vocabulary: number[];
  readonly wordSequence: number[];
  wordCount: number;
  /** Without the single words that are values in JSON. */
  textWordCount: number;
  idCount: number;
  numberCount: number;
  clockCount: number;
  /** Fields whose number is a time: content only where there is no other. */
  readonly times: { readonly path: number; readonly value: number }[];
  size: number;
  /** Texts that were looked at for what they say. */
  textCount: number;
  hasList: boolean;
  hasEmptyList: boolean;
  /** A field that could have held a text. */
  hasEmptyText: boolean;
  hasFailureField: boolean;
  /** A command ended with another code than 0. */
  hasExited: boolean;
  fails: boolean;
  /** Only the first text of something read may say that reading failed, and must say so at once. */
  failsAtOnce: boolean;
  passes: boolean;
  saysNothing: boolean;
  pending: 'alone' | 'among' | 'surely' | undefined;
  /** A line of a long text begins like the report of a failure. */
  failsInLine: boolean;
  /** A text is nothing but the code of a failure. */
  isFailureCode: boolean;
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
    idNames: [],
    idValues: [],
    lines: [],
    vocabulary: [],
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

/** Keeps the first and the last slots; one more stands for those between. */
export function closeSlots(into: OutcomeReading): void {
  const { slotNames, slotValues, slotKinds } = into;
  const between = slotNames.length - FIRST_SLOTS - LAST_SLOTS;
  if (between > 0) {
    const names = slotNames.splice(FIRST_SLOTS, between);
    const values = slotValues.splice(FIRST_SLOTS, between);
    slotKinds.splice(FIRST_SLOTS, between);
    names.forEach((name, i) => (into.restSum = (into.restSum + mix(name, hashNumber(values[i]!))) | 0));
    into.restCount += between;
  }
  nameApart(slotNames);
  if (into.restCount === 0) return;
  slotNames.push(REST_SLOT);
  slotValues.push(into.restSum >>> 1);
  slotKinds.push(WORD_SLOT);
}

/** Rows of a table have slots of one name: each is compared with the one in the same row. */
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
  for (const { path, value } of into.times) addSlot(into, path, value, FIELD_SLOT);
}

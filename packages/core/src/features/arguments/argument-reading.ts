import { HashSet } from '../../text/hash-set.js';
import { type Budget, newBudget } from '../leaves.js';

const MAX_WORDS = 120;
const MAX_SEQUENCE = 60;
const MAX_VALUES = 24;
const MAX_IDS = 24;

/** The words of the current call and of its tool's name: what a result may echo. */
export const echoSet = new HashSet(MAX_WORDS + 80);

/** What the reader has collected from the arguments so far. */
export interface ArgumentReading {
  readonly budget: Budget;
  /** Sums, so that the order of arguments does not matter. */
  call: number;
  target: number;
  template: number;
  /** For arguments of a single word. */
  oneWords: number;
  entity: number;
  /** The page elements that the call names; 0 if there are none. */
  reference: number;
  readonly words: number[];
  /** See `addStems`. */
  readonly stems: number[];
  readonly sequence: number[];
  readonly values: number[];
  readonly ids: number[];
  path: string | null;
  command: string;
  contentHash: number;
  oldHash: number;
  newHash: number;
  /** Words in arguments that can be reworded. */
  proseWords: number;
  isOnlyWait: boolean;
  /** One argument consists of the verb alone. */
  saysWait: boolean;
  hasWait: boolean;
  changesFiles: boolean;
  /** An argument is a text of several lines. */
  hasPayload: boolean;
}

export function newArgumentReading(): ArgumentReading {
  echoSet.clear();
  return {
    budget: newBudget(),
    call: 0,
    target: 0,
    template: 0,
    oneWords: 0,
    entity: 0,
    reference: 0,
    words: [],
    stems: [],
    sequence: [],
    values: [],
    ids: [],
    path: null,
    command: '',
    contentHash: 0,
    oldHash: 0,
    newHash: 0,
    proseWords: 0,
    isOnlyWait: false,
    saysWait: false,
    hasWait: false,
    changesFiles: false,
    hasPayload: false,
  };
}

export function addWord(into: ArgumentReading, hash: number): void {
  if (into.words.length < MAX_WORDS && echoSet.add(hash)) into.words.push(hash);
}

export function addToSequence(into: ArgumentReading, hash: number): void {
  if (into.sequence.length < MAX_SEQUENCE) into.sequence.push(hash);
}

export function addValue(into: ArgumentReading, value: number): void {
  if (into.values.length < MAX_VALUES) into.values.push(value);
}

export function addId(into: ArgumentReading, hash: number): void {
  if (into.ids.length < MAX_IDS) into.ids.push(hash);
}

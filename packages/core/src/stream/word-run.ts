/**
 * What the last word says about the text: whether the words repeat with a period but for their numbers, and how much of
 * them was said before. Constant time a word; words are numbered from 1.
 *
 * A word is an even number. A number is an odd one: its value, what it is tied to, and 1.
 */
export interface WordRun {
  count: number;
  /** Only words after this one are remembered. */
  floor: number;
  /** The last two words, all numbers alike. */
  one: number;
  two: number;
  /** In words; 0 = none proposed. */
  period: number;
  run: number;
  required: number;
  /** Numbers in the run that went up by `stride`; that changed as could be foreseen; as could not; that are of a clock. */
  steps: number;
  moves: number;
  jumps: number;
  clocks: number;
  stride: number;
  /** Numbers that go down, and so come to an end. */
  falls: number;
  /** Line ends and marks in the run. */
  lines: number;
  marks: number;
  /** How stale the text is: old words add to it, new ones pay it off; and the same, with nothing new allowed. */
  stale: number;
  echo: number;
  /** After which word each of them began to grow. */
  staleFrom: number;
  echoFrom: number;
}

export interface WordTables {
  readonly words: Int32Array;
  /** Where the words up to a place were seen the time before. */
  readonly before: Int32Array;
  readonly seen: Int32Array;
}

/** Forty to a word. */
export const POINTS = 40;
/** Kinds of words: an ideograph says less than a word; a lone letter, a number, a name with digits in it still less. */
export const FULL = 0;
export const HALF = 1;
export const THIN = 2;
/** In attributes of a tag, or among many words without a blank, as in minified code or tables of codes. */
export const NOTHING = 3;
/** What a word of each kind weighs that was said once, twice, or more often before. */
const WEIGHTS = Int32Array.of(...[4, 20, 40], ...[2, 10, 20], ...[1, 5, 10], ...[0, 0, 0]);
const NEW_WORD = 12 * POINTS;
const NEW_NUMBER = 16 * POINTS;
const NEXT_NUMBER = 4 * POINTS;

/** What a number can be tied to: a name, the hours before it, or the letters behind it. */
export const TIED = 2;
export const CLOCK = 4;
export const UNIT = 6;
const TIES = 6;
export const NUMBER = 8;
const RING = 2048;
const RING_MASK = RING - 1;
const SLOT_BITS = 12;
/** An entry is the number of a word and some bits of the hash of the last words. */
const TAG_BITS = 12;
const TAG = (1 << TAG_BITS) - 1;
const MAX_COUNT = (1 << (32 - TAG_BITS)) - 1;
const MAX_PERIOD = 512;
const MAX_STRIDE = 5 * NUMBER;
const GOLDEN = 0x9e3779b1;
/** How many earlier numbers in the same place make a number an old one. */
const DEPTH = 8;
const GRAM = 3;

/** One literal, so that engines see one shape; so in all places of this folder. */
export function newWordRun(): WordRun {
  return {
    count: 0,
    floor: 0,
    one: 0,
    two: 0,
    period: 0,
    run: 0,
    required: 0,
    steps: 0,
    moves: 0,
    jumps: 0,
    clocks: 0,
    stride: 0,
    falls: 0,
    lines: 0,
    marks: 0,
    stale: 0,
    echo: 0,
    staleFrom: 0,
    echoFrom: 0,
  };
}

export function newWordTables(): WordTables {
  const ring = (): Int32Array => new Int32Array(RING);
  return { words: ring(), before: ring(), seen: new Int32Array(1 << SLOT_BITS) };
}

/** Returns whether the words up to this one were said before. `required`: how long a run must be to be looked at, given its period. */
export function takeWord(
  tables: WordTables,
  run: WordRun,
  word: number,
  kind: number,
  required: (period: number) => number,
): boolean {
  const { words, before, seen } = tables;
  const at = ++run.count;
  const alike = (word & 1) === 1 && (word & TIES) !== UNIT ? 1 : word;
  const gram = Math.imul(alike, GOLDEN) ^ Math.imul(run.one, 0x85ebca6b) ^ Math.imul(run.two, 0xc2b2ae35);
  run.two = run.one;
  run.one = alike;
  const mixed = Math.imul(gram ^ (gram >>> 15), GOLDEN);
  const slot = mixed >>> (32 - SLOT_BITS);
  const entry = seen[slot]!;
  seen[slot] = (at << TAG_BITS) | (mixed & TAG);
  const distance = (at - (entry >>> TAG_BITS)) & MAX_COUNT;
  const last = at - distance;
  const isKnown = (entry & TAG) === (mixed & TAG) && last > run.floor && distance < RING;

  if (run.period !== 0) follow(words, run, word);
  words[at & RING_MASK] = word;
  before[at & RING_MASK] = isKnown ? last : 0;
  if (!isKnown) {
    run.stale = run.stale > NEW_WORD ? run.stale - NEW_WORD : 0;
    run.echo = 0;
    return false;
  }
  if (run.period === 0 && distance <= MAX_PERIOD) propose(run, distance, required(distance));
  weigh(tables, run, word, last, kind);
  return true;
}

function propose(run: WordRun, period: number, required: number): void {
  run.period = period;
  run.run = GRAM;
  run.required = required;
  run.steps = run.moves = run.jumps = run.clocks = run.stride = run.falls = 0;
  run.lines = run.marks = 0;
}

function follow(words: Int32Array, run: WordRun, word: number): void {
  const at = run.count - run.period;
  const then = words[at & RING_MASK]!;
  if (at <= run.floor || (then !== word && (then & word & 1) === 0)) {
    run.period = 0;
    return;
  }
  run.run++;
  if (then !== word) change(words, run, word, then);
}

/** A number is another one than a lap before. */
function change(words: Int32Array, run: WordRun, word: number, then: number): void {
  const step = word - then;
  const { period, stride } = run;
  const earlier = run.count - 2 * period;
  const isEarly = earlier <= run.floor;
  const other = words[earlier & RING_MASK]!;
  const isSteady = isEarly || step === then - other;
  if ((word & TIES) === CLOCK) run.clocks++;
  else if ((word & TIES) === 0 && step > 0 && step <= MAX_STRIDE && (stride === 0 || stride === step)) {
    run.stride = step;
    run.steps++;
  } else if (isSteady && step < 0) run.falls++;
  else if (isSteady || word === other || isTwice(word, then) || isThird(words, run, word)) run.moves++;
  else run.jumps++;
}

/** As the waiting times of somebody who tries again. */
function isTwice(word: number, then: number): boolean {
  return (word & (NUMBER - 1)) === (then & (NUMBER - 1)) && word >>> 3 === 2 * (then >>> 3);
}

function isThird(words: Int32Array, { count, period, floor }: WordRun, word: number): boolean {
  const at = count - 3 * period;
  return at > floor && words[at & RING_MASK] === word;
}

/** The words up to this one were said before, last up to word `last`. */
function weigh({ words, before }: WordTables, run: WordRun, word: number, last: number, kind: number): void {
  const oldest = run.floor > run.count - RING ? run.floor : run.count - RING;
  if ((word & 1) === 1) {
    const isNext = (word & TIES) === 0 && words[last & RING_MASK]! + NUMBER === word;
    if (isNext || !stoodThere(words, before, word, last, oldest)) {
      const price = isNext ? NEXT_NUMBER : NEW_NUMBER;
      run.stale = run.stale > price ? run.stale - price : 0;
      run.echo = isNext && run.echo > price ? run.echo - price : 0;
      return;
    }
  }
  const second = before[last & RING_MASK]!;
  const times = second <= oldest ? 0 : before[second & RING_MASK]! <= oldest ? 1 : 2;
  if (run.stale === 0) run.staleFrom = run.count;
  if (run.echo === 0) run.echoFrom = run.count;
  const weight = WEIGHTS[3 * kind + times]!;
  run.stale += weight;
  run.echo += weight;
}

function stoodThere(
  words: Int32Array,
  before: Int32Array,
  word: number,
  last: number,
  oldest: number,
): boolean {
  let at = last;
  for (let k = 0; k < DEPTH && at > oldest; k++) {
    if (words[at & RING_MASK] === word) return true;
    at = before[at & RING_MASK]!;
  }
  return false;
}

/** Whether the unit has at least two different words, besides numbers: a row of one value is a table. */
export function hasTwoWords({ words }: WordTables, { count, period }: WordRun): boolean {
  let first = 0;
  for (let k = 0; k < period; k++) {
    const word = words[(count - k) & RING_MASK]!;
    if ((word & 1) === 1) continue;
    if (first !== 0 && word !== first) return true;
    first = word;
  }
  return false;
}

/** Equal for the same lap of words, wherever it begins and whatever its numbers. */
export function lapPrint({ words }: WordTables, { count, period }: WordRun): number {
  let sum = 0;
  for (let k = 0; k < period; k++) {
    const word = words[(count - k) & RING_MASK]!;
    sum = (sum + Math.imul((word & 1) === 1 ? 1 : word, GOLDEN)) >>> 0;
  }
  return sum;
}

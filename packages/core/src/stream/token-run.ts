import { GOLDEN, RING, RING_MASK, SLOT_BITS, type TokenTables } from './token-tables.js';
import { CLOCK, HALF, LINE_CODE, NOTHING, NUMBER_STEP, TIED } from './tokens.js';

/** Whether the last tokens repeat with a period, apart from their numbers. Constant time per token. */
export type TokenRun = ReturnType<typeof atStart>;

/** An entry contains the number of a token and some bits of the hash of the last tokens. */
const TAG_BITS = 12;
const TAG = 0xfff;
const MAX_COUNT = 0xfffff;
const MAX_PERIOD = 512;
const MAX_STRIDE = 5 * NUMBER_STEP;
/** How many earlier numbers in the same position make a number known. */
const DEPTH = 8;
export const GRAM = 3;
const MAX_ROOT = 16;
const MAX_CYCLE = 8;
/** After so many equal copies the earlier changes no longer matter. */
const STILL_LAPS = 3;
/** Nothing shorter can be too much. */
export const SHORTEST_RUN = 60;

/** Forty to a word. */
export const POINTS = 40;
/**
 * The weight of a token that occurred once, twice, or more often before, by its worth: one earlier occurrence
 * says little.
 */
const WEIGHTS = Int32Array.of(...[4, 20, 40], ...[2, 10, 20], ...[1, 5, 10], ...[0, 0, 0]);
/** New words compensate old ones. */
const NEW_WORD = 12 * POINTS;
const NEW_NUMBER = 16 * POINTS;
const NEXT_NUMBER = 4 * POINTS;

/** A literal: engines lay out what a spread copies in several ways, which makes each access slower. */
const atStart = () => ({
  /** The number of tokens so far; they are numbered from 1. */
  count: 0,
  /** Only tokens after this one are remembered. */
  floor: 0,
  /** The previous two tokens. */
  one: 0,
  two: 0,
  /** The last word, and the last token that ended a known gram. */
  word: 0,
  known: 0,
  /** In tokens; 0 = none proposed. */
  period: 0,
  /** The start of the first copy, in characters. */
  start: 0,
  /** The run is checked when the stream reaches this length. */
  next: 0,
  /** The result of the last check: 0, WARN or HARD. */
  level: 0,
  /** Symbols that prose does not use: so far, and before the run. */
  odd: 0,
  oddFrom: 0,
  /** In the run: tokens, words, tokens in lines of data, line ends. */
  tokens: 0,
  words: 0,
  data: 0,
  lines: 0,
  /** Numbers that rose by `stride`; that changed predictably; unpredictably; that count down. */
  stride: 0,
  steps: 0,
  moves: 0,
  jumps: 0,
  falls: 0,
  /** Tokens since the last of these changes. */
  still: 0,
  /** How much of the text is known: old words add to it, new ones reduce it. */
  stale: 0,
  /** The character after which that started. */
  staleFrom: 0,
});

export function newTokenRun(): TokenRun {
  return atStart();
}

/** Whether this line end only wraps a line: the words around it repeat, and earlier copies have no line end here. */
export function isWrap({ codes }: TokenTables, { period, tokens, words, count }: TokenRun): boolean {
  if (period === 0 || words === 0 || tokens < STILL_LAPS * period) return false;
  return codes[(count + 1 - period) & RING_MASK] !== LINE_CODE;
}

/** Adds a token that ends after `end` characters. */
export function takeToken(
  tables: TokenTables,
  run: TokenRun,
  code: number,
  worth: number,
  end: number,
  isData: boolean,
): void {
  const { codes, ends, before, seen } = tables;
  const at = ++run.count;
  if ((code & 1) === 0 && worth !== NOTHING) run.word = at;
  // Next to a word all numbers are equal; among numbers only, each keeps its value.
  const alike = (code & 1) === 1 && at - run.word < GRAM ? 1 : code;
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

  if (run.period !== 0) follow(tables, run, code, worth, isData);
  codes[at & RING_MASK] = code;
  ends[at & RING_MASK] = end;
  before[at & RING_MASK] = isKnown ? last : 0;
  if (!isKnown) {
    if (run.stale > 0) run.stale = run.stale > NEW_WORD ? run.stale - NEW_WORD : 0;
    return;
  }
  run.known = at;
  const isProposed = run.period === 0 ? distance <= MAX_PERIOD : isRootOfLap(codes, run, distance);
  if (isProposed) propose(tables, run, distance);
  weigh(tables, run, code, last, worth, isData);
}

/** Before a lap is complete, a much shorter one may turn out to be the true lap: if it fits twice inside. */
function isRootOfLap(codes: Int32Array, { count, period, tokens }: TokenRun, distance: number): boolean {
  if (tokens >= period || distance > MAX_ROOT || distance * 8 > period) return false;
  for (let at = count; at > count - 2 * distance; at--)
    if (codes[at & RING_MASK] !== codes[(at - distance) & RING_MASK]) return false;
  return true;
}

function propose({ ends }: TokenTables, run: TokenRun, period: number): void {
  const first = run.count - period - GRAM;
  if (first < run.floor) return;
  run.start = first <= 0 ? 0 : ends[first & RING_MASK]!;
  run.period = period;
  run.next = run.start + SHORTEST_RUN;
  run.tokens = GRAM;
  run.words = run.count - run.word < GRAM ? 1 : 0;
  run.level = run.data = run.lines = 0;
  run.oddFrom = run.odd;
  run.stride = run.steps = run.moves = run.jumps = run.falls = run.still = 0;
}

function follow(tables: TokenTables, run: TokenRun, code: number, worth: number, isData: boolean): void {
  const { codes } = tables;
  const at = run.count - run.period;
  const then = codes[at & RING_MASK]!;
  const isChange = then !== code;
  if (at <= run.floor || (isChange && ((then & code & 1) === 0 || run.words === 0))) {
    run.period = run.level = 0;
    return;
  }
  const mayCycle = isChange && run.level === 0 && (code & CLOCK) === 0;
  const laps = mayCycle ? lapsOfCycle(codes, run, code, then) : 0;
  if (laps > 0) {
    propose(tables, run, laps * run.period);
    return;
  }
  run.tokens++;
  if (worth <= HALF) run.words++;
  if (isData) run.data++;
  run.still++;
  if (isChange) change(codes, run, code, then);
  else if (run.still === STILL_LAPS * run.period && hasCounter(run)) forgetChanges(tables, run);
}

/** The newest copies are equal, so the run starts anew with them: earlier changes no longer count. */
function forgetChanges({ ends }: TokenTables, run: TokenRun): void {
  const share = run.still / run.tokens;
  run.start = ends[(run.count - run.still) & RING_MASK]!;
  run.next = run.start + SHORTEST_RUN;
  run.tokens = run.still;
  run.words = Math.ceil(run.words * share);
  run.data = Math.round(run.data * share);
  run.lines = Math.round(run.lines * share);
  run.level = run.stride = run.steps = run.moves = run.jumps = run.falls = 0;
}

/** Something changed from copy to copy: a number, or a word now and then. */
export function hasCounter({ steps, moves, jumps, falls }: TokenRun): boolean {
  return steps + moves + jumps + falls > 0;
}

/**
 * The number of laps after which the last two numbers of a position return: together they form the true lap.
 * 0 if they do not.
 */
function lapsOfCycle(
  codes: Int32Array,
  { count, period, floor }: TokenRun,
  code: number,
  then: number,
): number {
  for (let laps = 2; laps <= MAX_CYCLE && laps * period <= MAX_PERIOD; laps++) {
    const at = count - laps * period;
    if (at - period <= floor) return 0;
    if (codes[at & RING_MASK] === code && codes[(at - period) & RING_MASK] === then) return laps;
  }
  return 0;
}

/** A number differs from the one a lap earlier. */
function change(codes: Int32Array, run: TokenRun, code: number, then: number): void {
  if (run.level === 0 && run.steps + run.moves + run.jumps + run.falls === 0) run.next = 0;
  run.still = 0;
  const step = code - then;
  const { count, period, floor, stride } = run;
  const other = codes[(count - 2 * period) & RING_MASK]!;
  const isSteady = count - 2 * period <= floor || step === then - other;
  if ((code & TIED) === 0 && step > 0 && step <= MAX_STRIDE && (stride === 0 || stride === step)) {
    run.stride = step;
    run.steps++;
  } else if (isSteady && step < 0) run.falls++;
  else if (isSteady || code === other || (code & CLOCK) !== 0 || code >> 3 === 2 * (then >> 3)) run.moves++;
  else run.jumps++;
}

/** The tokens up to this one occurred before, most recently up to token `last`. */
function weigh(
  { codes, ends, before }: TokenTables,
  run: TokenRun,
  code: number,
  last: number,
  worth: number,
  isData: boolean,
): void {
  const oldest = run.floor > run.count - RING ? run.floor : run.count - RING;
  if ((code & 1) === 1) {
    const isNext = (code & TIED) === 0 && codes[last & RING_MASK]! + NUMBER_STEP === code;
    let place = last;
    for (let k = 1; k < DEPTH && place > oldest && codes[place & RING_MASK] !== code; k++)
      place = before[place & RING_MASK]!;
    if (isNext || place <= oldest || codes[place & RING_MASK] !== code) {
      // In data each number is content, even a successor.
      const price = isNext && !isData ? NEXT_NUMBER : NEW_NUMBER;
      run.stale = run.stale > price ? run.stale - price : 0;
      return;
    }
  }
  const second = before[last & RING_MASK]!;
  const times = second <= oldest ? 0 : before[second & RING_MASK]! <= oldest ? 1 : 2;
  if (run.stale === 0) run.staleFrom = ends[(run.count - 1) & RING_MASK]!;
  run.stale += WEIGHTS[3 * worth + times]!;
}

import type { Percept } from '../event/percept.js';
import {
  anyAt,
  bitsAt,
  countAt,
  joined,
  printAt,
  putAny,
  putBits,
  putCount,
  putPrint,
  shortened,
  textOf,
} from './packed.js';

/**
 * The last calls as rows of one text, the newest last: small in memory, quick to search, plain in JSON. Most calls are new,
 * and a look at one or two columns shows it; who needs all of them asks for `columnsOf`.
 */
export type History = string;

/** The last calls as columns of numbers, the newest last. */
export interface Columns {
  readonly seq: readonly number[];
  readonly tool: readonly number[];
  readonly call: readonly number[];
  readonly frame: readonly number[];
  /** 30 bits of the call, blind to numbers and ids. */
  readonly shape: readonly number[];
  /** Outcome, blind to volatile parts. */
  readonly outcome: readonly number[];
  /** Outcome, blind to numbers too. */
  readonly skeleton: readonly number[];
  /** How often the world had been changed when the call came back. */
  readonly world: readonly number[];
  readonly round: readonly number[];
  /** The first number that came back, and the sum of all. */
  readonly figure: readonly number[];
  readonly total: readonly number[];
  readonly flags: readonly number[];
}

export const FAILED = 1;
/** Said to be a success, but its text speaks of an error. */
export const SOFT = 2;
export const EMPTY = 4;
/** Does nothing but wait. */
export const WAIT = 8;
/** Waits and does something. */
export const HAS_WAIT = 16;
export const WRITE = 32;
export const READ = 64;
/** Thinking aloud, keeping lists. */
export const NOTE = 128;
/** The tool had not brought this outcome before, or has been used on something new. */
export const NEWS = 256;
/** More than a word or two came back. */
export const LONG = 512;
/** The call, or one with the same target, is in the history already. */
const CALLED = 1024;
const AIMED = 2048;
const SHAPED = 4096;

/** Half of it is the longest cycle that can be seen. */
const SIZE = 48;
const LONG_RESULT = 40;

/** Where the columns begin in a row. What detectors look for most comes first. */
const CALL = 0;
const FRAME = 4;
const OUTCOME = 8;
const TOOL = 12;
const SKELETON = 16;
const FIGURE = 20;
const TOTAL = 24;
const ROUND = 28;
const SEQ = 32;
const WORLD = 34;
const SHAPE = 36;
const FLAGS = 38;
const WIDTH = 39;

const NO_HISTORY: History = '';

export function noHistory(): History {
  return NO_HISTORY;
}

export function remember(
  history: History,
  percept: Percept,
  at: { seq: number; world: number; round: number },
): History {
  const { outcome } = percept;
  let total = 0;
  for (const one of outcome.numbers) total += one;
  const row: number[] = [];
  putPrint(row, percept.call);
  putPrint(row, percept.frame);
  putPrint(row, outcome.print);
  putPrint(row, percept.tool);
  putPrint(row, outcome.skeleton);
  putAny(row, outcome.numbers[0] ?? -1);
  putAny(row, total);
  putAny(row, at.round);
  putCount(row, at.seq);
  putCount(row, at.world);
  putCount(row, shortened(percept.shape));
  const start = history.length < SIZE * WIDTH ? 0 : WIDTH;
  const news = isNews(history, percept, row) ? NEWS : 0;
  putBits(row, flagsOf(percept) | news | familiarity(history, start, row));
  return joined(history.slice(start), textOf(row));
}

/** All of it. What comes out is kept for the next who asks about the same calls. */
export function columnsOf(history: History): Columns {
  if (history !== unpacked.of) unpacked = { of: history, columns: unpack(history) };
  return unpacked.columns;
}

let unpacked: { readonly of: History; readonly columns: Columns } = { of: '', columns: unpack('') };

function unpack(history: History): Columns {
  const column = (from: number, read: (text: string, at: number) => number): readonly number[] => {
    const values: number[] = [];
    for (let at = from; at < history.length; at += WIDTH) values.push(read(history, at));
    return values;
  };
  return {
    seq: column(SEQ, countAt),
    tool: column(TOOL, printAt),
    call: column(CALL, printAt),
    frame: column(FRAME, printAt),
    shape: column(SHAPE, countAt),
    outcome: column(OUTCOME, printAt),
    skeleton: column(SKELETON, printAt),
    world: column(WORLD, countAt),
    round: column(ROUND, anyAt),
    figure: column(FIGURE, anyAt),
    total: column(TOTAL, anyAt),
    flags: column(FLAGS, bitsAt),
  };
}

export function lengthOf(history: History): number {
  return history.length / WIDTH;
}

/** The flags of the newest call, or of one so many before it; 0 where there is none. */
export function flagsAt(history: History, back = 0): number {
  const at = history.length - (back + 1) * WIDTH;
  return at < 0 ? 0 : bitsAt(history, at + FLAGS);
}

/** The round of the newest call. */
export function roundAt(history: History): number {
  return anyAt(history, history.length - WIDTH + ROUND);
}

/** Were the newest two calls asked for in one round? */
export function isSameRound(history: History): boolean {
  const last = history.length - WIDTH;
  return last > 0 && isEqual(history, last + ROUND, last - WIDTH + ROUND);
}

/** Equal for the same few calls at the end, in whatever order they came. */
export function leastOf(history: History, count: number): number {
  let least = Infinity;
  const start = Math.max(0, history.length - count * WIDTH);
  for (let at = start; at < history.length; at += WIDTH) least = Math.min(least, printAt(history, at + CALL));
  return least;
}

/** The outcome of the last of these calls; undefined where there is none. */
export function lastOutcome(history: History, call: number): number | undefined {
  for (let at = history.length - WIDTH; at >= 0; at -= WIDTH) {
    if (printAt(history, at + CALL) === call) return printAt(history, at + OUTCOME);
  }
  return undefined;
}

/** Does the row that begins there have the same four characters in a column as the new one? */
function isAt(history: History, start: number, row: readonly number[], column: number): boolean {
  // The last one first: it differs most.
  if (history.charCodeAt(start + column + 3) !== row[column + 3]) return false;
  for (let i = column; i < column + 3; i++) if (history.charCodeAt(start + i) !== row[i]) return false;
  return true;
}

/** The same for a column of two. */
function isHalfAt(history: History, start: number, row: readonly number[], column: number): boolean {
  return (
    history.charCodeAt(start + column + 1) === row[column + 1] &&
    history.charCodeAt(start + column) === row[column]
  );
}

/** Four characters in two places. */
function isEqual(history: History, one: number, other: number): boolean {
  // The last one first: it differs most.
  return (
    history.charCodeAt(one + 3) === history.charCodeAt(other + 3) &&
    history.charCodeAt(one + 2) === history.charCodeAt(other + 2) &&
    history.charCodeAt(one + 1) === history.charCodeAt(other + 1) &&
    history.charCodeAt(one) === history.charCodeAt(other)
  );
}

/** Something new came back, and it is no failure. */
export function isProgress(flags: number): boolean {
  return (flags & (NEWS | FAILED | SOFT | EMPTY)) === NEWS;
}

const AGAIN = { call: CALLED, frame: AIMED, shape: SHAPED };

/** Has the newest call been made before, or one with the same target? */
export function isAgain(history: History, by: keyof typeof AGAIN): boolean {
  return (flagsAt(history) & AGAIN[by]) !== 0;
}

/**
 * Has the newest call, its target or its shape come with the same outcome before, or the call with the same skeleton? Only
 * then can a sequence that ends with it come round again.
 */
export function isPairAgain(history: History): boolean {
  if ((flagsAt(history) & (CALLED | AIMED | SHAPED)) === 0) return false;
  const last = history.length - WIDTH;
  for (let at = last - WIDTH; at >= 0; at -= WIDTH) {
    const isCall = isEqual(history, at + CALL, last + CALL);
    if (isCall && isEqual(history, at + SKELETON, last + SKELETON)) return true;
    if (!isEqual(history, at + OUTCOME, last + OUTCOME)) continue;
    if (isCall || isEqual(history, at + FRAME, last + FRAME)) return true;
    if (countAt(history, at + SHAPE) === countAt(history, last + SHAPE)) return true;
  }
  return false;
}

/** Looked up once, and kept for all who ask. */
function familiarity(history: History, start: number, row: readonly number[]): number {
  let flags = 0;
  for (let at = start; at < history.length; at += WIDTH) {
    if (isAt(history, at, row, CALL)) flags |= CALLED;
    if (isAt(history, at, row, FRAME)) flags |= AIMED;
    if (isHalfAt(history, at, row, SHAPE)) flags |= SHAPED;
  }
  return flags;
}

/** How often the newest call had brought its outcome before. */
export function timesBefore(history: History): number {
  const last = history.length - WIDTH;
  let times = 0;
  if (!isAgain(history, 'call')) return times;
  for (let at = 0; at < last; at += WIDTH) {
    if (isEqual(history, at + CALL, last + CALL) && isEqual(history, at + OUTCOME, last + OUTCOME)) times++;
  }
  return times;
}

/** An answer that this tool has given before is news only about another target; a note never is. */
function isNews(history: History, percept: Percept, row: readonly number[]): boolean {
  if (percept.kind === 'note') return false;
  // A write is news by what it writes, whatever comes back.
  if (percept.kind === 'write') return lastOutcome(history, percept.call) === undefined;
  let isKnownAnswer = false;
  let isKnownTarget = false;
  for (let at = history.length - WIDTH; at >= 0; at -= WIDTH) {
    const isSameAnswer = isAt(history, at, row, OUTCOME);
    const isSameTarget = isAt(history, at, row, FRAME);
    // Nearly all calls differ in both.
    if ((!isSameAnswer && !isSameTarget) || !isAt(history, at, row, TOOL)) continue;
    if (isSameAnswer && isSameTarget) return false;
    isKnownAnswer ||= isSameAnswer;
    isKnownTarget ||= isSameTarget;
  }
  return percept.kind !== 'other' || !isKnownAnswer || !isKnownTarget;
}

const BY_KIND: Readonly<Record<Percept['kind'], number>> = {
  ...{ read: READ, write: WRITE, wait: WAIT, note: NOTE },
  ...{ send: 0, poll: 0, other: 0 },
};

function flagsOf({ kind, hasWait, outcome }: Percept): number {
  return (
    BY_KIND[kind] |
    (hasWait && kind !== 'wait' ? HAS_WAIT : 0) |
    (outcome.failed === 'hard' ? FAILED : outcome.failed === 'soft' ? SOFT : 0) |
    (outcome.isEmpty ? EMPTY : 0) |
    (outcome.size >= LONG_RESULT ? LONG : 0)
  );
}

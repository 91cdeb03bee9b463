import type { Percept } from '../event/percept.js';

/** The last calls as columns of numbers: small in memory, quick to search, plain in JSON. The newest is last. */
export interface History {
  readonly seq: readonly number[];
  readonly tool: readonly number[];
  readonly call: readonly number[];
  readonly frame: readonly number[];
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

/** Half of it is the longest cycle that can be seen. */
const SIZE = 48;
const LONG_RESULT = 40;

const NO_HISTORY: History = {
  ...{ seq: [], tool: [], call: [], frame: [], outcome: [], skeleton: [] },
  ...{ world: [], round: [], figure: [], total: [], flags: [] },
};

/** One for all: most presets keep none. */
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
  return {
    seq: push(history.seq, at.seq),
    tool: push(history.tool, percept.tool),
    call: push(history.call, percept.call),
    frame: push(history.frame, percept.frame),
    outcome: push(history.outcome, outcome.print),
    skeleton: push(history.skeleton, outcome.skeleton),
    world: push(history.world, at.world),
    round: push(history.round, at.round),
    figure: push(history.figure, outcome.numbers[0] ?? -1),
    total: push(history.total, total),
    flags: push(history.flags, flagsOf(percept) | (isNews(history, percept) ? NEWS : 0)),
  };
}

/** Numbers only, in a list of just the size: what takes any kind of item would box each of them. */
function push(column: readonly number[], value: number): readonly number[] {
  if (column.length < SIZE) return column.concat([value]);
  const next = column.slice();
  next.shift();
  next.push(value);
  return next;
}

/** Something new came back, and it is no failure. */
export function isProgress(flags: number): boolean {
  return (flags & (NEWS | FAILED | SOFT | EMPTY)) === NEWS;
}

/** Has the newest value been there before? */
export function isAgain(column: readonly number[]): boolean {
  return column.indexOf(column.at(-1)!) < column.length - 1;
}

/** How often the newest values of both columns came together before. */
export function timesBefore(one: readonly number[], other: readonly number[]): number {
  const now = one.length - 1;
  let times = 0;
  for (let i = 0; i < now; i++) if (one[i] === one[now] && other[i] === other[now]) times++;
  return times;
}

/** An answer that this tool has given before is news only about another target; a note never is. */
function isNews({ tool, call, frame, outcome }: History, percept: Percept): boolean {
  if (percept.kind === 'note') return false;
  // A write is news by what it writes, whatever comes back.
  if (percept.kind === 'write') return !call.includes(percept.call);
  let isKnownAnswer = false;
  let isKnownTarget = false;
  for (let i = tool.length - 1; i >= 0; i--) {
    if (tool[i] !== percept.tool) continue;
    const isSameAnswer = outcome[i] === percept.outcome.print;
    const isSameTarget = frame[i] === percept.frame;
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

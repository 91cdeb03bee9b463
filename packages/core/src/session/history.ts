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
export const SOFT = 2;
export const EMPTY = 4;
/** Does nothing but wait. */
export const WAIT = 8;
/** Waits and does something. */
export const HAS_WAIT = 16;
export const WRITE = 32;
export const READ = 64;
export const SEND = 128;
/** Only a clock or an id came back. */
export const VOLATILE = 256;
/** The tool had not brought this outcome before, or has been used on something new. */
export const NEWS = 512;
/** Thinking aloud, keeping lists. */
export const NOTE = 2048;
/** More than a word or two came back. */
export const LONG = 1024;

const SIZE = 64;
const LONG_RESULT = 40;

export function noHistory(): History {
  return { seq: [], tool: [], call: [], frame: [], outcome: [], skeleton: [], world: [], round: [], figure: [], total: [], flags: [] };
}

export function remember(history: History, percept: Percept, at: { seq: number; world: number; round: number }): History {
  const { call, outcome } = percept;
  const isNew = percept.kind !== 'note' && isNews(history, percept);
  return {
    seq: push(history.seq, at.seq),
    tool: push(history.tool, percept.tool),
    call: push(history.call, call),
    frame: push(history.frame, percept.frame),
    outcome: push(history.outcome, outcome.print),
    skeleton: push(history.skeleton, outcome.skeleton),
    world: push(history.world, at.world),
    round: push(history.round, at.round),
    figure: push(history.figure, outcome.numbers[0] ?? -1),
    total: push(history.total, outcome.numbers.reduce((sum, one) => sum + one, 0)),
    flags: push(history.flags, flagsOf(percept) | (isNew ? NEWS : 0)),
  };
}

function push(column: readonly number[], value: number): readonly number[] {
  const next = column.length < SIZE ? column.slice() : column.slice(1);
  next.push(value);
  return next;
}

/** An answer that this tool has given before is news only about another target. */
function isNews({ tool, call, frame, outcome }: History, percept: Percept): boolean {
  // Writing the very same thing again is no news, whatever comes back.
  if (percept.kind === 'write' && call.includes(percept.call)) return false;
  let isSameAnswer = false;
  for (let i = tool.length - 1; i >= 0; i--) {
    if (tool[i] !== percept.tool) continue;
    if (frame[i] === percept.frame && outcome[i] === percept.outcome.print) return false;
    if (outcome[i] === percept.outcome.print) isSameAnswer = true;
  }
  return !isSameAnswer || percept.kind !== 'other' || !tool.some((one, i) => one === percept.tool && frame[i] === percept.frame);
}

function flagsOf({ kind, hasWait, outcome }: Percept): number {
  return (
    (outcome.failed === 'hard' ? FAILED : outcome.failed === 'soft' ? SOFT : 0) |
    (outcome.isEmpty ? EMPTY : 0) |
    (kind === 'wait' ? WAIT : hasWait ? HAS_WAIT : 0) |
    (kind === 'write' ? WRITE : kind === 'read' ? READ : kind === 'send' ? SEND : kind === 'note' ? NOTE : 0) |
    (outcome.isVolatile ? VOLATILE : 0) |
    (outcome.size >= LONG_RESULT ? LONG : 0)
  );
}

import type { Percept } from '../event/percept.js';
import { type Columns, FAILED, isProgress, SOFT, WAIT } from '../session/history.js';
import { isTrend } from './cycle.js';
import type { Occurrence } from './evidence.js';
import { LASTING, TRANSIENT } from './failures.js';

/** The times that a call brought its outcome before. */
export interface Occurrences {
  readonly found: readonly Occurrence[];
  /** Like a count, but what came before some progress counts less. */
  readonly weight: number;
  /** Calls from the first occurrence to now, waits aside. */
  readonly span: number;
  readonly hasWaited: boolean;
}

/** What a failure counts that was met before a change, which may have moved it; and one that it has not moved at all. */
const CHANGED = 0.25;
const UNMOVED = 0.4;

/** Walks back; calls of one round count once. */
export function occurrences(history: Columns, percept: Percept, label: string): Occurrences {
  const now = history.call.length - 1;
  const outcomes = isBlindToNumbers(history, percept) ? history.skeleton : history.outcome;
  const found: Occurrence[] = [];
  let weight = 0;
  let worth = 1;
  let span = 0;
  let passed = 0;
  let { hasWait: hasWaited } = percept;
  let isAfterPause = false;
  for (let i = now, round = NaN; i >= 0 && worth > 0; i--) {
    isAfterPause ||= (history.flags[i]! & WAIT) !== 0;
    if ((history.flags[i]! & WAIT) !== 0) continue;
    const isCall = history.call[i] === percept.call;
    const isSame = isCall && outcomes[i] === outcomes[now];
    if (isSame && history.round[i] === round) continue;
    passed++;
    worth = Math.min(worth, worthAt(history, i, percept));
    // The same look showed something else: what is looked at moves. Or the failure was overcome, and is another one now.
    if (isCall && !isSame && (percept.outcome.failed === 'no' || hasWorked(history.flags[i]!))) break;
    if (!isSame || worth === 0) continue;
    round = history.round[i]!;
    found.unshift({ seq: history.seq[i]!, label });
    // To the last number the same: the changes have changed nothing.
    weight += worth === CHANGED && history.outcome[i] === history.outcome[now] ? UNMOVED : worth;
    span = passed;
    hasWaited ||= isAfterPause;
  }
  return { found, weight, span, hasWaited };
}

function hasWorked(flags: number): boolean {
  return (flags & (FAILED | SOFT)) === 0;
}

/** In a failure, numbers say where or which; only in one that passes by itself they may count up to its end. */
function isBlindToNumbers(history: Columns, { call, outcome }: Percept): boolean {
  if (outcome.failed === 'no' || outcome.words.length < 3) return false;
  if (!TRANSIENT.has(outcome.reason)) return true;
  const skeleton = history.skeleton.at(-1);
  const totals = history.total.filter((_, i) => history.call[i] === call && history.skeleton[i] === skeleton);
  return totals.length > 2 && !isTrend(totals);
}

/** What a call so far back can count at most; 0 ends the walk. */
function worthAt(history: Columns, i: number, percept: Percept): number {
  const isOld = history.world[i] !== history.world.at(-1);
  if (percept.outcome.failed === 'no') return isOld ? 0 : 1;
  if (isOld && mayBeCured(percept)) return CHANGED;
  // Something new worked in between: the failure may have been looked at from another side.
  return isProgress(history.flags[i]!) ? 0.5 : 1;
}

/** By a change of the world: a test may pass after an edit, but wrong arguments stay wrong. */
function mayBeCured({ kind, outcome }: Percept): boolean {
  return !LASTING.has(outcome.reason) && (outcome.reason !== 'validation' || kind === 'other');
}

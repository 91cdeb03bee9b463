import type { Category } from '../detection/category.js';
import { textPrint } from '../fingerprint/fingerprint.js';
import type { Verdict } from '../verdict/verdict.js';
import { type Decided, findsLoop } from './decided.js';

/** A loop of one session, and its outcome. */
export interface LoggedLoop {
  /** Its identity, as a fingerprint. */
  readonly print: number;
  readonly category: Category;
  readonly detector: string;
  /** The event of its first detection as a loop. */
  readonly first: number;
  readonly last: number;
  readonly outcome: 'open' | 'recovered' | 'failed';
}

/** The loops of one session, oldest first. Plain JSON, bounded. */
export interface LoopLog {
  readonly loops: readonly LoggedLoop[];
  /** Loops that were dropped because there were too many. */
  readonly more: number;
}

export const NO_LOOPS: LoopLog = { loops: [], more: 0 };

const MAX_LOOPS = 50;

function printOf(verdict: Pick<Verdict, 'primary'>): number | undefined {
  return verdict.primary && textPrint(`${verdict.primary.category} ${verdict.primary.signal.identity}`);
}

/** Whether the session reports this loop for the first time. */
export function isNewLoop(log: LoopLog, decision: Decided): boolean {
  if (!findsLoop(decision)) return false;
  const print = printOf(decision.verdict);
  return !log.loops.some((loop) => loop.print === print);
}

/** One decision later. */
export function logDecision(log: LoopLog, decision: Decided): LoopLog {
  if (!findsLoop(decision)) return log;
  const { verdict, seq } = decision;
  const { primary } = verdict;
  const print = printOf(verdict);
  if (!primary || print === undefined) return log;
  const known = log.loops.find((loop) => loop.print === print);
  // A loop that returns after it seemed over has not recovered.
  if (known) return change(log, print, { last: seq, outcome: known.outcome === 'open' ? 'open' : 'failed' });
  const { category, detector } = primary;
  const loops = [
    ...log.loops,
    { print, category, detector, first: seq, last: seq, outcome: 'open' as const },
  ];
  return { loops: loops.slice(-MAX_LOOPS), more: log.more + Math.max(0, loops.length - MAX_LOOPS) };
}

/** Records the outcome of a loop; of the newest open one if none is named. */
export function logOutcome(log: LoopLog, isRecovered: boolean, verdict?: Pick<Verdict, 'primary'>): LoopLog {
  const print = verdict ? printOf(verdict) : log.loops.findLast(({ outcome }) => outcome === 'open')?.print;
  return print === undefined ? log : change(log, print, { outcome: isRecovered ? 'recovered' : 'failed' });
}

function change(log: LoopLog, print: number, next: Partial<LoggedLoop>): LoopLog {
  return { ...log, loops: log.loops.map((loop) => (loop.print === print ? { ...loop, ...next } : loop)) };
}

const COUNTED = ['recovered', 'failed', 'open'] as const;
const SAID = { recovered: 'recovered', failed: 'not recovered', open: 'still open' } as const;
const MAX_KINDS = 5;

/** `2 detected loops (tool_repetition, error_repetition), both recovered` */
export function summarise({ loops, more }: LoopLog): string {
  const all = loops.length + more;
  if (all === 0) return 'No loops detected';
  const kinds = [...new Set(loops.map(({ category }) => category.toLowerCase()))];
  const named = kinds.length > MAX_KINDS ? [...kinds.slice(0, MAX_KINDS), '…'] : kinds;
  const counts = COUNTED.map(
    (outcome) => [outcome, loops.filter((loop) => loop.outcome === outcome).length] as const,
  );
  return `${all} detected ${all === 1 ? 'loop' : 'loops'} (${named.join(', ')}), ${outcomesOf(counts, all)}`;
}

function outcomesOf(counts: readonly (readonly [LoggedLoop['outcome'], number])[], all: number): string {
  const some = counts.filter(([, count]) => count > 0);
  const [only] = some;
  if (only && only[1] === all) {
    const who = all === 1 ? '' : all === 2 ? 'both ' : `all ${all} `;
    return `${who}${SAID[only[0]]}`;
  }
  return some.map(([outcome, count]) => `${count} ${SAID[outcome]}`).join(', ');
}

import type { Evidence } from '../detection/detector.js';
import type { Rung } from '../escalation/ladder.js';
import { excerptOf } from '../event/excerpt.js';
import { fileTarget } from '../event/target.js';
import { callsOf, partsOf } from '../session/calls.js';
import type { EventContext } from '../session/session.js';
import type { Finding } from '../verdict/verdict.js';
import type { DecisionContext, PastAttempt } from './message-renderer.js';

/** Facts about the loop of the last intervention. Plain JSON: short excerpts, bounded. */
export interface LoopNotes {
  readonly loop: Finding;
  readonly count: number;
  readonly result: string;
  readonly firstError: string;
  readonly files: readonly string[];
  readonly attempts: readonly PastAttempt[];
  /** The agent's work at each reset of the session. Absent in older snapshots. */
  readonly resets?: readonly PastAttempt[];
}

/** The facts that make texts and strategies precise. Unknown ones are omitted. */
export type LoopContext = Pick<
  DecisionContext,
  'attempts' | 'resets' | 'result' | 'firstError' | 'files' | 'tally'
>;

const EXCERPT = 240;
const MAX_FILES = 8;
const MAX_ATTEMPTS = 5;

/** Facts about the loop of this verdict, from the current event and from earlier notes. */
export function loopContextOf(
  before: LoopNotes | null,
  { verdict, count }: DecisionContext,
  context: EventContext,
): LoopContext {
  const { primary } = verdict;
  if (!primary) return {};
  const notes = before && isSame(before, primary, count) ? before : undefined;
  const { result = notes?.result ?? '', error = '' } = broughtBy(context, primary);
  const firstError = notes?.firstError || error;
  const files = [...new Set([...(notes?.files ?? []), ...filesOf(primary, context)])].slice(-MAX_FILES);
  const attempts = notes?.attempts ?? [];
  return {
    ...(result !== '' && { result }),
    ...(firstError !== '' && { firstError }),
    ...(files.length > 0 && { files }),
    ...(attempts.length > 0 && { attempts }),
    ...(before?.resets && { resets: before.resets }),
  };
}

/** The same for the next time: the current intervention will then be an earlier attempt. */
export function notesAfter(
  before: LoopNotes | null,
  { verdict, count, rung, seq, actions, ...known }: DecisionContext & Acted,
): LoopNotes | null {
  const { primary } = verdict;
  if (!primary) return before;
  const { result = '', firstError = '', files = [], attempts = [], resets = [] } = known;
  const tried = {
    approach_summary: `${TRIED[rung]} (${primary.brief.slice(0, 120)})`,
    failed_at: `event ${seq}`,
  };
  // A standing gate hits many calls, but is one attempt. After a stop there are none.
  const others = attempts.filter(({ approach_summary: one }) => !one.startsWith(TRIED[rung]));
  const all = rung === 'stop' ? others : [...others, tried];
  const given = { approach_summary: primary.brief.slice(0, 120), failed_at: `event ${seq}` };
  const isReset = actions.includes('reset');
  const allResets = isReset ? [...resets, given].slice(-MAX_ATTEMPTS) : resets;
  return {
    ...{ loop: primary, count, result, firstError, files, attempts: all.slice(-MAX_ATTEMPTS) },
    ...(allResets.length > 0 && { resets: allResets }),
  };
}

interface Acted {
  readonly seq: number;
  readonly actions: readonly string[];
}

const TRIED: Readonly<Record<Rung, string>> = {
  observe: 'nothing',
  nudge: 'a hint',
  redirect: 'constraints and other ways',
  block: 'blocking the call',
  pause: 'asking a person',
  stop: 'a stop',
};

/** Detectors may give one loop several names, but its ladder continues counting, and it repeats the same. */
function isSame({ loop, count: before }: LoopNotes, primary: Finding, count: number): boolean {
  if (loop.signal.identity === primary.signal.identity) return true;
  return count > 1 && count === before + 1 && isAkin(loop.signal.evidence, primary.signal.evidence);
}

function isAkin(one: Evidence, other: Evidence): boolean {
  const isShared = <T>(some: readonly T[], others: readonly T[]): boolean =>
    some.some((value) => others.includes(value));
  return isShared(one.events, other.events) || isShared(one.elements, other.elements);
}

function broughtBy({ event, seq }: EventContext, primary: Finding): { result?: string; error?: string } {
  if (event.kind === 'error') return { error: event.message.slice(0, EXCERPT) };
  if (event.kind !== 'call' || !primary.signal.evidence.events.includes(seq)) return {};
  const text = excerptOf(event.result, EXCERPT);
  if (event.isError !== true) return { result: text };
  // For a loop of errors, the evidence contains the first one.
  return primary.signal.data['error'] === undefined ? { error: text } : {};
}

/** Files that the loop has written to, according to the calls that are kept. */
function filesOf({ signal }: Finding, { event, session, features }: EventContext): readonly string[] {
  const own = event.kind === 'edit' ? event.path : features?.effect === 'write' ? features.path : null;
  const calls = callsOf(session).filter(({ seq }) => signal.evidence.events.includes(seq));
  const written = calls.flatMap((call) => {
    const { tool } = call;
    const { args: path } = partsOf(call);
    const isWhole = path !== '' && !path.endsWith('...');
    return isWhole && fileTarget(tool, { path })?.kind === 'write' ? [path] : [];
  });
  const { path } = signal.data;
  return [...(typeof path === 'string' ? [path] : []), ...written, ...(own === null ? [] : [own])];
}

import type { Category } from '../detection/category.js';
import { integer, type OptionsOf, readOptions } from '../detection/options.js';
import { callsOf } from '../session/calls.js';
import type { Session } from '../session/session.js';
import type { Verdict, Finding } from '../verdict/verdict.js';

/** A loop with an intervention whose effect is not known yet. */
interface OpenRecovery {
  readonly loop: Finding;
  /** What was done. */
  readonly strategy: string;
  readonly events: number;
  /** How many of these events brought something new. */
  readonly progress: number;
}

/** Plain JSON, bounded. */
export interface RecoveryWatch {
  readonly open: readonly OpenRecovery[];
}

/** Whether an intervention led out of the loop. */
export interface RecoveryOutcome {
  readonly identity: string;
  readonly category: Category;
  readonly strategy: string;
  readonly outcome: 'successful' | 'failed';
  /** Events from the intervention to here. */
  readonly events: number;
  /** The finding that named the loop. */
  readonly loop: Finding;
}

const MAX_OPEN = 4;

const options = {
  events: integer(6, { meaning: 'events without the loop after which a recovery is successful' }),
  progress: integer(2, { meaning: 'how many of them must have brought something new' }),
};

export type RecoveryOptions = OptionsOf<typeof options>;

export function recoveryOptions(given: Partial<RecoveryOptions> = {}): RecoveryOptions {
  return readOptions('recovery', options, given);
}

export function newRecoveryWatch(): RecoveryWatch {
  return { open: [] };
}

/**
 * Starts to watch an intervention against the loop of this verdict. A second intervention against the same
 * loop replaces the first.
 */
export function beginRecovery(watch: RecoveryWatch, { primary }: Verdict, strategy: string): RecoveryWatch {
  if (!primary) return watch;
  const { identity } = primary.signal;
  const others = watch.open.filter(({ loop }) => loop.signal.identity !== identity);
  const next = { loop: primary, strategy, events: 0, progress: 0 };
  return { open: [...others, next].slice(-MAX_OPEN) };
}

/**
 * Advances by one event: an intervention has failed if its loop is back, and succeeded if the loop stayed
 * away while the work continued.
 */
export function stepRecovery(
  watch: RecoveryWatch,
  { verdict, hasProgress }: { readonly verdict: Verdict; readonly hasProgress: boolean },
  { events: enough, progress: atLeast }: RecoveryOptions = recoveryOptions(),
): { readonly watch: RecoveryWatch; readonly outcomes: readonly RecoveryOutcome[] } {
  if (watch.open.length === 0) return { watch, outcomes: [] };
  const open: OpenRecovery[] = [];
  const outcomes: RecoveryOutcome[] = [];
  for (const one of watch.open) {
    const next = { ...one, events: one.events + 1, progress: one.progress + (hasProgress ? 1 : 0) };
    const outcome = isBack(verdict, one.loop.signal.identity)
      ? 'failed'
      : next.events >= enough && next.progress >= atLeast
        ? 'successful'
        : undefined;
    const { loop, strategy, events } = next;
    const { category, signal } = loop;
    if (outcome) outcomes.push({ identity: signal.identity, category, strategy, outcome, events, loop });
    else open.push(next);
  }
  return { watch: { open }, outcomes };
}

/** A mere sign is not the loop itself. */
function isBack({ status, findings, primary }: Verdict, identity: string): boolean {
  if (status !== 'looping') return false;
  if (primary?.signal.identity === identity) return true;
  return findings.some(({ signal }) => signal.identity === identity && signal.urgency !== 'note');
}

/** Whether the event brought something new: a new outcome, a changed environment, a new task. */
export function madeProgress(before: Session, after: Session): boolean {
  if (after.tasks > before.tasks) return true;
  const [was, now] = [before.ledger, after.ledger];
  if (now !== was) return now.deeds > was.deeds || now.acts > was.acts || now.changes > was.changes;
  return after.made > before.made && isNewPair(after);
}

/** Without a ledger: a call that resembles no kept call and brought something. */
function isNewPair(session: Session): boolean {
  const calls = callsOf(session);
  const last = calls.at(-1);
  if (!last || last.failed || calls.length < 2) return false;
  return !calls.slice(0, -1).some(({ call, outcome }) => call === last.call && outcome === last.outcome);
}

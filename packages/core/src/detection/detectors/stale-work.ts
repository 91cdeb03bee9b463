import { defineDetector } from '../detector.js';
import { signalFrom } from '../mechanisms/found.js';
import { addDebt, type Debt, NO_DEBT } from '../mechanisms/novelty.js';
import type { EventContext } from '../../session/session.js';
import { integer } from '../options.js';

const options = {
  limit: integer(5, { min: 2, meaning: 'calls without anything new, each weighed, that make a loop' }),
};

/** The third time counts whole; going over something once more is common. */
const SECOND_TIME = 0.44;
const WAITED = 0.3;
const ACKNOWLEDGED = 0.4;
const ROTATING = 0.5;
const FAILED = { again: 0.85, other: 0.5 };
const NOTHING = 0.44;
const AGAIN = 0.5;
const OLD = 0.8;
/** A plan is written again, and nothing was done since the last one. */
const PLANNED = 0.85;
const NEWS = -1.5;
const ELSE = -0.5;
const MIN_REPEATS = 3;
const APART_MS = 200_000;

/** Many calls bring nothing new: known results, failures, nothing found. */
export const staleWork = defineDetector({
  meta: {
    id: 'stale-work',
    summary: 'Many calls, nothing new.',
    listens: ['call', 'step', 'edit'],
    family: 'calls',
    mechanism: 'novelty',
    needs: 'features',
    options,
    memory: 'run',
    messages: {
      stale: {
        text: '{{count}} calls brought nothing new, last {{call}}',
        category: 'GOAL_DRIFT',
        cap: 'redirect',
      },
    },
  },

  init: (): Debt => NO_DEBT,

  step(state, context, { limit }) {
    const { event, features, progress, seq } = context;
    if (event.kind === 'edit') return { state: event.before === event.after ? state : NO_DEBT };
    if (!features || !progress || features.isWait) return { state };
    if (progress.isAct) return { state: NO_DEBT };
    const { isStale, isAgain, times, gap } = progress;
    const by = worthOf(context);
    const isReplanned = isPlanAgain(context);
    const debt = addDebt(gap > APART_MS ? NO_DEBT : state, by, seq, isStale || isAgain || isReplanned);
    if (by <= 0 || debt.repeats < MIN_REPEATS || (isStale && times < 3)) return { state: debt };
    const share = debt.amount / limit;
    const signal = signalFrom(context, {
      messageId: 'stale',
      share,
      events: debt.events,
      count: debt.events.length,
      identity: 'stale',
    });
    return { state: debt, ...(signal && { signal }) };
  },
});

function isPlanAgain({ features, session }: EventContext): boolean {
  return features!.effect === 'note' && session.ledger.recent.at(-2)?.isNote === true;
}

function worthOf(context: EventContext): number {
  const { features, progress } = context;
  const { outcome, effect, hasWait } = features!;
  const { isStale, isAgain, isOld, times, change, isNews, hasWaited } = progress!;
  if (progress!.isAsked && isStale) return 0;
  if (isStale) {
    // The effect of an action that is acknowledged again shows elsewhere.
    const isBare = outcome.kind === 'acknowledgement' && outcome.slotNames.length <= 2;
    const isAct = isBare && effect !== 'read' && effect !== 'note' && outcome.failure === 'no';
    const isPoll = hasWaited || hasWait || outcome.isPending;
    return (
      (times === 2 ? SECOND_TIME : 1) *
      (isPoll ? WAITED : 1) *
      (isAct ? ACKNOWLEDGED : 1) *
      (change === 'rotating' ? ROTATING : 1)
    );
  }
  if (outcome.failure !== 'no') return isAgain ? FAILED.again : change === 'news' ? 0 : FAILED.other;
  if (outcome.kind === 'nothing' && effect !== 'write' && effect !== 'send') return NOTHING;
  if (isAgain) return isOld ? OLD : AGAIN;
  if (effect === 'note') return isPlanAgain(context) ? PLANNED : 0;
  return isNews ? NEWS : ELSE;
}

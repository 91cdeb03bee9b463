import { defineDetector, says } from '../detector.js';
import { signalFrom } from '../mechanisms/found.js';
import { addDebt, type Debt, NO_DEBT } from '../mechanisms/novelty.js';
import { integer } from '../options.js';
import { isPlanAgain, worthOf } from '../weights/stale-work.js';

const options = {
  limit: integer(5, { min: 2, meaning: 'calls without anything new, each weighed, that make a loop' }),
};

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
      stale: says('GOAL_DRIFT', 'redirect', '{{count}} calls brought nothing new, last {{call}}'),
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
    const { amount, events } = debt;
    const found = { messageId: 'stale', share: amount / limit, events, count: events.length } as const;
    const signal = signalFrom(context, { ...found, identity: 'stale' });
    return { state: debt, ...(signal && { signal }) };
  },
});

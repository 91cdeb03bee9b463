import { defineDetector } from '../detector.js';
import { signalFrom } from '../mechanisms/found.js';
import { extendRun, isPaused, keepRun, NO_RUNS, type Run, startRun, worthOf } from '../mechanisms/run.js';
import { integer, ratio } from '../options.js';
import { limitOf, MESSAGES, messageOf, numberWorth } from '../weights/repeated-call.js';

const options = {
  limit: integer(5, { min: 2, meaning: 'identical calls with an unchanged outcome that make a loop' }),
  failures: integer(3, { min: 2, meaning: 'the same, where the call failed' }),
  softFailures: integer(4, { min: 2, meaning: 'the same, where only its text says so, or where it writes' }),
  jitter: ratio(0.4, { meaning: 'how much a repeat counts whose bare numbers differ without a trend' }),
};

/** A repeat worth at most this much has brought something new. */
const PROGRESS = 0.1;

/** The agent makes one call again and again, and it brings nothing new. */
export const repeatedCall = defineDetector({
  meta: {
    id: 'repeated-call',
    summary: 'The same call keeps bringing the same outcome.',
    listens: ['call', 'step'],
    family: 'calls',
    mechanism: 'run',
    needs: 'features',
    calls: () => 24,
    options,
    messages: MESSAGES,
  },

  init: (): readonly Run[] => NO_RUNS,

  step(state, context, limits) {
    const { features, progress, ledgerBefore: before, seq, session } = context;
    if (!features || !progress || !before || features.isWait) return { state };
    const consumed =
      progress.consumed.length === 0 ? state : state.filter(({ key }) => !progress.consumed.includes(key));
    const known = consumed.find(({ key }) => key === features.call);
    const { change } = progress;
    const share = numberWorth(features, progress, limits.jitter);
    if (!known || change === 'first' || change === 'news' || change === 'moving' || share <= PROGRESS)
      return { state: keepRun(consumed, startRun(features.call, seq, session.ledger)) };
    const run = extendRun(known, seq, worthOf(known, features, progress, before) * share, session.ledger);
    const signal = signalFrom(context, {
      messageId: messageOf(run, features, progress, isPaused(known, progress, before), before.named),
      share: run.units / limitOf(features, limits),
      events: run.events,
      count: run.events.length,
      identity: `call:${features.call}`,
    });
    return { state: keepRun(consumed, run), ...(signal && { signal }) };
  },
});

import { defineDetector } from '../detector.js';
import { findCycle, findVariedCycle } from '../mechanisms/cycle.js';
import { signalFrom } from '../mechanisms/found.js';
import { integer } from '../options.js';
import { MESSAGES, messageOf } from '../weights/call-loop.js';

const options = {
  laps: integer(3, { min: 2, meaning: 'rounds of the same calls with unchanged outcomes that make a loop' }),
  waitingLaps: integer(5, {
    min: 2,
    meaning: 'the same, where the agent waits or looks at something pending',
  }),
};
const NONE = {};
/**
 * Rounds with varying arguments need one more: by the fourth attempt with the same effect, varying them is no
 * longer a trial.
 */
const VARIED_LAPS = 4;
const APART_MS = 200_000;

/** The same few calls, round after round. */
export const callLoop = defineDetector({
  meta: {
    id: 'call-loop',
    summary: 'The same calls come round and round with the same outcomes.',
    listens: ['call', 'step'],
    family: 'calls',
    mechanism: 'cycle',
    needs: 'features',
    options,
    messages: MESSAGES,
  },

  init: () => NONE,

  step(state, context, { laps, waitingLaps }) {
    const { session, progress } = context;
    if (!progress || progress.gap > APART_MS) return { state };
    const exact = findCycle(session.ledger.recent);
    const cycle = exact ?? findVariedCycle(session.ledger.recent);
    // A person asked for so many rounds.
    if (!cycle || (!exact && cycle.hasWaits) || cycle.laps <= session.ledger.asked) return { state };
    const limit = !exact ? VARIED_LAPS : cycle.hasWaits ? waitingLaps : laps;
    const signal = signalFrom(context, {
      messageId: messageOf(cycle, exact !== undefined, session.ledger.named),
      share: cycle.laps / limit,
      events: cycle.events,
      count: cycle.laps,
      identity: `cycle:${[...cycle.calls].sort((a, b) => a - b).join()}`,
      data: { size: cycle.calls.length },
    });
    return { state, ...(signal && { signal }) };
  },
});

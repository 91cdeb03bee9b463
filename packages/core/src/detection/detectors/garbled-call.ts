import { hasDebris } from '../../features/arguments/debris.js';
import { defineDetector, says } from '../detector.js';
import { signalFrom } from '../mechanisms/found.js';
import { addDebt, type Debt, NO_DEBT } from '../mechanisms/novelty.js';
import { integer } from '../options.js';

const options = {
  limit: integer(4, { min: 2, meaning: 'broken calls that brought nothing, one a round, that make a loop' }),
};

interface State extends Debt {
  readonly round: number | null;
}

const NONE: State = { ...NO_DEBT, round: null };
/** A call in the right form that brings something shows that the agent recovers. */
const RECOVERED = -1;
/** A longer output is more than the complaint about the call. */
const COMPLAINT_WORDS = 20;

/** The arguments are debris of a broken call, and nothing comes of it. */
export const garbledCall = defineDetector({
  meta: {
    id: 'garbled-call',
    summary: 'Calls with broken arguments keep bringing nothing.',
    listens: ['call'],
    family: 'calls',
    mechanism: 'novelty',
    needs: 'features',
    options,
    memory: 'run',
    messages: {
      garbled: says(
        'ERROR_REPETITION',
        'redirect',
        '{{count}} calls with broken arguments brought nothing, last {{call}}',
      ),
    },
  },

  init: () => NONE,

  step(state, context, { limit }) {
    const { event, features, progress, seq } = context;
    if (!features || !progress || event.kind !== 'call') return { state };
    const { outcome, effect } = features;
    const isComplaint = outcome.failure === 'soft' && outcome.wordCount <= COMPLAINT_WORDS;
    const isUseless = outcome.failure === 'hard' || isComplaint || outcome.kind === 'nothing';
    const isGarbled = effect !== 'note' && isUseless && hasDebris(event.args);
    const round = event.round ?? null;
    const isSameRound = round !== null && round === state.round;
    if (isGarbled ? isSameRound : state.amount === 0) return { state };
    const by = isGarbled ? 1 : progress.isDeed ? RECOVERED : 0;
    const debt = { ...addDebt(state, by, seq, isGarbled), round: isGarbled ? round : state.round };
    if (!isGarbled) return { state: debt };
    const found = { messageId: 'garbled', share: debt.amount / limit, events: debt.events } as const;
    const signal = signalFrom(context, { ...found, count: debt.events.length, identity: 'garbled' });
    return { state: debt, ...(signal && { signal }) };
  },
});

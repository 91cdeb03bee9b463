import { messageFeatures } from '../../features/message-features.js';
import { defineDetector, says } from '../detector.js';
import { signalFrom } from '../mechanisms/found.js';
import { integer } from '../options.js';

const options = {
  limit: integer(4, {
    min: 2,
    meaning: 'equal demands of the harness, with nothing done between, that make a loop',
  }),
};

/** The words and numbers of the last demand, and how much the run had done when it came. */
const NONE: Readonly<{ exact: number; events: readonly number[]; deeds: number }> = {
  exact: 0,
  events: [],
  deeds: 0,
};
const MAX = { events: 12, shown: 80 };

/** The harness repeats a demand, and the agent does nothing about it. */
export const repeatedDemand = defineDetector({
  meta: {
    id: 'repeated-demand',
    summary: 'The harness repeats a demand, and nothing is done.',
    listens: ['turn'],
    family: 'words',
    mechanism: 'run',
    needs: 'features',
    options,
    memory: 'run',
    messages: {
      unheeded: says(
        'OUTPUT_PARAPHRASE',
        'nudge',
        'the harness asked {{count}}x for the same, and nothing was done: {{said}}',
      ),
    },
  },

  init: () => NONE,

  step(state, context, { limit }) {
    const { event, seq, session } = context;
    if (event.kind !== 'turn') return { state };
    // A person's message is a new start.
    if (event.role === 'user') return { state: NONE };
    const { exact, count } = messageFeatures(event.text ?? '');
    // The guard's own words and scheduled messages demand nothing.
    if (count === 0 || !['nudge', 'other'].includes(event.reason ?? 'other')) return { state };
    const { deeds } = session.ledger;
    const isAgain = state.exact === exact && state.deeds === deeds;
    const events = [...(isAgain ? state.events : []), seq].slice(-MAX.events);
    const share = events.length < 2 ? 0 : events.length / limit;
    const said = (event.text ?? '').slice(0, MAX.shown).replaceAll('\n', ' ');
    const found = { messageId: 'unheeded', share, events, count: events.length, data: { said } } as const;
    const signal = signalFrom(context, { ...found, identity: `demand:${exact}` });
    return { state: { exact, events, deeds }, ...(signal && { signal }) };
  },
});

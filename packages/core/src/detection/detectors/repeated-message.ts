import { oneLine } from '../../event/label.js';
import { messageFeatures } from '../../features/message-features.js';
import { defineDetector, says } from '../detector.js';
import { signalFrom } from '../mechanisms/found.js';
import { integer } from '../options.js';
import { addEmpty, addMessage, hearTurn, NOTHING_SAID, textOf } from '../weights/repeated-message.js';

const options = {
  limit: integer(3, { min: 2, meaning: 'messages that say the same again, each weighed, that make a loop' }),
  empty: integer(4, { min: 2, meaning: 'empty messages in a row that make a loop' }),
};

/** The agent repeats a message and does nothing new in between. */
export const repeatedMessage = defineDetector({
  meta: {
    id: 'repeated-message',
    summary: 'Messages say the same again and again.',
    listens: ['message', 'turn', 'call'],
    family: 'words',
    mechanism: 'novelty',
    needs: 'features',
    options,
    messages: {
      same: says('OUTPUT_VERBATIM', 'nudge', 'the last {{count}} messages say the same: {{said}}'),
      alike: says('OUTPUT_PARAPHRASE', 'nudge', 'the last {{count}} messages say little new: {{said}}'),
      empty: says('OUTPUT_VERBATIM', 'nudge', '{{count}} empty messages in a row'),
    },
  },

  init: () => NOTHING_SAID,

  step(before, context, limits) {
    if (context.event.kind === 'turn') return { state: hearTurn(before, context) };
    const text = textOf(context);
    if (text === undefined) return { state: before };
    const message = messageFeatures(text);
    if (message.count === 0) {
      const state = addEmpty(before, context, limits.empty);
      const { length: count } = state.empty;
      const found = { messageId: 'empty', share: count / limits.empty, events: state.empty, count } as const;
      const signal = count > 1 ? signalFrom(context, { ...found, identity: 'message:empty' }) : undefined;
      return { state, ...(signal && { signal }) };
    }
    const { state, worth, isExact } = addMessage(before, context, message);
    if (worth <= 0) return { state };
    const { amount, events } = state.debt;
    const found = { messageId: isExact ? 'same' : 'alike', share: amount / limits.limit, events } as const;
    const data = { said: oneLine(text, 80) };
    const signal = signalFrom(context, { ...found, count: events.length, identity: 'message', data });
    return { state, ...(signal && { signal }) };
  },
});

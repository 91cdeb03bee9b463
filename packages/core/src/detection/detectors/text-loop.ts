import { findingIn, newStream, readChunk } from '../../stream/text-stream.js';
import { readWhole } from '../../stream/whole-text.js';
import { defineDetector } from '../detector.js';
import { integer } from '../options.js';
import { endAll, keepStream, NO_STREAMS, signalOf, type Streams } from '../weights/text-loop.js';

const options = {
  wordCopies: integer(22, {
    min: 8,
    meaning: 'copies in a row of a word; longer units may fill as many characters as that of a long word',
  }),
  symbolLength: integer(200, { min: 50, max: 8000, meaning: 'characters that repeated symbols may fill' }),
  counterLines: integer(6, { min: 3, max: 1000, meaning: 'lines of prose that are equal but for a counter' }),
  staleWords: integer(130, { min: 40, max: 8000, meaning: 'words in a row that were all said before' }),
};

/** The text repeats itself while the model writes it. */
export const textLoop = defineDetector({
  meta: {
    id: 'text-loop',
    summary: 'The text that is being written repeats itself.',
    listens: ['delta', 'message', 'attempt', 'call', 'turn', 'edit', 'error', 'state', 'step'],
    family: 'text',
    mechanism: 'text',
    options,
    messages: {
      token: { text: '"{{unit}}" {{count}}x in a row', category: 'TOKEN_REPETITION' },
      phrase: { text: '"{{unit}}" {{count}}x in a row', category: 'PHRASE_LOOP' },
      counter: { text: '{{count}}x the same but for a counter, last "{{unit}}"', category: 'PHRASE_LOOP' },
      block: {
        text: '{{count}}x the same lines but for a number, last "{{unit}}"',
        category: 'STRUCTURAL_LOOP',
      },
      stale: { text: '{{count}} words that were all said before, last "{{unit}}"', category: 'PHRASE_LOOP' },
    },
  },

  init: (): Streams => NO_STREAMS,

  step(state, { event, seq, session }, limits) {
    // Every event other than a delta ends the streams. A message repeats the text of its deltas.
    if (event.kind !== 'delta') {
      if (state !== NO_STREAMS) endAll(state);
      const isUnheard = event.kind === 'message' && state.text === undefined;
      const finding = isUnheard ? readWhole(event.text, limits) : undefined;
      return finding ? { state: NO_STREAMS, signal: signalOf(finding, seq) } : { state: NO_STREAMS };
    }
    const channel = event.channel ?? 'text';
    const open = state[channel] ?? newStream(channel === 'arguments');
    const stream = readChunk(open, event.text, limits);
    const found = findingIn(stream);
    const finding = found && found.count <= session.ledger.asked ? undefined : found;
    const next = keepStream(state, channel, stream);
    return finding ? { state: next, signal: signalOf(finding, seq) } : { state: next };
  },
});

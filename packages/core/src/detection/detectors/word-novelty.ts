import { oneLine } from '../../event/label.js';
import { readAnchors, shingles } from '../../event/shingles.js';
import { hear, newMemory } from '../../session/memory.js';
import { pushBounded } from '../../session/window.js';
import { defineDetector } from '../detector.js';
import { evidenceOf, type Occurrence } from '../evidence.js';
import { integer, ratio } from '../options.js';

interface Heard extends Occurrence {
  readonly share: number;
}

/** What the agent says adds less and less to what it has said before: it talks, but it does not get on. */
export const wordNovelty = defineDetector({
  meta: {
    id: 'word-novelty',
    summary: 'The agent’s own words bring hardly anything that it has not said before.',
    listens: ['message', 'turn'],
    memory: 'session',
    options: {
      messages: integer(6, { min: 2, max: 20, meaning: 'messages over which novelty is averaged' }),
      loop: ratio(0.33, { meaning: 'average share of new word sequences up to which it is a loop' }),
      sign: ratio(0.42, { meaning: 'the same, up to which it is an early sign' }),
      minWords: integer(8, { meaning: 'shorter messages are passed over' }),
      credit: ratio(0.5, { meaning: 'least novelty of a message that names something new or answers a new prompt' }),
    },
    messages: {
      stale: { text: 'the last {{count}} messages say little new: {{text}}', category: 'OUTPUT_PARAPHRASE' },
      fading: { text: 'messages say less and less new: {{text}}', category: 'OUTPUT_PARAPHRASE' },
    },
  },

  init: () => ({ heard: [] as readonly Heard[], words: newMemory(), anchors: newMemory(), asked: false }),

  step(state, { event, seq, boundary }, limits) {
    if (event.kind === 'turn') return { state: boundary === 'none' ? state : { ...state, asked: true } };
    if (event.kind !== 'message') return { state };
    const found = shingles(event.text);
    if (found.words < limits.minWords) return { state };
    const words = hear(state.words, found.hashes);
    const anchors = hear(state.anchors, readAnchors(event.text));
    const earnsCredit = state.asked || (anchors.share > 0 && anchors.memory !== state.anchors);
    const share = earnsCredit ? Math.max(words.share, limits.credit) : words.share;
    const heard = pushBounded(state.heard, { seq, label: oneLine(event.text, 80), share }, limits.messages);
    const next = { heard, words: words.memory, anchors: anchors.memory, asked: false };
    const mean = heard.reduce((sum, one) => sum + one.share, 0) / heard.length;
    if (heard.length < limits.messages || mean > limits.sign) return { state: next };
    const isLoop = mean <= limits.loop;
    return {
      state: next,
      signal: {
        messageId: isLoop ? 'stale' : 'fading',
        score: isLoop ? Math.min(1, 1 - 0.6 * mean) : 0.6,
        urgency: isLoop ? 'warn' : 'note',
        identity: 'words',
        data: { text: heard.at(-1)!.label, count: heard.length },
        evidence: evidenceOf(heard, { window: limits.messages }),
      },
    };
  },
});

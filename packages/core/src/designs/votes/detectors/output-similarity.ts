import { defineDetector, type Signal } from '../../../detection/detector.js';
import { evidenceOf } from '../../../detection/evidence.js';
import { integer, type OptionsOf, ratio } from '../../../detection/options.js';
import { textPrint } from '../../../fingerprint/fingerprint.js';
import { label } from '../../../event/label.js';
import { sketch } from '../../../fingerprint/sketch.js';
import { packSketches } from '../../../fingerprint/sketch-pack.js';
import { compareOutputs, type Likeness, type Output } from '../output-likeness.js';
import { countedShapes, takeApart, wordPairs } from '../text-parts.js';
import { pushBounded } from '../../../session/window.js';

const options = {
  window: integer(10, { min: 2, max: 40, meaning: 'how many messages are looked at' }),
  verbatim: ratio(0.95, { meaning: 'likeness to the message before, above which it is a loop' }),
  paraphrase: ratio(0.85, { meaning: 'likeness to several recent messages, above which it is a loop' }),
  occurrences: integer(2, { meaning: 'how many recent messages must be that alike' }),
  convergence: integer(3, { min: 2, meaning: 'growing likenesses in a row that make a trend' }),
  wordWeight: ratio(0.3, { meaning: 'weight of shared words in the likeness' }),
  pairWeight: ratio(0.4, { meaning: 'weight of shared word pairs' }),
  shapeWeight: ratio(0.3, { meaning: 'weight of shared line structure' }),
};

type Limits = OptionsOf<typeof options>;
type Found = Signal<'verbatim' | 'paraphrase' | 'structural' | 'convergence'>;

/** Nearly the same message again, or messages that grow ever more alike. */
export const outputSimilarity = defineDetector({
  meta: {
    id: 'output-similarity',
    summary: 'Whole messages repeat, word for word, reworded, or in one mould.',
    listens: ['message'],
    options,
    messages: {
      verbatim: { text: 'the same message {{count}}x: {{text}}', category: 'OUTPUT_VERBATIM' },
      paraphrase: { text: 'nearly the same message {{count}}x: {{text}}', category: 'OUTPUT_PARAPHRASE' },
      structural: { text: '{{count}} messages in one mould: {{text}}', category: 'OUTPUT_STRUCTURAL' },
      convergence: {
        text: 'messages grow alike, {{count}} in a row: {{text}}',
        category: 'OUTPUT_PARAPHRASE',
      },
    },
  },

  init: () => ({ outputs: [] as readonly Output[], rising: [] as readonly number[] }),

  step(state, { event, seq }, limits) {
    if (event.kind !== 'message') return { state };
    const parts = takeApart(event.text);
    // Many harnesses send an empty message along with calls.
    if (parts.words.length === 0) return { state };
    const sketches = [parts.words, wordPairs(parts.words), countedShapes(parts.lines)].map((hashes) =>
      sketch(hashes),
    );
    const output = { seq, label: label(event.text, 40), sketches: packSketches(sketches) };
    const likenesses = state.outputs.map((other) => compareOutputs(sketches, other, limits));
    const last = likenesses.at(-1)?.total;
    const isRising = last !== undefined && last > (state.rising.at(-1) ?? 0) && last < 1;
    const rising =
      last === undefined ? [] : isRising ? [...state.rising, last].slice(-limits.convergence) : [last];
    const next = { outputs: pushBounded(state.outputs, output, limits.window), rising };
    const signal = rate(output, likenesses, rising, limits);
    return signal ? { state: next, signal } : { state: next };
  },
});

function rate(
  output: Output,
  likenesses: readonly Likeness[],
  rising: readonly number[],
  limits: Limits,
): Found | undefined {
  const last = likenesses.at(-1);
  if (last && last.total > limits.verbatim) {
    const same = likenesses.filter(({ total }) => total > limits.verbatim);
    return say('verbatim', 0.96 + 0.04 * last.text, output, same, limits);
  }
  const alike = likenesses.filter(({ total }) => total > limits.paraphrase);
  if (alike.length >= limits.occurrences) {
    const isMould = alike.every(({ text }) => text < limits.paraphrase);
    return say(isMould ? 'structural' : 'paraphrase', 0.92, output, alike, limits);
  }
  // A single rise says little. The design asks for a trend, so we note it without reporting a loop.
  if (rising.length >= limits.convergence && rising.at(-1)! > limits.paraphrase - 0.15) {
    return say('convergence', 0.75, output, likenesses.slice(-limits.convergence), limits);
  }
  return undefined;
}

function say(
  id: Found['messageId'],
  score: number,
  output: Output,
  alike: readonly Likeness[],
  limits: Limits,
): Found {
  const found = [...alike.map(({ output: other }) => other), output];
  return {
    messageId: id,
    score,
    urgency: id === 'convergence' ? 'note' : 'warn',
    identity: `output:${textPrint(found[0]!.sketches)}`,
    data: { text: output.label, count: found.length },
    evidence: evidenceOf(found, {
      window: limits.window,
      examples: found.slice(-2).map(({ label }) => label),
    }),
  };
}

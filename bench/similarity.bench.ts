import { likeness, minHash } from '@rutbreak/core/detectors';
import { type Figure, race } from './harness.js';
import { longTexts, parsed } from './inputs.js';

interface Output {
  readonly text: string;
}

const WINDOW = 10;

/** One output against a window of ten. */
function similarity(name: string, bytes: number, limit: number): Figure {
  const texts = longTexts(bytes);
  const window = parsed<Output>(texts, WINDOW).map(({ text }) => minHash(text));
  return race<Output>({
    name,
    limit,
    setup: () => parsed<Output>(texts, Math.ceil(100_000 / bytes)),
    baseline: ({ text }) => JSON.stringify(text),
    subject({ text }) {
      const mine = minHash(text);
      let best = 0;
      for (const other of window) best = Math.max(best, likeness(mine, other));
      return best;
    },
  });
}

export const figures: readonly Figure[] = [
  similarity('similarity-1kB', 1000, 2.5),
  similarity('similarity-20kB', 20_000, 1),
];

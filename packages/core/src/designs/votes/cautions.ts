// For tests: two detectors that are each unsure.
import type { AgentEvent } from '../../event/event.js';
import { delta, message } from '../../testing/trace.js';

/** Messages that grow more alike, noted at the fourth with a score of 0.75. */
export const growingAlike = ((): AgentEvent[] => {
  const change = (text: readonly string[], from: number, count: number): string[] =>
    text.map((word, i) => (i >= from && i < from + count ? `${word}${from}` : word));
  const first = Array.from({ length: 20 }, (_, i) => `word${i}`);
  const second = change(first, 2, 4);
  const third = change(second, 8, 3);
  return [first, second, third, change(third, 13, 2)].map((text) => message(text.join(' ')));
})();
/** A caution of the stream, with a score of 0.8. */
export const lines = delta(
  ['red', 'blue', 'green', 'pink', 'white', 'black'].map((name) => `- ${name}\n`).join(''),
);

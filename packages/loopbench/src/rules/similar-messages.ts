import type { Rule } from './rule.js';

const LIMITS = { messages: 4, similarity: 0.8 };

export const similarMessages: Rule = {
  id: 'similar-messages',
  summary: `the last ${LIMITS.messages} messages share ${LIMITS.similarity} of their words`,
  start: () => {
    const last: ReadonlySet<string>[] = [];
    return (event) => {
      const { kind, text } = event as Record<string, unknown>;
      if (kind !== 'message' || typeof text !== 'string') return false;
      const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
      last.push(words);
      if (last.length > LIMITS.messages) last.shift();
      return (
        last.length === LIMITS.messages && last.every((other) => jaccard(other, words) >= LIMITS.similarity)
      );
    };
  },
};

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

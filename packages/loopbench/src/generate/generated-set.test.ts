import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readEvent } from '@rutbreak/core/edge';
import { generate, generatedTraces, GENERATOR_VERSION, PAIRS } from './generated-set.js';

/** Version → digest of all traces of seed 1. A change of the traces needs a new version here. */
const DIGESTS: Readonly<Record<number, string>> = { 1: 'd751eb1c0f2deb37' };

describe('the generated set', () => {
  const made = generatedTraces(1);

  it('is fixed by the seed, and belongs to a version', () => {
    const digest = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 16);
    expect(digest).toBe(DIGESTS[GENERATOR_VERSION]);
  });

  it('differs for another seed', () => {
    const texts = (seed: number) =>
      generatedTraces(seed, 1).map(({ case: { events } }) => JSON.stringify(events));
    const first = new Set(texts(1));
    expect(texts(2).some((text) => first.has(text))).toBe(false);
  });

  it('has a healthy near-miss for every loop', () => {
    const loops = made.filter(({ case: one }) => one.expect === 'loop').length;
    expect(loops).toBeGreaterThan(400);
    expect(made).toHaveLength(2 * loops);
  });

  it('has distinct ids and families for all traces', () => {
    expect(new Set(made.map(({ case: { id } }) => id)).size).toBe(made.length);
    expect(new Set(made.map(({ family }) => family)).size).toBe(2 * PAIRS.length);
  });

  it('has only events that the core accepts', () => {
    const refused = made.flatMap(({ case: { id, events } }) =>
      events.some((event) => readEvent(event).kind === 'refused') ? [id] : [],
    );
    expect(refused).toEqual([]);
  });

  it('has its deadlines inside the loop and before its end', () => {
    const wrong = made.filter(({ case: { expect: what, by, span, events } }) =>
      what === 'loop'
        ? !(by! > span![0] && by! < span![1] && span![1] < events.length)
        : by !== undefined || span,
    );
    expect(wrong).toEqual([]);
  });
});

it.each(PAIRS)('$id: the loop returns to earlier steps, and its twin does not', (pair) => {
  const repeats = (expected: 'loop' | 'no_loop') => {
    const { events } = generate(pair, expected, 'x');
    const texts = events.map((event) => JSON.stringify(event));
    return texts.length - new Set(texts).size;
  };
  expect(repeats('loop')).toBeGreaterThanOrEqual(pair.id === 'reworded' ? 0 : 3);
  expect(repeats('no_loop')).toBe(0);
});

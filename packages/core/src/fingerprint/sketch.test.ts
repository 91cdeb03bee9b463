import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { range } from '../testing/trace.js';
import { jaccard, sketch } from './sketch.js';

const between = (from: number, to: number): number[] => range(to - from, from);
/** Spread over all bits, like hashes. */
const hashOf = (n: number): number => {
  const once = Math.imul(n ^ (n >>> 16), 0x21f0aaad);
  const twice = Math.imul(once ^ (once >>> 15), 0x735a2d97);
  return twice ^ (twice >>> 15);
};
const sketchOf = (numbers: readonly number[]): string => sketch(numbers.map(hashOf));
const likeness = (a: readonly number[], b: readonly number[]): number => jaccard(sketch(a), sketch(b));

describe('jaccard', () => {
  it.each([
    { name: 'two empty sets have similarity 1', a: [], b: [], expected: 1 },
    { name: 'an empty set resembles no other', a: [], b: [1], expected: 0 },
    { name: 'equal sets', a: [1, 2, 3], b: [3, 1, 2], expected: 1 },
    { name: 'duplicates do not matter', a: [1, 1, 1, 2], b: [1, 2], expected: 1 },
    { name: 'strangers', a: [1, 2], b: [3, 4], expected: 0 },
    { name: 'half and half', a: [1, 2, 3], b: [2, 3, 4], expected: 0.5 },
    { name: 'a subset', a: [1], b: [1, 2, 3, 4], expected: 0.25 },
    { name: '128 members that differ in one', a: between(0, 128), b: between(1, 129), expected: 127 / 129 },
    { name: '128 members, half of them shared', a: between(0, 128), b: between(64, 192), expected: 64 / 192 },
    {
      name: '128 members of which at most one is shared',
      a: between(0, 128),
      b: between(127, 255),
      expected: 1 / 255,
    },
  ])('is exact up to 128 members: $name', ({ a, b, expected }) => {
    expect(likeness(a, b)).toBeCloseTo(expected, 12);
    expect(likeness(b, a)).toBeCloseTo(expected, 12);
  });

  it.each([0, 0.1, 0.25, 0.5, 0.75, 0.9, 1])(
    'for larger sets it is an estimate: %s of 600 shared',
    (share) => {
      const all = 600;
      const both = all * share;
      const each = both + (all - both) / 2;
      const a = sketchOf(between(0, each));
      const b = sketchOf(between(each - both, all));
      expect(Math.abs(jaccard(a, b) - share)).toBeLessThan(0.1);
    },
  );

  it('lies between 0 and 1, is symmetric, and is 1 for a set and itself', () => {
    const set = fc.array(fc.integer(), { maxLength: 400 });
    fc.assert(
      fc.property(set, set, (a, b) => {
        const found = likeness(a, b);
        expect(found).toBeGreaterThanOrEqual(0);
        expect(found).toBeLessThanOrEqual(1);
        expect(likeness(b, a)).toBe(found);
        expect(likeness(a, a)).toBe(1);
      }),
    );
  });
});

describe('sketch', () => {
  it('stays small and survives JSON for any input', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 2000 }), (hashes) => {
        const made = sketch(hashes);
        expect(made.length).toBeLessThanOrEqual(129);
        expect(JSON.parse(JSON.stringify(made))).toBe(made);
        expect(JSON.stringify(made)).toHaveLength(made.length + 2);
      }),
    );
  });

  it('does not depend on earlier sets', () => {
    const alone = sketch([1, 2, 3]);
    sketch([1, 2, 3, 4, 5]);
    expect(sketch([1, 2, 3])).toBe(alone);
  });
});

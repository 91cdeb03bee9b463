import { describe, expect, it } from 'vitest';
import { leafSketch } from './leaf-sketch.js';
import { jaccard } from '../../fingerprint/sketch.js';

const likeness = (a: unknown, b: unknown): number => jaccard(leafSketch(a), leafSketch(b));

const PLAN = 'look at the log of the last build then find the first error in it and fix the line it names';

describe('leafSketch', () => {
  it.each([
    { name: 'another path is another leaf', a: { path: 'src/a.ts' }, b: { path: 'src/b.ts' }, expected: 0 },
    { name: 'another id is another leaf', a: { id: 41 }, b: { id: 42 }, expected: 0 },
    { name: 'the order of keys does not matter', a: { a: 1, b: 2 }, b: { b: 2, a: 1 }, expected: 1 },
    { name: 'the same value under another key', a: { from: 'x' }, b: { to: 'x' }, expected: 0 },
    { name: 'one of three leaves differs', a: { a: 1, b: 2, c: 3 }, b: { a: 1, b: 2, c: 4 }, expected: 0.5 },
    { name: 'a number is not its text', a: { n: 5 }, b: { n: '5' }, expected: 0 },
    { name: 'a list item counts with its index', a: ['a', 'b'], b: ['b', 'a'], expected: 0 },
    { name: 'nested leaves count with their path', a: { a: { b: 1 } }, b: { a: { c: 1 } }, expected: 0 },
    { name: 'a key without a value is not a leaf', a: { a: 1, b: undefined }, b: { a: 1 }, expected: 1 },
    { name: 'no arguments at all', a: undefined, b: {}, expected: 1 },
    { name: 'null is a value', a: { a: null }, b: {}, expected: 0 },
    { name: 'a bare text', a: 'ls', b: 'ls', expected: 1 },
  ])('$name', ({ a, b, expected }) => {
    expect(likeness(a, b)).toBeCloseTo(expected, 12);
  });

  it('compares a long text word by word', () => {
    const almost = likeness({ plan: PLAN }, { plan: PLAN.replace('last', 'first') });
    expect(almost).toBeGreaterThan(0.8);
    expect(almost).toBeLessThan(1);
  });

  it.each([
    { name: 'a text of 64 characters is one value', size: 64, isWhole: true },
    { name: 'a text of 65 characters is compared by word', size: 65, isWhole: false },
  ])('$name', ({ size, isWhole }) => {
    const text = 'word '.repeat(20).slice(0, size - 1);
    expect(likeness({ text: `${text}a` }, { text: `${text}b` }) === 0).toBe(isWhole);
  });

  it('treats a long text without spaces as one value: a path stays a path', () => {
    const path = `src/${'very-long-name/'.repeat(10)}`;
    expect(likeness({ path: `${path}a.ts` }, { path: `${path}b.ts` })).toBe(0);
  });

  it.each([
    {
      name: 'a getter that throws',
      args: {
        get path(): string {
          throw new Error('no');
        },
      },
    },
    { name: 'a big number', args: { n: 10n } },
    { name: 'a function', args: { f: () => 1 } },
    { name: 'thousands of leaves', args: { list: Array.from({ length: 10_000 }, (_, i) => i) } },
    { name: 'a huge text', args: { text: 'lorem ipsum '.repeat(200_000) } },
  ])('does not throw and stays small: $name', ({ args }) => {
    expect(leafSketch(args).length).toBeLessThanOrEqual(129);
  });

  it('terminates on a value that contains itself', () => {
    const knot: Record<string, unknown> = { name: 'knot' };
    knot['self'] = knot;
    expect(likeness(knot, knot)).toBe(1);
  });
});

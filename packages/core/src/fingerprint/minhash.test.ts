import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { likeness, minHash } from './minhash.js';

const words = Array.from(
  { length: 400 },
  (_, i) => `w${String.fromCharCode(97 + (i % 26))}${String.fromCharCode(97 + Math.floor(i / 26))}`,
);
const text = (from: number, to: number): string => words.slice(from, to).join(' ');
const exact = (a: number, b: number, shared: number): number => shared / (a + b - shared);

describe('similarity of two texts', () => {
  it.each([
    { name: 'equal texts have similarity 1', a: text(0, 50), b: text(0, 50), is: 1 },
    { name: 'the order of words does not matter', a: 'read the file', b: 'the file read', is: 1 },
    { name: 'case and numbers do not matter', a: 'Attempt 7 failed', b: 'attempt 8 FAILED', is: 1 },
    { name: 'two texts without words have similarity 1', a: '', b: '12 34', is: 1 },
    { name: 'a text and an empty text have similarity 0', a: text(0, 20), b: '', is: 0 },
  ])('$name', ({ a, b, is }) => {
    expect(likeness(minHash(a), minHash(b))).toBe(is);
  });

  it.each([
    { shared: 90, only: 10 },
    { shared: 60, only: 40 },
    { shared: 25, only: 75 },
    { shared: 0, only: 100 },
  ])('$shared of 100 shared words are estimated within 0.12', ({ shared, only }) => {
    const a = text(0, 100);
    const b = `${text(0, shared)} ${text(200, 200 + only)}`;
    expect(Math.abs(likeness(minHash(a), minHash(b)) - exact(100, 100, shared))).toBeLessThan(0.12);
  });

  it('scripts without spaces can be compared, too', () => {
    expect(likeness(minHash('我已经修复了这个问题'), minHash('我已经修复了这个问题'))).toBe(1);
    expect(likeness(minHash('我已经修复了这个问题'), minHash('请检查日志文件'))).toBe(0);
  });

  it('reads only the head and the tail of a long text', () => {
    const middle = 'x'.repeat(20_000);
    const long = (inside: string): string => `${'head '.repeat(1000)}${inside}${' tail'.repeat(1000)}`;
    expect(likeness(minHash(long(middle)), minHash(long('unlike '.repeat(3000))))).toBe(1);
  });

  it('is symmetric, between 0 and 1, and survives JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const x = minHash(a);
        const y = JSON.parse(JSON.stringify(minHash(b))) as typeof x;
        const value = likeness(x, y);
        expect(value).toBe(likeness(y, x));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(likeness(x, minHash(a))).toBe(1);
      }),
    );
  });
});

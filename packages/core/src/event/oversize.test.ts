import { describe, expect, it } from 'vitest';
import { boundName, boundText, standIn } from './oversize.js';
import { jaccard, sketch } from '../fingerprint/sketch.js';
import { textPrint } from '../fingerprint/fingerprint.js';

const long = (mark: string): string =>
  `${'a long text '.repeat(100_000)}${mark}${' goes on and on'.repeat(100_000)}`;

describe('texts', () => {
  it('texts of a megabyte stay as they are', () => {
    const text = 'x'.repeat(1 << 20);
    expect(boundText(text)).toBe(text);
  });

  it('longer texts become short, are equal only for equal texts, and resemble no others', () => {
    const [a, b] = [boundText(long('a')), boundText(long('b'))];
    expect(a.length).toBeLessThan(5000);
    expect(boundText(long('a'))).toBe(a);
    expect(b).not.toBe(a);
    const likeness = jaccard(sketch(a.split(/\s+/).map(textPrint)), sketch(b.split(/\s+/).map(textPrint)));
    expect(likeness).toBeLessThan(0.3);
  });

  it('they keep their beginning', () => {
    expect(boundText(long('a')).startsWith('a long text a long text')).toBe(true);
  });
});

describe('names', () => {
  it('names of usual length stay as they are', () => {
    expect(boundName('src/index.ts')).toBe('src/index.ts');
  });

  it('longer names become short and are equal only for equal names', () => {
    expect(boundName(long('a')).length).toBeLessThan(300);
    expect(boundName(long('a'))).toBe(boundName(long('a')));
    expect(boundName(long('a'))).not.toBe(boundName(long('b')));
  });
});

describe('values', () => {
  it('they keep well-known fields, bounded', () => {
    expect(
      standIn({ path: 'a.ts', limit: 5, append: true, content: long('a'), nested: { deep: 1 } }, 1),
    ).toEqual({
      path: 'a.ts',
      append: true,
      content: boundText(long('a')),
      'not read': expect.any(String) as string,
    });
  });

  it('two of them from different events are never equal', () => {
    for (const value of [{ a: 1 }, [1], 1n << 600n, { path: 'a' }]) {
      expect(standIn(value, 1)).not.toEqual(standIn(value, 2));
      expect(standIn(value, 1)).toEqual(standIn(value, 1));
    }
  });

  it('unreadable ones become plain words', () => {
    const throwing = {
      get path(): string {
        throw new Error('no');
      },
    };
    expect(typeof standIn(throwing, 1)).toBe('string');
    expect(typeof standIn(Proxy.revocable({}, {}).proxy, 1)).toBe('object');
  });
});

import { describe, expect, it } from 'vitest';
import { recentFingerprints, sampleOfBytes, sampleOfText } from './recent-fingerprints.js';

describe('recent fingerprints', () => {
  it('are recognised, and dropped oldest first', () => {
    const { seen } = recentFingerprints(3);
    const print = [1, 2, 3, 1, 4, 2, 3, 4, 1, 5, 4];
    expect(print.map(seen)).toEqual([
      ...[false, false, false, true],
      // 1 was the oldest.
      ...[false, true, true, true],
      ...[false, false, true],
    ]);
  });

  it.each([
    ['one character', 'the same', 'the sane'],
    ['the length', 'ab', 'abab'],
    ['a number in a long text', `${'x'.repeat(40)} 17`, `${'x'.repeat(40)} 18`],
  ])('different texts have different samples: %s', (_, a, b) => {
    expect(sampleOfText(a)).toBe(sampleOfText(a));
    expect(sampleOfText(a)).not.toBe(sampleOfText(b));
    const bytes = Buffer.from(`--${a}--`);
    expect(sampleOfBytes(bytes, 2, bytes.length - 2)).not.toBe(sampleOfBytes(Buffer.from(b), 0, b.length));
    expect(sampleOfBytes(bytes, 2, bytes.length - 2)).toBe(sampleOfBytes(Buffer.from(a), 0, a.length));
  });

  it('a value that is not text has no sample', () => {
    expect(sampleOfText([{ type: 'image' }])).toBeUndefined();
  });
});

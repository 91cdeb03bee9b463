import { describe, expect, it } from 'vitest';
import { countNew, type HashString, NO_HASHES, withHashes } from './hash-string.js';

const hasHash = (hashes: HashString, hash: number): boolean => countNew(hashes, [hash]) === 0;

describe('hashes as text', () => {
  it('recognises its members, and little else', () => {
    const put = Array.from({ length: 300 }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
    const hashes = withHashes(NO_HASHES, put, 600);
    expect(put.every((hash) => hasHash(hashes, hash))).toBe(true);
    const others = Array.from({ length: 2000 }, (_, i) => Math.imul(i + 1000, 0x85ebca6b));
    expect(others.filter((hash) => hasHash(hashes, hash)).length).toBeLessThan(40);
  });

  it('keeps the newest, each once', () => {
    expect(withHashes(NO_HASHES, [1, 1, 2], 9)).toHaveLength(2);
    const hashes = withHashes(NO_HASHES, [1, 2, 3, 4], 3);
    expect([1, 2, 3, 4].map((hash) => hasHash(hashes, hash))).toEqual([false, true, true, true]);
  });

  it('survives JSON', () => {
    const hashes = withHashes(NO_HASHES, [-1, 0, 7, 0x7fffffff], 9);
    expect(JSON.parse(JSON.stringify(hashes))).toBe(hashes);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasAllBut as hasAllOf,
  type HashString,
  newSeenTable,
  NO_HASHES,
  withHashes as add,
} from './hash-string.js';

const table = newSeenTable();
const hasAllBut = (hashes: HashString, list: readonly number[], most: number): boolean =>
  hasAllOf(table, hashes, list, most);
const withHashes = (hashes: HashString, added: readonly number[], most: number): HashString =>
  add(table, hashes, added, most);
const hasHash = (hashes: HashString, hash: number): boolean => hasAllBut(hashes, [hash], 0);

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

  it('is the same whatever other strings were used before, and also for a string that holds a code twice', () => {
    const hash = fc.integer({ min: 0, max: 12 });
    const step = fc.record({
      at: fc.nat(2),
      added: fc.array(hash, { maxLength: 8 }),
      most: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const strings: HashString[] = [NO_HASHES, '\u0102\u0102\u0103', '\u0104\u0102\u0104'];
        for (const { at, added, most } of steps) {
          const before = strings[at] ?? NO_HASHES;
          const seen = new Set(before);
          const expected = Array.from(before);
          for (const one of added) {
            const code = String.fromCharCode(0x100 + one);
            if (!seen.has(code)) expected.push(code);
            seen.add(code);
          }
          const { length } = added.filter((one) => !before.includes(String.fromCharCode(0x100 + one)));
          expect(hasAllBut(before, added, length)).toBe(true);
          expect(hasAllBut(before, added, length - 1)).toBe(false);
          strings[at] = withHashes(before, added, most);
          expect(strings[at]).toBe(expected.slice(-most).join(''));
        }
      }),
    );
  });
});

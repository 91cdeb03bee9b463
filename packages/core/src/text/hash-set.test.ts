import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HashSet } from './hash-set.js';

describe('a set of hashes', () => {
  it('reports each hash as new once, like a Set', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 0x7fffffff }), { maxLength: 60 }), (hashes) => {
        const set = new HashSet(100);
        const known = new Set<number>();
        for (const hash of hashes) {
          expect(set.add(hash)).toBe(!known.has(hash));
          known.add(hash);
        }
        for (const hash of hashes) expect(set.has(hash)).toBe(true);
      }),
    );
  });

  it('accepts no more than its capacity', () => {
    const set = new HashSet(2);
    expect([1, 2, 3].map((hash) => set.add(hash))).toEqual([true, true, false]);
    expect(set.has(3)).toBe(false);
  });

  it('is empty after clearing', () => {
    const set = new HashSet(2);
    set.add(0);
    set.clear();
    expect(set.has(0)).toBe(false);
    expect(set.add(0)).toBe(true);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack, unpack } from './pack.js';

describe('a packed value', () => {
  it('survives a round trip, for every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(unpack(pack(value))).toEqual(value);
      }),
    );
  });

  it.each([
    ['a field called __proto__', JSON.parse('{"a":{"__proto__":{"b":1}}}')],
    ['a field that is undefined', { a: undefined, b: null }],
    ['many fields', Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, i]))],
    ['packed text of a state', { history: 'Āǿ聿'.repeat(50) }],
    ['numbers of all kinds', [0, -1, 2 ** 53, 0.1, 1e300]],
  ])('survives a round trip: %s', (_, value: unknown) => {
    const back = unpack(pack(value));
    expect(back).toStrictEqual(value);
    expect(JSON.stringify(back)).toBe(JSON.stringify(value));
  });

  it('stores field names once', () => {
    const one = (n: number): object => ({ aRatherLongName: n, anotherRatherLongName: n + 1 });
    const few = pack([one(1)]).length;
    expect(pack([one(1), one(2), one(3)]).length - few).toBeLessThan(30);
  });
});

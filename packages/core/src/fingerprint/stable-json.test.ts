import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.js';
import { computeHash } from './sha256.js';
import { stableStringify } from './stable-json.js';

/** The same value with the keys of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}

describe('M6 stable JSON', () => {
  it('M6 {a:1,b:2} and {b:2,a:1} are one text, one hash and one fingerprint', () => {
    const [one, other] = [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ];
    expect(stableStringify(one)).toBe('{"a":1,"b":2}');
    expect(stableStringify(other)).toBe(stableStringify(one));
    expect(computeHash(other)).toBe(computeHash(one));
    expect(fingerprint(other)).toEqual(fingerprint(one));
  });

  it('M6 the order of keys at any depth does not change text, hash or fingerprint', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const other = reversed(value);
        expect(stableStringify(other)).toBe(stableStringify(value));
        expect(computeHash(other)).toBe(computeHash(value));
        expect(fingerprint(other)).toEqual(fingerprint(value));
      }),
    );
  });

  it('M6 equal texts have equal fingerprints, and different texts different ones', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const isEqual = stableStringify(a) === stableStringify(b);
        expect(fingerprint(a).print === fingerprint(b).print).toBe(isEqual);
      }),
    );
  });

  it('M6 the output is valid JSON with the same content', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(stableStringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    ['undefined and functions in an object are left out', { a: undefined, b: () => 1, c: 1 }, '{"c":1}'],
    ['undefined in a list is null', [undefined, 1], '[null,1]'],
    ['a hole in a list is null', [1, , 2], '[1,null,2]'],
    ['what is no number is null', [NaN, Infinity, -0], '[null,null,0]'],
    ['a date is its text', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ['nothing is null', undefined, 'null'],
    ['a half surrogate pair is escaped', '\ud800', '"\\ud800"'],
    ['capitals come before small letters', { b: 1, B: 2, a: 3, '': 4 }, '{"":4,"B":2,"a":3,"b":1}'],
    ['keys like numbers are sorted as texts', { 10: 1, 9: 2 }, '{"10":1,"9":2}'],
    ['a key __proto__ is a key', JSON.parse('{"__proto__":{"x":1}}'), '{"__proto__":{"x":1}}'],
    ['a BigInt is marked', 12n, '"12n"'],
  ])('M6 %s', (_, value: unknown, expected) => {
    expect(stableStringify(value)).toBe(expected);
  });
});

describe('stable JSON of bad input', { timeout: 30_000 }, () => {
  const cyclic: Record<string, unknown> = { a: 1 };
  cyclic['self'] = cyclic;
  const deep = JSON.parse('['.repeat(2000) + ']'.repeat(2000)) as unknown;
  const throwing = {
    get a() {
      throw new Error('no');
    },
  };
  const doubling = Array.from({ length: 60 }).reduce<unknown>((value) => [value, value], 1);

  it.each([
    ['a cycle', cyclic, '[cycle]'],
    ['great depth', deep, '[too deep]'],
    ['a getter that throws', throwing, '[unreadable]'],
    ['a value that unfolds without end', doubling, '[too deep]'],
    ['a list of nothing but holes', new Array(2 ** 32 - 1), '[too deep]'],
  ])('%s is marked, and takes little time', (_, value, mark) => {
    // Not toContain: the text may be long.
    expect(stableStringify(value).includes(mark)).toBe(true);
  });
});

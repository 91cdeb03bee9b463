import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprint, looseFingerprint } from './fingerprint.js';
import { stableStringify } from './stable-json.js';

/** Any value that a program may pass. */
const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});

/** Any UTF-16, including lone surrogates; of all lengths that take different code paths. */
const anyText = fc
  .oneof(
    fc.string(),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .array(fc.oneof(fc.nat({ max: 0x7f }), fc.integer({ min: 0xd7fe, max: 0xe001 })), { maxLength: 60 })
      .map((units) => String.fromCharCode(...units)),
  )
  .chain((text) => fc.constantFrom(text, text.repeat(3), text.repeat(300)));

const json = fc.jsonValue({ maxDepth: 4 });
const jsonOfAnyText = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyText,
    fc.double(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(anyText, tie('value'), { maxKeys: 4 }),
  ),
})).value;

const isEqual = (a: unknown, b: unknown): boolean => stableStringify(a) === stableStringify(b);

describe('fingerprint', () => {
  it('never throws, and is deterministic', () => {
    fc.assert(
      fc.property(anything, (value) => {
        expect(fingerprint(value)).toEqual(fingerprint(value));
        expect(looseFingerprint(value)).toEqual(looseFingerprint(value));
      }),
      { numRuns: 1000 },
    );
  });

  it('agrees with stable JSON: equal texts have equal fingerprints, different texts different ones', () => {
    for (const values of [json, jsonOfAnyText, anything]) {
      fc.assert(
        fc.property(values, values, (a, b) => {
          const [one, other] = [fingerprint(a), fingerprint(b)];
          if (!one.partial && !other.partial) expect(one.print === other.print).toBe(isEqual(a, b));
        }),
        { numRuns: 1000 },
      );
    }
  });

  it('is the same after a JSON round trip, and for keys in another order', () => {
    fc.assert(
      fc.property(fc.oneof(json, jsonOfAnyText), (value) => {
        const text = stableStringify(value);
        expect(fingerprint(JSON.parse(text))).toEqual(fingerprint(value));
        expect(fingerprint(JSON.parse(JSON.stringify(value)))).toEqual(fingerprint(value));
      }),
      { numRuns: 1000 },
    );
  });

  it('changes with any single leaf', () => {
    fc.assert(
      fc.property(json, json, fc.array(json, { maxLength: 5 }), (leaf, other, company) => {
        const around = (one: unknown): unknown => ({ company, deep: [{ one }, company] });
        expect(fingerprint(around(leaf)).print === fingerprint(around(other)).print).toBe(
          isEqual(leaf, other),
        );
      }),
    );
  });

  it('does not depend on earlier values', () => {
    fc.assert(
      fc.property(anything, anything, (value, other) => {
        const before = fingerprint(value);
        fingerprint(other);
        looseFingerprint(other);
        expect(fingerprint(value)).toEqual(before);
      }),
    );
  });

  it('does not change the value', () => {
    fc.assert(
      fc.property(json, (value) => {
        const before = JSON.stringify(value);
        fingerprint(value);
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });
});

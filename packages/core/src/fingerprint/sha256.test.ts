import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeHash, sha256 } from './sha256.js';
import { stableStringify } from './stable-json.js';

const reference = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
/** Any UTF-16, including lone surrogates. */
const anyText = fc
  .array(fc.oneof(fc.nat({ max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })), { maxLength: 200 })
  .map((units) => String.fromCharCode(...units));

describe('M6 SHA-256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
  ])('M6 the published digest of "%s"', (text, digest) => {
    expect(sha256(text)).toBe(digest);
  });

  it('M6 every length around the edges of a block', () => {
    for (let length = 0; length <= 200; length++) {
      const text = 'x'.repeat(length);
      expect(sha256(text)).toBe(reference(text));
    }
  });

  it('M6 any text, including lone surrogates, agrees with node:crypto', () => {
    const isRight = (text: string): boolean => sha256(text) === reference(text);
    fc.assert(fc.property(anyText, isRight), { numRuns: 500 });
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), isRight));
  });

  it.each(['\ud800', '\udfff', 'a\ud83d', '\ude00b', '\ude00\ud83d', '😀', 'é', '€'])('M6 %j', (text) => {
    expect(sha256(text)).toBe(reference(text));
  });

  it('M6 a megabyte', () => {
    const text = 'ünïcode 😀 '.repeat(100_000);
    expect(sha256(text)).toBe(reference(text));
  });
});

describe('M6 computeHash', () => {
  it('M6 {a:1,b:2} and {b:2,a:1} give one hash, {a:2,b:1} another', () => {
    expect(computeHash({ a: 1, b: 2 })).toBe(computeHash({ b: 2, a: 1 }));
    expect(computeHash({ a: 1, b: 2 })).toBe(reference('{"a":1,"b":2}'));
    expect(computeHash({ a: 2, b: 1 })).not.toBe(computeHash({ a: 1, b: 2 }));
  });

  it('M6 for any JSON value it is the SHA-256 of its stable JSON', () => {
    const isRight = (value: unknown): boolean => computeHash(value) === reference(stableStringify(value));
    fc.assert(fc.property(fc.jsonValue(), isRight));
    fc.assert(fc.property(fc.record({ text: anyText }), isRight));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { halfJson } from './half-json.js';

const invalidated = (half: string): string => {
  const json = halfJson();
  json.push(half);
  return half + json.invalidate();
};

describe('incomplete JSON', () => {
  it.each([
    { name: 'a command that was cut', half: '{"command":"rm -rf /tmp/a', keys: ['command'] },
    { name: 'a key that was cut', half: '{"path":"a","con', keys: ['path', 'con'] },
    { name: 'a key without a value', half: '{"path"', keys: ['path'] },
    { name: 'a colon without a value', half: '{"path":', keys: ['path'] },
    { name: 'nothing but a brace', half: '{', keys: [] },
    { name: 'a comma', half: '{"a":1,', keys: ['a'] },
    { name: 'a word that was cut', half: '{"a":tr', keys: ['a'] },
    { name: 'a number that was cut', half: '{"a":-', keys: ['a'] },
    { name: 'an escape that was cut', half: '{"a":"b\\', keys: ['a'] },
    { name: 'a code point that was cut', half: '{"a":"b\\u00', keys: ['a'] },
    { name: 'nested values', half: '{"todos":[{"id":1,"t":"x"},{"id":', keys: ['todos'] },
  ])('$name becomes valid JSON without usable values', ({ half, keys }) => {
    const value = JSON.parse(invalidated(half)) as Record<string, unknown>;
    expect(value).toEqual({ ...Object.fromEntries(keys.map((key) => [key, null])), LOOP_DETECTED: true });
  });

  it('empty arguments become an argument that no tool has', () => {
    expect(JSON.parse(invalidated(''))).toEqual({ LOOP_DETECTED: true });
  });

  it('complete JSON stays unchanged', () => {
    expect(invalidated('{"a":[1,{"b":"}"}]} ')).toBe('{"a":[1,{"b":"}"}]} ');
  });

  it('cut at any position, it parses and keeps no argument', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(object, fc.nat(), fc.boolean(), (value, at, isPretty) => {
        const json = JSON.stringify(value, null, isPretty ? 2 : 0);
        const half = json.slice(0, at % json.length);
        const { LOOP_DETECTED: mark, ...rest } = JSON.parse(invalidated(half)) as Record<string, unknown>;
        expect(mark).toBe(true);
        expect(Object.values(rest).every((one) => one === null)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('recognises complete JSON, whatever the chunk boundaries', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, at) => {
        const json = JSON.stringify(value);
        const cut = at % json.length;
        const half = halfJson();
        half.push(json.slice(0, cut));
        expect(half.isWhole()).toBe(false);
        half.push(json.slice(cut));
        expect(half.isWhole()).toBe(true);
        expect(half.invalidate()).toBe('');
      }),
    );
  });
});

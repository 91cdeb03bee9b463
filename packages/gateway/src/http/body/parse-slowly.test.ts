import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTurns } from '../../testing/turns.js';
import { parseSlowly } from './parse-slowly.js';

/** What came of it: a value, or that it is not JSON. */
async function outcome(parse: () => unknown): Promise<string> {
  try {
    return JSON.stringify(await parse());
  } catch (error) {
    return error instanceof SyntaxError ? 'no JSON' : String(error);
  }
}

async function expectSame(text: string, size: number): Promise<void> {
  const found = await outcome(() => parseSlowly(Buffer.from(text), size));
  expect([text, found]).toEqual([text, await outcome(() => JSON.parse(text))]);
}

describe('JSON that is parsed in pieces', () => {
  it('has the same value as JSON that is parsed at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.nat(40), fc.constantFrom(undefined, 1), (value, size, space) =>
        expectSame(JSON.stringify(value, null, space), size),
      ),
      { numRuns: 500 },
    );
  });

  it('is refused where JSON.parse refuses it, however it is broken', async () => {
    const signs = fc.constantFrom('', ',', ']', '}', '[', '{', ':', '"', '0', ' ', '\\', 'x', ',,', '\uFEFF');
    await fc.assert(
      fc.asyncProperty(
        ...[fc.jsonValue(), fc.nat(), fc.nat(3), signs, fc.nat(20)],
        async (value, at, cut, sign, size) => {
          const text = JSON.stringify(value);
          const place = at % (text.length + 1);
          await expectSame(text.slice(0, place) + sign + text.slice(place + cut), size);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['[ ,1]', '[1,,2]', '[1,2,]', '{"a":[1],}', '{,"a":[1]}', '[[1] 2]', '{"a" [1]}', '{"a":[1] 2}'],
    ['[[1]] [2]', '{[1]}', '[[1]]]', '[[1]', '', ' ', '[1}', '{"a":1]', '1,2', '[1],[2]', '{:[1]}'],
    ['{"__proto__":[1],"a":2}', '{"a":[1],"a":[2]}', '{"a":[1],"b":2,"a":3}', ' [ [ ] , { } ] ', '"a,b"'],
  ])('as JSON.parse does: %s and the like', async (...texts) => {
    for (const text of texts) for (const size of [0, 1, 3, 8, 1000]) await expectSame(text, size);
  });

  it('has the same texts, wherever they are cut', async () => {
    const sign = fc.constantFrom(
      'a',
      'é',
      '€',
      '😀',
      '\\n',
      '\\"',
      '\\\\',
      '\\u00e9',
      '\\ud83d\\ude00',
      '\\u12',
      '\\x',
      '\n',
      ',',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(sign, { maxLength: 30 }), fc.nat(12), async (signs, size) => {
        for (const around of ['"_"', '["_"]', '{"a":"_","_":1}', '["_","_",[2]]', '{"_":["_"]}'])
          await expectSame(
            around.replaceAll('_', () => signs.join('')),
            size,
          );
      }),
      { numRuns: 500 },
    );
  });

  it('lets others run in between', async () => {
    const json = Buffer.from(JSON.stringify(Array.from({ length: 40_000 }, (_, i) => ({ i }))));
    expect(await countTurns(() => parseSlowly(json))).toBeGreaterThan(10);
  });
});

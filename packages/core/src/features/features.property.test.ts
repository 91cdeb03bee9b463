import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CallFeatures, extractFeatures } from './call-features.js';

const MOST = 400;
const fail = (): never => {
  throw new Error('not for you');
};

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 'core';
  for (let i = 0; i < depth; i++) value = wrap(value);
  return value;
}

function cyclic(): unknown {
  const value: Record<string, unknown> = { name: 'me' };
  value['self'] = [value];
  return value;
}

function manyKeys(count: number, last: unknown): unknown {
  return Object.fromEntries([...Array.from({ length: count }, (_, i) => [`key${i}`, i]), ['last', last]]);
}

const long = (mark: string): string => `${'word '.repeat(200_000)}${mark}${' more'.repeat(200_000)}`;

/** Marks the values that are not read completely. */
const tooLarge: readonly (readonly [string, (mark: string) => unknown])[] = [
  [
    'a getter that throws',
    () => ({
      get path() {
        return fail();
      },
    }),
  ],
  ['a proxy that throws', () => new Proxy({}, new Proxy({}, { get: () => fail }))],
  ['a cycle', cyclic],
  ['lists in lists', () => nested(100_000, (inner) => [inner])],
  ['objects in objects', () => nested(100_000, (inner) => ({ inner }))],
  ['references that unfold without end', () => nested(200, (inner) => [inner, inner])],
  ['many keys', (mark) => manyKeys(20_000, mark)],
  ['very many items', (mark) => [...Array.from({ length: 100_000 }, (_, i) => i), mark]],
  ['a list of holes', () => new Array<unknown>(2 ** 32 - 1)],
  ['a long text', long],
  ['a long text a thousand times', (mark) => new Array(1000).fill(long(mark))],
  ['a long key', (mark) => ({ [long(mark)]: 1 })],
  ['very many bytes', () => new Uint8Array(10_000_000)],
  ['a large BigInt', () => 10n ** 10_000n],
];

const odd: readonly (readonly [string, unknown])[] = [
  ['a symbol', Symbol('a')],
  ['a function', fail],
  ['numbers at the edges', [NaN, Infinity, -Infinity, Number.MAX_VALUE, 5e-324, -0]],
  ['an object with methods', { valueOf: fail, toString: fail }],
  ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 })],
  ['keys that mean something to the engine', JSON.parse('{"__proto__":{"a":1},"constructor":1,"length":4}')],
  ['a date, a map, a set, an error', [new Date(0), new Map([[1, 2]]), new Set([1]), new TypeError('bad')]],
  ['lone surrogates', { '\ud800': '\udc00', text: 'a\ud83d' }],
  ['nothing', undefined],
  ['very many keys', manyKeys(1_000_000, 'x')],
];

function expectBounded({ outcome, ...call }: CallFeatures): void {
  for (const part of [call, outcome])
    for (const [name, value] of Object.entries(part) as [string, unknown][]) {
      if (Array.isArray(value)) expect(value.length, name).toBeLessThanOrEqual(MOST);
      // Values may be any JSON number; everything else fits into 31 bits.
      const isAnyNumber = name === 'slotValues' || name === 'argValues';
      for (const item of [value].flat())
        if (typeof item === 'number')
          expect(isAnyNumber ? Number.isFinite(item) : Number.isInteger(item) && item >= 0, name).toBe(true);
    }
}

describe('any value', { timeout: 60_000 }, () => {
  it.each([...odd, ...tooLarge.map(([name, make]) => [name, make('x')] as const)])(
    '%s is read without an error, and its features are small',
    (_, value) => {
      const start = performance.now();
      expectBounded(extractFeatures({ tool: 'Write', args: value, result: 'ok' }));
      expectBounded(extractFeatures({ tool: 'Read', args: { path: 'a' }, result: value, isError: true }));
      expect(performance.now() - start).toBeLessThan(10_000);
    },
  );

  it.each(tooLarge)('%s equals nothing else, not even itself', (_, make) => {
    const [one, other] = ['a', 'b'].map((mark, seq) => {
      const value = make(mark);
      return extractFeatures({ tool: 'run', args: value, result: value }, {}, seq);
    }) as [CallFeatures, CallFeatures];
    expect(one.isWhole || one.outcome.isWhole).toBe(false);
    for (const name of ['call', 'target', 'template', 'entity'] as const)
      expect(other[name], name).not.toBe(one[name]);
    expect(other.outcome.content).not.toBe(one.outcome.content);
    expect(other.outcome.words).not.toBe(one.outcome.words);
    expect(other.outcome.failureKey).not.toBe(one.outcome.failureKey);
    expect(one.outcome.lines).toEqual([]);
  });

  it('JSON of any shape', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.jsonValue(),
        fc.jsonValue(),
        fc.boolean(),
        (tool, args, result, isError) => {
          expectBounded(extractFeatures({ tool, args, result, isError }));
        },
      ),
    );
  });

  it('texts of any characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
        expectBounded(extractFeatures({ tool: text, args: { command: text }, result: text }));
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, item]) => [name, reversed(item)]),
  );
}

describe('the order of fields', () => {
  it('does not affect a call or its outcome', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const one = extractFeatures({ tool: 'run', args: value, result: value });
        const other = extractFeatures({ tool: 'run', args: reversed(value), result: reversed(value) });
        for (const name of ['call', 'target', 'template'] as const) expect(other[name]).toBe(one[name]);
        for (const name of ['content', 'words', 'failureKey', 'kind'] as const)
          expect(other.outcome[name]).toBe(one.outcome[name]);
      }),
    );
  });

  it('the same event gives the same features, whatever came before it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, before) => {
        const one = extractFeatures({ tool: 'run', args: value, result: value });
        extractFeatures({ tool: 'other', args: before, result: before });
        expect(extractFeatures({ tool: 'run', args: value, result: value })).toEqual(one);
      }),
    );
  });
});

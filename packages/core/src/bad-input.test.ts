import { describe, expect, it } from 'vitest';
import { createGuard, type GuardSession } from './guard.js';
import type { Decision } from './pipeline.js';
import { PRESETS } from './presets/index.js';

/** Generous: the point is that nothing takes a time without bound. */
const PATIENCE = 2000;
const MAX_SNAPSHOT = 100_000;
const HUGE = 50_000_000;

/** Megabytes that differ in one character in the middle. */
function hugeText(mark = '', size = HUGE): string {
  const bytes = Buffer.alloc(size, 'all work and no play makes a long text; ');
  bytes.write(mark, size / 2);
  return bytes.toString('latin1');
}

const HUGE_TEXT = hugeText();
const HUGE_ASIAN_TEXT = '長い文章です。'.repeat(HUGE / 14);

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 'core';
  for (let i = 0; i < depth; i++) value = wrap(value);
  return value;
}

function manyKeys(count: number, last: unknown = 0): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (let i = 0; i < count; i++) value[`key${i}`] = i;
  value['last'] = last;
  return value;
}

function cyclic(): unknown {
  const value: Record<string, unknown> = { name: 'me' };
  value['self'] = value;
  value['list'] = [value, { value }];
  return value;
}

const fail = (): never => {
  throw new Error('not for you');
};

/** Every trap throws. */
function hostileProxy(target: object): object {
  return new Proxy(target, new Proxy({}, { get: () => fail }));
}

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

class Endless {
  toJSON(): unknown {
    return new Endless();
  }
}

const odd: readonly (readonly [string, () => unknown])[] = [
  ['arrays in arrays, 100,000 deep', () => nested(100_000, (inner) => [inner])],
  ['objects in objects, 100,000 deep', () => nested(100_000, (inner) => ({ inner }))],
  ['a million keys', () => manyKeys(1_000_000)],
  ['a million items', () => Array.from({ length: 1_000_000 }, (_, i) => i)],
  ['a million texts', () => Array.from({ length: 1_000_000 }, (_, i) => `text number ${i}`)],
  ['a cycle', cyclic],
  ['references that unfold into 2^200 leaves', () => nested(200, (inner) => [inner, inner])],
  ['references that unfold into 50 GB', () => Array.from({ length: 1000 }, () => HUGE_TEXT)],
  [
    'keys that mean something to the engine',
    () =>
      JSON.parse(
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"hasOwnProperty":1,"toString":2,"toJSON":3,"length":4}',
      ),
  ],
  ['a BigInt', () => 12345678901234567890n],
  ['a BigInt of 100,000 digits', () => 10n ** 100_000n],
  ['a BigInt of 3,000,000 bits', () => 1n << 3_000_000n],
  ['BigInts in a list', () => [1n, -1n, 0n]],
  ['NaN', () => NaN],
  ['Infinity', () => [Infinity, -Infinity, Number.MAX_VALUE, 5e-324]],
  ['-0', () => -0],
  ['undefined', () => ({ a: undefined, b: [undefined] })],
  ['a symbol', () => ({ a: Symbol('a'), [Symbol('key')]: 1 })],
  ['a bare symbol', () => Symbol.iterator],
  ['a function', () => fail],
  ['an object with methods', () => ({ then: fail, valueOf: fail, toString: fail })],
  [
    'a getter that throws',
    () => ({
      a: 1,
      get b() {
        return fail();
      },
    }),
  ],
  [
    'a getter that throws, deep inside',
    () => ({
      a: [
        {
          get b() {
            return fail();
          },
        },
      ],
    }),
  ],
  ['a proxy that throws', () => hostileProxy({ a: 1 })],
  ['a list behind a proxy that throws', () => hostileProxy([1, 2])],
  ['a proxy that throws, inside', () => ({ command: hostileProxy({}), path: hostileProxy([]) })],
  ['a revoked proxy', revokedProxy],
  ['a revoked proxy inside', () => [{ value: revokedProxy() }]],
  ['a toJSON that throws', () => ({ a: 1, toJSON: fail })],
  [
    'a toJSON that returns itself',
    () => ({
      a: 1,
      toJSON() {
        return this;
      },
    }),
  ],
  ['a toJSON without end', () => new Endless()],
  ['a date', () => new Date(0)],
  ['a date that is none', () => ({ at: new Date(NaN) })],
  [
    'a map',
    () =>
      new Map<unknown, unknown>([
        [1, 2],
        [{}, cyclic()],
      ]),
  ],
  ['a set', () => new Set([1, cyclic()])],
  ['an error', () => new TypeError('bad', { cause: cyclic() })],
  [
    'an error with a getter that throws',
    () => Object.defineProperty(new Error('x'), 'message', { get: fail }),
  ],
  ['a regular expression', () => /(a+)+$/],
  ['50 MB of bytes', () => new Uint8Array(HUGE)],
  ['a buffer of 50 MB', () => Buffer.alloc(HUGE, 'x')],
  [
    'bytes of several kinds',
    () => [
      new Float64Array(4),
      new DataView(new ArrayBuffer(8)),
      new ArrayBuffer(8),
      new SharedArrayBuffer(8),
    ],
  ],
  [
    'boxed values',
    () => [Object(1), Object('text'), Object(true), Object(1n), Object(Symbol.iterator)] as unknown[],
  ],
  ['an object without a prototype', () => Object.assign(Object.create(null) as object, { a: 1 })],
  [
    'an object with 100,000 ancestors',
    () => nested(100_000, (inner) => Object.create(typeof inner === 'object' ? inner : null) as object),
  ],
  ['a frozen object', () => Object.freeze({ a: Object.freeze([1]) })],
  ['a list with holes', () => [, 1, , 2, ,] as unknown[]], // eslint-disable-line no-sparse-arrays
  ['a list of holes', () => new Array<unknown>(2 ** 32 - 1)],
  [
    'lone surrogates',
    () => ({ '\ud800': '\udc00', text: 'a\ud83d', other: '\ude00b', command: '\ud83d'.repeat(100) }),
  ],
  ['a text of 50 MB', () => HUGE_TEXT],
  ['a text of 50 MB in other letters', () => ({ content: HUGE_ASIAN_TEXT, path: HUGE_ASIAN_TEXT })],
  [
    'a text of 50 MB under every usual name',
    () =>
      Object.fromEntries(
        [
          'command',
          'file_path',
          'path',
          'content',
          'query',
          'url',
          'old_string',
          'new_string',
          'id',
          'status',
        ].map((name) => [name, HUGE_TEXT]),
      ),
  ],
  ['a key of 50 MB', () => ({ [HUGE_TEXT]: 1 })],
  ['50 MB without a blank', () => 'x'.repeat(HUGE)],
  ['50 MB of blanks', () => ({ command: ' '.repeat(HUGE) })],
  ['50 MB of slashes', () => ({ file_path: '/'.repeat(HUGE) })],
  ['50 MB of lines', () => '\n'.repeat(HUGE)],
  [
    '50 MB put together from pieces',
    () => {
      let text = '';
      for (let i = 0; i < 50_000; i++) text += `piece ${i} ${'x'.repeat(1000)}`;
      return text;
    },
  ],
];

const ALL: readonly string[] = PRESETS;

function newSession(preset: string): GuardSession {
  return createGuard({ preset }).session('one');
}

/** The decision, in time. */
function inTime(name: string, act: () => Decision): Decision {
  const start = performance.now();
  const decision = act();
  expect(performance.now() - start, name).toBeLessThan(PATIENCE);
  return decision;
}

/** Every place where any value may stand. */
function placements(session: GuardSession, value: unknown): Readonly<Record<string, () => Decision>> {
  const any = value as never;
  return {
    'arguments before': () => session.before({ tool: 'Write', args: value }),
    'arguments after': () => session.after({ tool: 'Write', args: value, result: 'ok' }),
    result: () => session.after({ tool: 'Read', args: { path: 'a' }, result: value }),
    'result of a failure': () =>
      session.after({ tool: 'Read', args: { path: 'a' }, result: value, isError: true }),
    files: () => session.state({ files: value }),
    todos: () => session.state({ todos: value }),
    'todos, inside': () => session.state({ todos: [{ id: value, content: value, status: value }] }),
    'error of a state': () => session.state({ error: value }),
    'a whole event': () => session.observe(value),
    'the kind': () => session.observe({ kind: value }),
    'instead of a call': () => session.after(any),
    'instead of an attempt': () => session.before(any),
    'instead of a message': () => session.message(any),
    'instead of a delta': () => session.delta(any),
    'instead of a turn': () => session.turn(any),
    'instead of an edit': () => session.edit(any),
    'instead of a state': () => session.state(any),
    'instead of an error': () => session.error(any),
    'instead of a step': () => session.step(any),
    'a tool': () => session.after({ tool: any, args: {} }),
    'a time': () => session.after({ tool: 'Read', at: any, round: any, tokens: any }),
    'a reset': () => session.reset(any),
  };
}

function expectSound(session: GuardSession): void {
  expect(JSON.stringify(session.snapshot()).length).toBeLessThan(MAX_SNAPSHOT);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
}

describe.each(ALL)('bad input, preset %s', (preset) => {
  it.each(odd)('%s', (_, make) => {
    const session = newSession(preset);
    for (const [place, act] of Object.entries(placements(session, make()))) {
      expect(inTime(place, act).kind, place).toMatch(/^(proceed|act|refused)$/);
    }
    expectSound(session);
  });

  it.each([
    ['one of 50 MB', HUGE_TEXT],
    ['one of 50 MB in other letters', HUGE_ASIAN_TEXT],
    ['50 MB of one letter', 'x'.repeat(HUGE)],
    ['50 MB of blanks', ' '.repeat(HUGE)],
    ['50 MB of line ends', '\n'.repeat(HUGE)],
    ['50 MB of dots and slashes', '../'.repeat(HUGE / 3)],
    ['50 MB of digits', '0123456789'.repeat(HUGE / 10)],
    ['50 MB of quotes', '`"'.repeat(HUGE / 2)],
    ['lone surrogates', `${'\ud800'.repeat(5000)}\udc00`],
    ['none', ''],
  ])('a text: %s', (_, text) => {
    const session = newSession(preset);
    const places: Readonly<Record<string, () => Decision>> = {
      message: () => session.message(text),
      'a delta of text': () => session.delta(text),
      'a delta of thought': () => session.delta({ text, channel: 'reasoning' }),
      'another delta': () => session.delta('and on'),
      turn: () => session.turn({ role: 'user', text }),
      'turn of the harness': () => session.turn({ role: 'harness', reason: 'nudge', text }),
      'path of an edit': () => session.edit({ path: text, before: 'a', after: 'b' }),
      'content of an edit': () => session.edit({ path: 'a.ts', before: text, after: text }),
      goal: () => session.state({ goal: text }),
      'error message': () => session.error({ message: text }),
      'error type and fix': () => session.error({ message: 'x', type: text, fix: text }),
      step: () => session.step({ intent: text, tool: text, status: 'success' }),
      'tool before': () => session.before({ tool: text, args: { command: text } }),
      'tool after': () => session.after({ tool: text, args: { command: text }, result: text }),
      'a failure': () =>
        session.after({ tool: 'Bash', args: { command: text }, result: text, isError: true }),
      'a write': () =>
        session.after({ tool: 'write_file', args: { path: text, content: text }, result: 'ok' }),
      'a replacement': () =>
        session.after({
          tool: 'edit_file',
          args: { path: 'a', old_string: text, new_string: text },
          result: 'ok',
        }),
    };
    for (const [place, act] of Object.entries(places)) {
      expect(inTime(place, act).kind, place).toMatch(/^(proceed|act)$/);
      expectSound(session);
    }
  });
});

describe('two different huge values are never taken for equal', () => {
  const MANY = 9;
  const marks = Array.from({ length: MANY }, (_, i) => `<${i}>`);
  const size = 4_000_000;
  const keys = 100_000;

  const values: readonly (readonly [string, (mark: string) => unknown])[] = [
    ['texts', (mark) => hugeText(mark, size)],
    ['texts in arguments', (mark) => ({ path: 'a.ts', content: hugeText(mark, size) })],
    ['texts deep inside', (mark) => ({ a: [{ b: [hugeText(mark, size)] }] })],
    ['objects of many keys', (mark) => manyKeys(keys, mark)],
    ['lists', (mark) => [...Array.from({ length: keys }, (_, i) => i), mark]],
    ['deep objects', (mark) => nested(1000, (inner) => ({ inner: inner === 'core' ? mark : inner }))],
    ['big numbers', (mark) => BigInt(marks.indexOf(mark)) + (1n << 100_000n)],
    ['bytes', (mark) => Buffer.from(hugeText(mark, size))],
    ['maps', (mark) => new Map(Array.from({ length: keys }, (_, i) => [i, i === keys - 1 ? mark : i]))],
    ['what cannot be read', () => hostileProxy({})],
  ];

  const heard = (decisions: readonly Decision[]): readonly string[] =>
    decisions.flatMap((decision) =>
      decision.kind === 'act' ? (decision.verdict.primary?.brief ?? decision.rung) : [],
    );

  describe.each(ALL)('preset %s', (preset) => {
    it.each(values)('%s, as arguments and results', (_, make) => {
      const session = newSession(preset);
      expect(
        heard(marks.map((mark) => session.after({ tool: 'tool', args: make(mark), result: make(mark) }))),
      ).toEqual([]);
    });

    it.each(values)('%s, as states of the work', (_, make) => {
      const session = newSession(preset);
      expect(heard(marks.map((mark) => session.state({ files: make(mark), error: make(mark) })))).toEqual([]);
    });
  });

  it.each([
    ['votes', (session: GuardSession, text: string) => session.message(text)],
    ['votes', (session: GuardSession, text: string) => session.error({ message: text, fix: text })],
    [
      'votes',
      (session: GuardSession, text: string) =>
        session.after({ tool: text, args: text, result: text, isError: true }),
    ],
    ['votes', (session: GuardSession, text: string) => session.state({ goal: text })],
    ['votes', (session: GuardSession, text: string) => session.edit({ path: 'a', after: text })],
    ['drift', (session: GuardSession, text: string) => session.edit({ path: 'a', after: text })],
    [
      'drift',
      (session: GuardSession, text: string) =>
        session.after({ tool: 'write', args: { path: 'a', content: text } }),
    ],
    [
      'drift',
      (session: GuardSession, text: string) =>
        session.after({ tool: 'read', args: { path: text }, result: 'x' }),
    ],
    [
      'drift',
      (session: GuardSession, text: string) =>
        session.after({ tool: 'test', args: {}, result: text, isError: true }),
    ],
    ['matrix', (session: GuardSession, text: string) => session.after({ tool: 'a', args: {}, result: text })],
    ['entropy', (session: GuardSession, text: string) => session.step({ intent: text, status: 'success' })],
    [
      'entropy',
      (session: GuardSession, text: string) => session.step({ intent: 'a', tool: text, status: 'success' }),
    ],
  ] as const)('%s: texts, row %#', (preset, act) => {
    const session = newSession(preset);
    expect(heard(marks.map((mark) => act(session, hugeText(mark, size))))).toEqual([]);
  });
});

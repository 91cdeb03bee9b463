import { describe, expect, it } from 'vitest';
import { createGuard } from './guard.js';
import type { GuardSession } from './guard/types.js';
import type { Decision } from './pipeline.js';
import { PRESETS, presetOf } from './presets/index.js';

/** Generous, for busy machines: to list so many keys alone takes an engine a good part of a second. */
const PATIENCE = 5000;
const MAX_SNAPSHOT = 100_000;

interface Scale {
  /** Characters of a huge text. */
  readonly text: number;
  readonly keys: number;
  readonly depth: number;
}

const HUGE: Scale = { text: 20_000_000, keys: 300_000, depth: 100_000 };
/** Also beyond every limit, but quick to build. */
const LARGE: Scale = { text: 2_000_000, keys: 20_000, depth: 1000 };

const rows: readonly (readonly [string, Scale])[] = PRESETS.map((preset) => [
  preset,
  preset === 'default' ? HUGE : LARGE,
]);

/** Two pages that repeat one text and differ only in a mark in the middle. */
const PAGE = Array.from({ length: 8000 }, (_, i) => (i * 7919).toString(36)).join(' ');
function longText(size: number, mark = ''): string {
  const bytes = Buffer.alloc(size, PAGE);
  bytes.write(mark, size / 2);
  return bytes.toString('latin1');
}

const texts = new Map<Scale, string>([HUGE, LARGE].map((scale) => [scale, longText(scale.text)]));

function nested(depth: number, wrap: (inner: unknown) => unknown, core: unknown = 'core'): unknown {
  let value = core;
  for (let i = 0; i < depth; i++) value = wrap(value);
  return value;
}

function manyKeys(count: number, last: unknown = 0): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (let i = 0; i < count; i++) value[`key${i}`] = i;
  value['last'] = last;
  return value;
}

/** Makes each value once: to build an object of very many keys takes longer than to judge it. */
function once<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key)!;
  };
}

const keysOnce = once((count: number) => manyKeys(count));

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

const ENGINE_KEYS =
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"hasOwnProperty":1,"toString":2,"toJSON":3,"length":4}';
const USUAL_NAMES = [
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
];

type Odd = readonly [name: string, make: (scale: Scale, text: string) => unknown];

const huge: readonly Odd[] = [
  ['lists in lists', ({ depth }) => nested(depth, (inner) => [inner])],
  ['objects in objects', ({ depth }) => nested(depth, (inner) => ({ inner }))],
  ['very many keys', ({ keys }) => keysOnce(keys)],
  ['very many items', ({ keys }) => Array.from({ length: keys }, (_, i) => `text number ${i}`)],
  ['references that unfold into 2^200 leaves', () => nested(200, (inner) => [inner, inner])],
  ['a huge text a thousand times', (_, text) => Array.from({ length: 1000 }, () => text)],
  ['a BigInt of very many digits', ({ depth }) => 10n ** BigInt(depth)],
  ['very many bytes', ({ text }) => new Uint8Array(text)],
  ['a large buffer', ({ text }) => Buffer.alloc(text, 'x')],
  [
    'very many ancestors',
    ({ depth }) => nested(depth, (inner) => Object.create(inner as object) as object, {}),
  ],
  ['a huge text', (_, text) => text],
  ['a huge text in other letters', ({ text }) => ({ content: '長い文章です。'.repeat(text / 14) })],
  [
    'a huge text under every usual name',
    (_, text) => Object.fromEntries(USUAL_NAMES.map((name) => [name, text])),
  ],
  ['a huge key', (_, text) => ({ [text]: 1 })],
  [
    'a huge text put together from pieces',
    ({ text }) => nested(text / 1000, (inner) => `${inner as string}${PAGE.slice(0, 1000)}`),
  ],
];

const odd: readonly Odd[] = [
  ['a cycle', cyclic],
  ['keys that mean something to the engine', () => JSON.parse(ENGINE_KEYS) as unknown],
  ['a BigInt', () => 12345678901234567890n],
  ['BigInts in a list', () => [1n, -1n, 0n]],
  ['NaN', () => NaN],
  ['numbers at the edges', () => [Infinity, -Infinity, Number.MAX_VALUE, 5e-324, -0]],
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
  [
    'a getter that throws where others look',
    () => ({
      get command() {
        return fail();
      },
      get path() {
        return fail();
      },
    }),
  ],
  ['a proxy that throws', () => hostileProxy({ a: 1 })],
  ['a list behind a proxy that throws', () => hostileProxy([1, 2])],
  ['proxies that throw, inside', () => ({ command: hostileProxy({}), path: hostileProxy([]) })],
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
  ['an error whose message throws', () => Object.defineProperty(new Error('x'), 'message', { get: fail })],
  ['a regular expression', () => /(a+)+$/],
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
  ['a frozen object', () => Object.freeze({ a: Object.freeze([1]) })],
  ['a list with holes', () => Object.assign(new Array<unknown>(5), { 1: 1, 3: 2 })],
  ['a list of holes', () => new Array<unknown>(2 ** 32 - 1)],
  [
    'lone surrogates',
    () => ({ '\ud800': '\udc00', text: 'a\ud83d', other: '\ude00b', command: '\ud83d'.repeat(100) }),
  ],
];

/** Every field of an event that can hold any value. */
function placesOf(session: GuardSession, value: unknown): Readonly<Record<string, () => Decision>> {
  return {
    arguments: () => session.after({ tool: 'Write', args: value, result: 'ok' }),
    result: () => session.after({ tool: 'Read', args: { path: 'a' }, result: value }),
    'result of a failure': () =>
      session.after({ tool: 'Read', args: { path: 'a' }, result: value, isError: true }),
    files: () => session.state({ files: value }),
    'a whole event': () => session.observe(value),
  };
}

function morePlacesOf(session: GuardSession, value: unknown): Readonly<Record<string, () => Decision>> {
  const any = value as never;
  return {
    ...placesOf(session, value),
    'arguments before': () => session.before({ tool: 'Write', args: value }),
    todos: () => session.state({ todos: value, error: value }),
    'one todo': () => session.state({ todos: [{ id: value, content: value, status: value }] }),
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

function textPlacesOf(session: GuardSession, text: string): Readonly<Record<string, () => Decision>> {
  const args = { command: text, path: text, content: text, old_string: text, new_string: text };
  return {
    message: () => session.message(text),
    'a delta of text': () => session.delta(text),
    'a delta of thought': () => session.delta({ text, channel: 'reasoning' }),
    'another delta': () => session.delta('and on'),
    'a turn': () => session.turn({ role: 'user', text }),
    'a turn of the harness': () => session.turn({ role: 'harness', reason: 'nudge', text }),
    'path of an edit': () => session.edit({ path: text, before: 'a', after: 'b' }),
    'content of an edit': () => session.edit({ path: 'a.ts', before: text, after: text }),
    goal: () => session.state({ goal: text }),
    'an error': () => session.error({ message: text, type: text, fix: text }),
    'a step': () => session.step({ intent: text, tool: text, status: 'success' }),
    'a tool': () => session.after({ tool: text, args, result: text }),
    'a failure': () => session.after({ tool: 'write_file', args, result: text, isError: true }),
  };
}

function newSession(preset: string): GuardSession {
  return createGuard({ preset: presetOf(preset) }).session('one');
}

function expectAllIn(places: Readonly<Record<string, () => Decision>>, kinds: RegExp): void {
  for (const [place, act] of Object.entries(places)) {
    const start = performance.now();
    expect(act().kind, place).toMatch(kinds);
    expect(performance.now() - start, place).toBeLessThan(PATIENCE);
  }
}

function expectSound(session: GuardSession): void {
  expect(JSON.stringify(session.snapshot()).length).toBeLessThan(MAX_SNAPSHOT);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
}

describe.each(rows)('bad input: preset %s', { timeout: 60_000 }, (preset, scale) => {
  const text = texts.get(scale)!;

  it.each(odd)('%s', (_, make) => {
    const session = newSession(preset);
    expectAllIn(morePlacesOf(session, make(scale, text)), /^(proceed|act|refused)$/);
    expectSound(session);
  });

  it.each(huge)('%s', (_, make) => {
    const session = newSession(preset);
    expectAllIn(placesOf(session, make(scale, text)), /^(proceed|act|refused)$/);
    expectSound(session);
  });

  it.each([
    ['a huge one', text],
    ['blanks', ' '.repeat(scale.text)],
    ['line ends', '\n'.repeat(scale.text)],
    // Quadratic time would be minutes at this length.
    ['many dots and slashes', '../'.repeat(80_000)],
    ['many slashes', '/'.repeat(250_000)],
    ['many digits', '0123456789'.repeat(25_000)],
    ['many quotes', '`"'.repeat(125_000)],
    ['one letter', 'x'.repeat(250_000)],
    ['many capitals', 'aB'.repeat(125_000)],
    ['lone surrogates', `${'\ud800'.repeat(5000)}\udc00`],
    ['none', ''],
  ])('a text: %s', (_, one) => {
    const session = newSession(preset);
    expectAllIn(textPlacesOf(session, one), /^(proceed|act)$/);
    expectSound(session);
  });
});

describe('two different huge values never count as equal', { timeout: 60_000 }, () => {
  const marks = Array.from({ length: 9 }, (_, i) => `<${i}>`);
  const { text: size, keys, depth } = LARGE;

  const values: readonly (readonly [string, (mark: string) => unknown])[] = [
    ['texts', (mark) => longText(size, mark)],
    ['texts in arguments', (mark) => ({ path: 'a.ts', content: longText(size, mark) })],
    ['texts deep inside', (mark) => ({ a: [{ b: [longText(size, mark)] }] })],
    [
      'texts of half a megabyte, many',
      (mark) => Array.from({ length: 5 }, (_, i) => longText(size / 4, i === 4 ? mark : '')),
    ],
    ['objects of many keys', (mark) => manyKeys(keys, mark)],
    ['lists', (mark) => [...Array.from({ length: keys }, (_, i) => i), mark]],
    ['deep objects', (mark) => nested(depth, (inner) => ({ inner }), mark)],
    ['big numbers', (mark) => BigInt(marks.indexOf(mark)) + (1n << 100_000n)],
    ['bytes', (mark) => Buffer.from(longText(size, mark))],
    ['maps', (mark) => new Map(Array.from({ length: keys }, (_, i) => [i, i === keys - 1 ? mark : i]))],
    ['what cannot be read', () => hostileProxy({})],
  ];

  const heard = (decisions: readonly Decision[]): readonly string[] =>
    decisions.flatMap((decision) =>
      decision.kind === 'act' ? (decision.verdict.primary?.brief ?? decision.rung) : [],
    );

  const madeOnce = values.map(([name, make]) => [name, once(make)] as const);

  describe.each(PRESETS)('preset %s', (preset) => {
    it.each(madeOnce)('%s, as arguments and results', (_, make) => {
      const session = newSession(preset);
      const decisions = marks.map((mark) =>
        session.after({ tool: 'tool', args: make(mark), result: make(mark) }),
      );
      expect(heard(decisions)).toEqual([]);
    });

    it.each(madeOnce)('%s, as states of the work', (_, make) => {
      const session = newSession(preset);
      expect(heard(marks.map((mark) => session.state({ files: make(mark), error: make(mark) })))).toEqual([]);
    });
  });

  it.each<[string, string, (session: GuardSession, text: string) => Decision]>([
    ['votes', 'messages', (session, text) => session.message(text)],
    ['votes', 'errors', (session, text) => session.error({ message: text, fix: text })],
    [
      'votes',
      'failures',
      (session, text) => session.after({ tool: text, args: text, result: text, isError: true }),
    ],
    ['votes', 'goals', (session, text) => session.state({ goal: text })],
    ['votes', 'edits', (session, text) => session.edit({ path: 'a', after: text })],
    ['drift', 'edits', (session, text) => session.edit({ path: 'a', after: text })],
    [
      'drift',
      'writes',
      (session, text) => session.after({ tool: 'write', args: { path: 'a', content: text } }),
    ],
    ['drift', 'reads', (session, text) => session.after({ tool: 'read', args: { path: text }, result: 'x' })],
    [
      'drift',
      'failures',
      (session, text) => session.after({ tool: 'test', args: {}, result: text, isError: true }),
    ],
    ['matrix', 'outcomes', (session, text) => session.after({ tool: 'a', args: {}, result: text })],
    ['entropy', 'intents', (session, text) => session.step({ intent: text, status: 'success' })],
    ['entropy', 'tools', (session, text) => session.step({ intent: 'a', tool: text, status: 'success' })],
  ])('%s: %s', (preset, _, act) => {
    const session = newSession(preset);
    expect(heard(marks.map((mark) => act(session, longText(size, mark))))).toEqual([]);
  });

  it('two texts of 20 MB, two objects of 300,000 keys', () => {
    const session = newSession('cycles');
    const { text: most, keys: all } = HUGE;
    const pairs = [
      [longText(most, '<a>'), longText(most, '<b>')],
      [keysOnce(all), manyKeys(all, 'b')],
    ];
    for (const [one, other] of pairs) {
      expect(heard([one, other, one, other].map((args) => session.after({ tool: 'tool', args })))).toEqual(
        [],
      );
    }
  });
});

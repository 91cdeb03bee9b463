import { describe, expect, it } from 'vitest';
import { combine, fingerprint, looseFingerprint, provenPrint, textPrint } from './fingerprint.js';

const printOf = (value: unknown): number => fingerprint(value).print;

/** How many of the values share a fingerprint with an earlier one. */
function collisions(values: Iterable<unknown>): number {
  const prints = new Set<number>();
  let count = 0;
  for (const value of values) {
    prints.add(printOf(value));
    count++;
  }
  return count - prints.size;
}

function expectDifferent(values: readonly unknown[]): void {
  const prints = values.map(printOf);
  for (const [i, print] of prints.entries()) {
    for (let k = 0; k < i; k++) expect(print, `${k} and ${i}`).not.toBe(prints[k]);
  }
}

const WORDS = [
  'src',
  'test',
  'index',
  'parse',
  'build',
  'update',
  'config',
  'session',
  'value',
  'status',
  'error',
  'result',
];
const word = (i: number): string => WORDS[i % WORDS.length]!;

describe('different values', () => {
  it.each<[string, readonly unknown[]]>([
    [
      'keys and values that change places',
      [{ a: { b: 1 } }, { b: { a: 1 } }, { a: 1, b: 2 }, { a: 2, b: 1 }],
    ],
    ['texts cut elsewhere', [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', ''], ['', 'abc'], 'abc']],
    [
      'long texts cut elsewhere',
      [
        ['x'.repeat(40), 'y'.repeat(20)],
        ['x'.repeat(40) + 'y', 'y'.repeat(19)],
        ['x'.repeat(39), 'x' + 'y'.repeat(20)],
      ],
    ],
    [
      'nothing of several kinds',
      [
        '',
        null,
        [],
        {},
        0,
        false,
        'null',
        '[]',
        '{}',
        '0',
        'false',
        [null],
        [[]],
        [{}],
        { '': '' },
        { '': null },
      ],
    ],
    [
      'numbers and their texts',
      [1, '1', '1n', true, 'true', 1.5, '1.5', -1, 0.1, 1e21, '1e21', 2 ** 31, 2 ** 32, -(2 ** 31)],
    ],
    ['nesting', [[[1], 2], [[1, 2]], [1, [2]], [1, 2], [[1], [2]], [[[1]], 2]]],
    ['keys like indices', [['a'], { 0: 'a' }, { '0': 'a', length: 1 }]],
    [
      'order of a list',
      [
        [1, 2, 3],
        [1, 3, 2],
        [2, 1, 3],
        [3, 2, 1],
      ],
    ],
    ['what is at which key', [{ a: 'x', b: 'y' }, { a: 'y', b: 'x' }, { a: 'xy', b: '' }, { ab: 'xy' }]],
    ['lengths', Array.from({ length: 300 }, (_, i) => 'x'.repeat(i))],
    ['zeros at the end', Array.from({ length: 40 }, (_, i) => `text that is long enough${'\0'.repeat(i)}`)],
    ['lengths of lists', Array.from({ length: 50 }, (_, i) => new Array<null>(i).fill(null))],
    [
      'around the limits of a piece',
      [4095, 4096, 4097, 8191, 8192, 8193].flatMap((n) => [
        'x'.repeat(n),
        `${'x'.repeat(n - 1)}y`,
        `y${'x'.repeat(n - 1)}`,
      ]),
    ],
    [
      'letters that UTF-8 writes alike',
      [
        '\ud800',
        '\ud801',
        '\udc00',
        '\ufffd',
        'some text \ud800',
        'some text \ud801',
        'some text \udc00',
        'some text \ufffd',
        '\ud83d\ude00 and more of it',
        '\ud83d \ude00 and more of it',
      ],
    ],
    [
      'halves of a pair that meet',
      [
        ['first text \ud83d', '\ude00 second text'],
        ['first text \ud83d\ude00', ' second text'],
        ['first text ', '\ud83d\ude00 second text'],
      ],
    ],
    [
      'letters of one to four bytes',
      ['a', 'é', '漢', '😀'].flatMap((letter) => [5, 13, 20, 5000].map((n) => letter.repeat(n))),
    ],
    [
      'bytes, maps, sets and errors',
      [
        new Uint8Array([1, 2]),
        new Uint8Array([1, 3]),
        new Map([[1, 2]]),
        new Map([[1, 3]]),
        new Set([1]),
        new Set([2]),
        new Error('a'),
        new Error('b'),
        new TypeError('a'),
      ],
    ],
    ['boxed values', [Object(1), Object(2), Object('a'), Object(true)] as unknown[]],
  ])('%s', (_, values) => {
    expectDifferent(values);
  });

  it('400,000 paths', () => {
    function* paths(): Generator {
      for (let i = 0; i < 400_000; i++)
        yield `/home/dev/${word(i)}/${word((i / 12) | 0)}/${word((i / 144) | 0)}-${i}.ts`;
    }
    expect(collisions(paths())).toBe(0);
  });

  it('100,000 pairs of small numbers, in lists and under keys', () => {
    function* pairs(make: (a: number, b: number) => unknown): Generator {
      for (let a = 0; a < 317; a++) for (let b = 0; b < 317; b++) yield make(a, b);
    }
    expect(collisions(pairs((a, b) => [a, b]))).toBe(0);
    expect(collisions(pairs((a, b) => ({ a, b })))).toBe(0);
    expect(collisions(pairs((a, b) => ({ a: { b: a }, c: [b] })))).toBe(0);
  });

  it('one character changed at any position of texts of any length', () => {
    for (const length of [1, 2, 3, 5, 12, 13, 15, 16, 17, 31, 32, 33, 100, 1000, 4096, 9000]) {
      const text = Array.from({ length }, (_, i) => String.fromCharCode(97 + ((i * 7) % 26))).join('');
      const changed = Array.from({ length }, (_, i) => text.slice(0, i) + '#' + text.slice(i + 1));
      expect(collisions([text, ...changed]), String(length)).toBe(0);
    }
  });

  it('all orders of a list, and all assignments of values to keys', () => {
    const orders = (items: readonly number[]): number[][] =>
      items.length < 2
        ? [[...items]]
        : items.flatMap((item) =>
            orders(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
          );
    const all = orders([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(collisions(all)).toBe(0);
    expect(collisions(all.map((items) => Object.fromEntries(items.map((item, i) => [word(i), item]))))).toBe(
      0,
    );
  });
});

describe('equal values', () => {
  it.each<[string, unknown, unknown]>([
    ['the order of keys', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
    ['undefined is absent', { a: 1, b: undefined }, { a: 1 }],
    ['functions and symbols are absent', { a: 1, b: () => 1, c: Symbol('c') }, { a: 1 }],
    ['in a list they are null', [undefined, () => 1, Symbol('c')], [null, null, null]],
    ['holes are null', new Array(2), [null, null]],
    ['what is no number is null', [NaN, Infinity, -Infinity], [null, null, null]],
    ['minus zero is zero', { a: -0 }, { a: 0 }],
    ['a date is its text', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a toJSON of its own is asked', { b: 2, toJSON: () => ({ a: 1 }) }, { a: 1 }],
    [
      'even after other keys, deep inside',
      [{ x: { b: 'a longer text', toJSON: () => 5 } }, 'and more'],
      [{ x: 5 }, 'and more'],
    ],
    [
      'a toJSON that returns itself',
      {
        a: 1,
        toJSON() {
          return this;
        },
      },
      { a: 1 },
    ],
    ['a BigInt is its text', 12n, '12n'],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }],
    [
      'an instance of a class',
      new (class {
        a = 1;
      })(),
      { a: 1 },
    ],
    ['inherited keys do not count', Object.create({ b: 1 }, { a: { value: 1, enumerable: true } }), { a: 1 }],
    ['boxed values', [Object(1), Object('a')] as unknown[], [1, 'a']],
    ['a key named constructor', JSON.parse('{"constructor":1,"a":2}'), JSON.parse('{"a":2,"constructor":1}')],
  ])('%s', (_, one, other) => {
    expect(fingerprint(one)).toEqual(fingerprint(other));
    expect(fingerprint(one).partial).toBe(false);
  });

  it('regardless of how the string was built', () => {
    let pieces = '';
    for (let i = 0; i < 1000; i++) pieces += String.fromCharCode(97 + (i % 26));
    const whole = JSON.parse(JSON.stringify(pieces)) as string;
    const part = `--${whole}--`.slice(2, -2);
    expect([printOf({ pieces }), printOf({ pieces: part })]).toEqual([
      printOf({ pieces: whole }),
      printOf({ pieces: whole }),
    ]);
  });

  it('regardless of the other leaves: one leaf has the same hash alone and among others', () => {
    const company = {
      other: 'é — 漢字 and a longer text',
      more: 'x'.repeat(5000),
      list: Array.from({ length: 900 }, (_, i) => `entry ${i}`),
    };
    const change = (key: string): number =>
      printOf({ ...company, [key]: 'this is the text' }) - printOf({ ...company, [key]: 'this is the test' });
    expect(change('a')).toBe(change('a'));
    expect(printOf({ ...company, a: 'same' })).toBe(printOf({ a: 'same', ...company }));
  });

  it('regardless of the keys seen before', () => {
    const value = { first: 1, second: { third: 'x' } };
    const before = printOf(value);
    for (let i = 0; i < 5000; i++) printOf({ [`key${i}`]: i, [`other key ${i}`]: { first: i } });
    expect(printOf(value)).toBe(before);
  });
});

describe('a sound hash', () => {
  it('every bit of the fingerprint depends on every part', () => {
    const flips = new Array<number>(53).fill(0);
    let trials = 0;
    for (let i = 0; i < 4000; i++) {
      const text = `${i} ${word(i)} ${'abcdefghijklmnopqrstuvwxyz'.slice(0, i % 26)}`;
      const at = i % text.length;
      const other = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
      const [a, b] = [printOf({ a: text }), printOf({ a: other })];
      for (let bit = 0; bit < 53; bit++)
        if (Math.floor(a / 2 ** bit) % 2 !== Math.floor(b / 2 ** bit) % 2) flips[bit]!++;
      trials++;
    }
    for (const count of flips) expect(Math.abs(count / trials - 0.5)).toBeLessThan(0.05);
  });

  it('half of the bits have no more collisions than chance allows', () => {
    const halves = new Set<number>();
    for (let a = 0; a < 400; a++) for (let b = 0; b < 400; b++) halves.add(printOf({ a, b }) % 2 ** 32);
    // Chance: 160,000² / 2³³ = 3.
    expect(160_000 - halves.size).toBeLessThan(15);
  });

  it('is an integer that JSON keeps', () => {
    for (const value of [0, '', [], {}, 'x'.repeat(100), { a: 1 }]) {
      expect(Number.isSafeInteger(printOf(value))).toBe(true);
      expect(printOf(value)).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('limits', () => {
  const nested = (depth: number): unknown =>
    Array.from({ length: depth }).reduce<unknown>((inner) => ({ inner }), 1);

  it.each<[string, unknown, boolean]>([
    ['64 levels', nested(64), false],
    ['65 levels', nested(65), true],
    ['10,000 nodes', new Array(9999).fill(1), false],
    ['10,001 nodes', new Array(10_000).fill(1), true],
    ['10,001 nodes in objects', Array.from({ length: 5000 }, () => ({ a: 1 })), true],
    ['a million characters', 'x'.repeat(1 << 20), false],
    ['one more', 'x'.repeat((1 << 20) + 1), true],
    ['a million characters in pieces', new Array(1024).fill('x'.repeat(1024)), false],
    ['one more, in pieces', [...(new Array(1024).fill('x'.repeat(1024)) as string[]), 'x'.repeat(13)], true],
    ['a key of a million characters and one', { ['x'.repeat((1 << 20) + 1)]: 1 }, true],
    ['a BigInt of 512 bits', (1n << 511n) - 1n, false],
    ['a BigInt of more', 1n << 511n, true],
    [
      'a getter that throws',
      {
        get a(): never {
          throw new Error('no');
        },
      },
      true,
    ],
    ['10,001 bytes', new Uint8Array(10_001), true],
  ])('%s', (_, value, partial) => {
    expect(fingerprint(value).partial).toBe(partial);
  });

  it('a partial fingerprint proves nothing: no two events share it', () => {
    const value = 'x'.repeat(2 << 20);
    expect(provenPrint(value, 1)).not.toBe(provenPrint(value, 2));
    expect(provenPrint('x', 1)).toBe(provenPrint('x', 2));
  });

  it('an unreadable value does not affect the next one', () => {
    const before = printOf({ a: 'some longer text' });
    printOf({
      a: 'some longer text',
      get b(): never {
        throw new Error('no');
      },
    });
    expect(printOf({ a: 'some longer text' })).toBe(before);
  });
});

describe('of one text', () => {
  it.each([
    '',
    'a',
    'abcdefghijkl',
    'abcdefghijklm',
    'é',
    '漢字 and so on and on',
    '\ud800 alone, all alone',
    'x'.repeat(5000),
    'é'.repeat(5000),
    'x'.repeat(1 << 20),
  ])('equals the fingerprint of the value: %#', (text) => {
    expect(textPrint(text)).toBe(printOf(text));
  });

  it('covers the whole text, however long', () => {
    const text = 'x'.repeat(3 << 20);
    expect(textPrint(`${text}a${text}`)).not.toBe(textPrint(`${text}b${text}`));
  });
});

describe('loose', () => {
  it.each<[string, unknown, unknown]>([
    ['the form of a path', { path: './src//a.ts' }, { path: 'src/a.ts' }],
    ['white space', { command: ' git   status\n' }, { command: 'git status' }],
    ['a number as text', { limit: '5' }, { limit: 5 }],
    ['null, empty texts, lists and objects', { a: 1, b: null, c: '', d: [], e: {} }, { a: 1 }],
  ])('is blind to %s', (_, one, other) => {
    expect(looseFingerprint(one)).toEqual(looseFingerprint(other));
    expect(fingerprint(one).print).not.toBe(fingerprint(other).print);
  });

  it.each<[string, unknown, unknown]>([
    ['other paths', { path: 'src/a.ts' }, { path: 'src/b.ts' }],
    ['letter case', { path: 'A' }, { path: 'a' }],
    ['dates', { at: new Date(0) }, { at: new Date(1) }],
    ['maps', { at: new Map([[1, 1]]) }, { at: new Map([[1, 2]]) }],
    ['an empty text in a list', ['', 'a'], ['a']],
  ])('sees %s', (_, one, other) => {
    expect(looseFingerprint(one).print).not.toBe(looseFingerprint(other).print);
  });
});

describe('combine', () => {
  it('order and number matter', () => {
    const all = [
      combine(),
      combine(0),
      combine(0, 0),
      combine(1, 2),
      combine(2, 1),
      combine(1, 2, 0),
      combine(3),
      combine(0.5),
      combine(-1),
      combine(2 ** 52),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});

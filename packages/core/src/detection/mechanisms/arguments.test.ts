import { describe, expect, it } from 'vitest';
import { type CallFeatures, extractFeatures } from '../../features/call-features.js';
import { unpackHashes } from '../../session/packed.js';
import {
  type ArgumentChange,
  type ArgumentMemory,
  compareArguments,
  jaccard,
  rememberArguments,
} from './arguments.js';

type Args = Readonly<Record<string, unknown>>;

const featuresOf = (args: Args): CallFeatures => extractFeatures({ tool: 'search', args, result: 'ok' });

/** How the last arguments relate to the ones before. */
function relation(...all: readonly Args[]): ReturnType<typeof compareArguments> {
  const list = all.map(featuresOf);
  let memory: ArgumentMemory = rememberArguments(list[0]!);
  for (const features of list.slice(1, -1))
    memory = rememberArguments(features, memory, compareArguments(memory, features).places);
  return compareArguments(memory, list.at(-1)!);
}

const query = (text: string): Args => ({ query: text });

describe('how arguments relate to those before', () => {
  it.each<[string, readonly Args[], ArgumentChange]>([
    ['equal', [query('refund rule'), query('refund rule')], 'same'],
    ['the words in another order', [query('refund rule now'), query('rule now refund')], 'numbers'],
    ['a word more', [query('refund rule'), query('refund rule please')], 'near'],
    ['a word less', [query('refund rule please'), query('refund rule')], 'near'],
    [
      'some words are the same',
      [query('refund rule of shop'), query('how does a refund work here')],
      'other',
    ],
    [
      'half of the words are the same',
      [query('refund rule of shop'), query('refund rule by mail today')],
      'reworded',
    ],
    ['nothing is the same', [query('refund rule'), query('opening hours on monday')], 'other'],
    [
      'another value in one place',
      [
        { name: 'amber', folder: 'src' },
        { name: 'birch', folder: 'src' },
      ],
      'enumeration',
    ],
    [
      'another number in one place, which is new',
      [
        { page: 1, list: 'guests' },
        { page: 2, list: 'guests' },
      ],
      'enumeration',
    ],
    [
      'a number that was there before',
      [
        { page: 1, list: 'guests' },
        { page: 2, list: 'guests' },
        { page: 1, list: 'guests' },
      ],
      'numbers',
    ],
    [
      'numbers that drift a little',
      [
        { x: 410, y: 300 },
        { x: 412, y: 302 },
      ],
      'near',
    ],
    [
      'a number that is not whole drifts',
      [
        { rate: 0.5, of: 'water' },
        { rate: 0.51, of: 'water' },
      ],
      'near',
    ],
    [
      'numbers that jump',
      [
        { x: 410, y: 300 },
        { x: 12, y: 830 },
      ],
      'enumeration',
    ],
    [
      'an enumeration goes on in its place',
      [
        { name: 'amber', folder: 'src' },
        { name: 'birch', folder: 'src' },
        { name: 'cedar', folder: 'src' },
      ],
      'enumeration',
    ],
  ])('%s', (_, all, expected) => {
    expect(relation(...all).change).toBe(expected);
  });

  it('knows whether a word is new', () => {
    expect(relation(query('refund rule'), query('refund rule please')).hasFresh).toBe(true);
    expect(relation(query('refund rule please'), query('rule refund')).hasFresh).toBe(false);
  });

  it('keeps a bounded memory in plain JSON', () => {
    const memory = Array.from({ length: 60 }, (_, i) =>
      featuresOf(query(`${'abcdefghij'[i % 10]!}word ${'klmnop'[Math.floor(i / 10)]!}thing more ${i}`)),
    ).reduce<ArgumentMemory | undefined>((before, one) => rememberArguments(one, before), undefined)!;
    expect(memory.stems).toHaveLength(3);
    expect(unpackHashes(memory.union!)).toHaveLength(64);
    expect(JSON.parse(JSON.stringify(memory))).toEqual(memory);
  });
});

describe('the share of words that both have', () => {
  it.each<[string, readonly number[], readonly number[], number]>([
    ['two empty sets', [], [], 1],
    ['an empty one', [], [1], 0],
    ['equal ones', [1, 2], [2, 1], 1],
    ['one of three', [1, 2], [2, 3], 1 / 3],
  ])('%s', (_, one, other, share) => {
    expect(jaccard(one, other)).toBeCloseTo(share, 10);
  });
});

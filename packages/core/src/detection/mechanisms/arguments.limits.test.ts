import { describe, expect, it } from 'vitest';
import { type CallFeatures, extractFeatures } from '../../features/call-features.js';
import { range } from '../../testing/index.js';
import { type ArgumentChange, compareArguments, rememberArguments } from './arguments.js';

const BASE = extractFeatures({ tool: 'search', args: {}, result: 'ok' });

/** A call whose arguments are these words; in order, they are also its sequence. */
const words = (...argWords: readonly number[]): CallFeatures => ({
  ...BASE,
  ...{ argWords, argStems: argWords, argSequence: argWords, argValues: [] },
});
const sequence = (argSequence: readonly number[]): CallFeatures => ({
  ...BASE,
  ...{ argWords: [], argStems: [], argSequence, argValues: [] },
});
/** Numbers that only their values tell apart. */
const values = (...argValues: readonly number[]): CallFeatures => ({
  ...BASE,
  ...{ argWords: [1], argStems: [1], argSequence: [1, ...argValues], argValues },
});

/** `shared` words in both, and so many words of its own in each. */
const overlapping = (shared: number, first: number, second: number): readonly CallFeatures[] => [
  words(...range(shared), ...range(first).map((i) => 100 + i)),
  words(...range(shared), ...range(second).map((i) => 200 + i)),
];

const changeOf = (...[first, ...rest]: readonly CallFeatures[]): ArgumentChange => {
  const last = rest.pop()!;
  const memory = rest.reduce((before, one) => rememberArguments(one, before), rememberArguments(first!));
  return compareArguments(memory, last).change;
};

/** A list of so many numbers, with another one at this place. */
const changedAt = (place: number, length: number): readonly number[] =>
  range(length).map((i) => (i === place ? 999 : i));

describe('arguments at the limits', () => {
  it.each<[string, readonly CallFeatures[], ArgumentChange]>([
    ['three of five words in common are near', overlapping(3, 0, 2), 'near'],
    ['13 of 22 are reworded', overlapping(13, 4, 5), 'reworded'],
    ['one of four words in common is reworded', overlapping(1, 1, 2), 'reworded'],
    ['six of 25 are another thing', overlapping(6, 9, 10), 'other'],
    [
      'three of five words known from different calls',
      [words(1), words(2), words(3), words(7), words(8), words(1, 2, 3, 20, 21)],
      'reworded',
    ],
    [
      'the words of the last call but two count',
      [words(1, 2), words(3, 4), words(5, 6), words(1, 2, 9)],
      'near',
    ],
    [
      'those of the call before do not',
      [words(1, 2), words(3, 4), words(5, 6), words(7, 8), words(1, 2, 9)],
      'reworded',
    ],
    ['numbers that move by a twentieth drift', [values(95, 190), values(100, 200)], 'near'],
    ['numbers that move further count', [values(94.5, 189), values(100, 200)], 'enumeration'],
    ['a whole number that moves counts', [values(400), values(401)], 'enumeration'],
    ['a fraction that moves drifts', [values(0.5), values(0.51)], 'near'],
    [
      'a difference in the fortieth place counts',
      [sequence(range(41)), sequence(changedAt(39, 41))],
      'enumeration',
    ],
    ['a difference after that does not', [sequence(range(41)), sequence(changedAt(40, 41))], 'same'],
  ])('%s', (_, calls, expected) => {
    expect(changeOf(...calls)).toBe(expected);
  });

  it.each<[string, number, number, boolean]>([
    ['one of two places differs', 1, 2, true],
    ['two of two places differ', 2, 2, true],
    ['three of nine places differ', 3, 9, true],
    ['three of eight places differ', 3, 8, false],
    ['four of nine places differ', 4, 9, false],
  ])('%s', (_, differing, length, isEnumeration) => {
    const now = range(length).map((i) => (i < differing ? 900 + i : i));
    expect(changeOf(sequence(range(length)), sequence(now)) === 'enumeration').toBe(isEnumeration);
  });

  it('the first 24 words decide whether the words are the same', () => {
    const isSame = (place: number): boolean =>
      compareArguments(rememberArguments(words(...range(25))), words(...changedAt(place, 25))).isSameWords;
    expect([23, 24].map(isSame)).toEqual([false, true]);
  });

  it('64 words stay known', () => {
    const memory = rememberArguments(words(...range(70)));
    const isFresh = (word: number): boolean => compareArguments(memory, words(word)).hasFresh;
    expect([63, 64].map(isFresh)).toEqual([false, true]);
  });
});

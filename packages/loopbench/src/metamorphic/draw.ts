import { seeded } from '../seeded.js';

/** Values drawn from a seed: the same seed gives the same values in the same order. */
export interface Draw {
  /** From 0 up to 1. */
  readonly next: () => number;
  /** Both ends included. */
  readonly integer: (from: number, to: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
  readonly shuffle: <Item>(items: readonly Item[]) => Item[];
  /** A word that occurs nowhere else. */
  readonly word: () => string;
  readonly words: (count: number) => string;
  /** The name of a field or a tool, in a common spelling. */
  readonly name: () => string;
  readonly hex: (length: number) => string;
}

const CONSONANTS = 'bcdfghjklmnprstvwz';
const VOWELS = 'aeiou';
const SPELLINGS = ['camel', 'snake', 'one'] as const;

export function drawFrom(seed: string): Draw {
  const next = seeded(hashOf(seed));
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const letter = (letters: string): string => letters.charAt(integer(0, letters.length - 1));
  const times = (count: number, make: () => string): string[] => Array.from({ length: count }, make);
  const word = (): string =>
    times(integer(2, 3), () => letter(CONSONANTS) + letter(VOWELS)).join('') +
    (next() < 0.5 ? letter(CONSONANTS) : '');
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
    items[integer(0, items.length - 1)] ?? items[0];
  return {
    ...{ next, integer, pick, word },
    chance: (share) => next() < share,
    shuffle: (items) =>
      items
        .map((item) => ({ item, order: next() }))
        .toSorted((a, b) => a.order - b.order)
        .map(({ item }) => item),
    words: (count) => times(count, word).join(' '),
    name: () => spelled(pick(SPELLINGS), word(), word()),
    hex: (length) => times(length, () => letter('0123456789abcdef')).join(''),
  };
}

function spelled(spelling: (typeof SPELLINGS)[number], first: string, second: string): string {
  if (spelling === 'one') return first;
  return spelling === 'snake'
    ? `${first}_${second}`
    : first + second.charAt(0).toUpperCase() + second.slice(1);
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

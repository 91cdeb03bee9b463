import { describe, expect, it } from 'vitest';
import {
  CLOCK,
  FULL,
  hasTwoWords,
  lapPrint,
  newWordRun,
  newWordTables,
  NOTHING,
  NUMBER,
  POINTS,
  takeWord,
  TIED,
  type WordRun,
  type WordTables,
} from './word-run.js';

const number = (value: number, tie = 0): number => value * NUMBER + tie + 1;
const [A, B, C, D] = [1000, 2000, 3000, 4000] as const;

function taken(
  words: readonly number[],
  kind = FULL,
): { run: WordRun; tables: WordTables; known: boolean[] } {
  const run = newWordRun();
  const tables = newWordTables();
  const known = words.map((word) => takeWord(tables, run, word, kind, () => 1e9));
  return { run, tables, known };
}

const laps = (count: number, lap: (i: number) => readonly number[]): number[] =>
  Array.from({ length: count }, (_, i) => lap(i)).flat();

describe('takeWord', () => {
  it('knows a word by the two before it', () => {
    expect(taken([A, B, C, D, A, B, C, B]).known).toEqual([...Array<boolean>(6).fill(false), true, false]);
  });

  it('takes all numbers for one, but not a number for a word', () => {
    expect(taken([A, B, number(1), A, B, number(2), A, B, D]).known.slice(5)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it.each<[string, (i: number) => number, Partial<WordRun>]>([
    ['a number that goes up', (i) => number(i), { steps: 9, moves: 0, jumps: 0 }],
    ['by five at most', (i) => number(5 * i), { steps: 9 }],
    ['one that goes up by more moves as could be foreseen', (i) => number(60 * i), { moves: 9, jumps: 0 }],
    ['one in a name moves', (i) => number(i, TIED), { moves: 9, steps: 0 }],
    ['one of a clock is a clock', (i) => number((i * 37) % 60, CLOCK), { clocks: 9, jumps: 0 }],
    ['one that doubles moves, but for the first small steps', (i) => number(100 * 2 ** i), { moves: 9 }],
    ['one that goes down falls', (i) => number(500 - 3 * i), { falls: 9 }],
    ['one that stays is no change', () => number(7), { steps: 0, moves: 0, jumps: 0 }],
  ])('%s', (_, value, expected) => {
    expect(taken(laps(10, (i) => [A, B, C, value(i)])).run).toMatchObject({ period: 4, ...expected });
  });

  it('finds no rule in numbers that have none', () => {
    const values = [3, 811, 96, 402, 57, 930, 278, 645, 18, 509];
    expect(taken(laps(10, (i) => [A, B, C, number(values[i]!)])).run.jumps).toBeGreaterThanOrEqual(7);
  });

  it('weighs a word more the more often it was said, and some not at all', () => {
    const after = (count: number, kind = FULL): number =>
      taken(
        laps(count, () => [A, B, C, D]),
        kind,
      ).run.stale;
    expect(after(2) - after(1)).toBeLessThan(after(4) - after(3));
    expect(after(5) - after(4)).toBe(4 * POINTS);
    expect(after(9, NOTHING)).toBe(0);
  });
});

describe('a lap', () => {
  it('has two words or one', () => {
    const lap = (words: readonly number[]): boolean => {
      const { run, tables } = taken(laps(5, () => words));
      return hasTwoWords(tables, run);
    };
    expect(lap([A, B, number(1)])).toBe(true);
    expect(lap([A, number(1), A, number(2)])).toBe(false);
  });

  it('has one print, wherever it begins and whatever its numbers', () => {
    const print = (from: number, value: number): number => {
      const { run, tables } = taken(laps(5, (i) => [A, B, C, number(value + i)]).slice(from));
      return lapPrint(tables, run);
    };
    expect(new Set([print(0, 1), print(1, 1), print(3, 70)]).size).toBe(1);
  });
});

import { describe, expect, it } from 'vitest';
import { addDebt, type Debt, NO_DEBT } from './novelty.js';

type Amount = readonly [by: number, isRepeat: boolean];

const after = (amounts: readonly Amount[]): Debt =>
  amounts.reduce((debt, [by, isRepeat], seq) => addDebt(debt, by, seq, isRepeat), NO_DEBT);

describe('what is owed', () => {
  it.each<[string, readonly Amount[], Debt]>([
    ['nothing yet', [], NO_DEBT],
    [
      'repeats add up',
      [
        [1, true],
        [0.5, true],
      ],
      { amount: 1.5, repeats: 2, events: [0, 1] },
    ],
    [
      'what is no repeat counts, too',
      [
        [1, true],
        [0.5, false],
      ],
      { amount: 1.5, repeats: 1, events: [0, 1] },
    ],
    [
      'something new takes off',
      [
        [1, true],
        [1, true],
        [-0.5, false],
      ],
      { amount: 1.5, repeats: 2, events: [0, 1] },
    ],
    [
      'and clears all in the end',
      [
        [1, true],
        [-1.5, false],
      ],
      NO_DEBT,
    ],
    [
      'no credit is given',
      [
        [-1.5, false],
        [1, true],
      ],
      { amount: 1, repeats: 1, events: [1] },
    ],
    [
      'what counts nothing changes nothing',
      [
        [1, true],
        [0, false],
      ],
      { amount: 1, repeats: 1, events: [0] },
    ],
  ])('%s', (_, amounts, debt) => {
    expect(after(amounts)).toEqual(debt);
  });

  it('keeps the last twelve events', () => {
    const { events, repeats } = after(Array.from({ length: 30 }, () => [1, true] as const));
    expect(events).toEqual([18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
    expect(repeats).toBe(30);
  });
});

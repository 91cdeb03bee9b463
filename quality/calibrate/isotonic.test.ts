import { describe, expect, test } from 'vitest';
import { type Block, isotonic, reduced } from './isotonic.js';

const at = (x: number, y: number, weight = 1): Block => ({ x, y, weight });
const values = (blocks: readonly Block[]) => blocks.map(({ x, y, weight }) => [x, y, weight]);

describe('isotonic regression', () => {
  test.each([
    [
      'what rises stays',
      [at(1, 0), at(2, 1)],
      [
        [1, 0, 1],
        [2, 1, 1],
      ],
    ],
    ['what falls is pooled', [at(1, 1), at(3, 0)], [[2, 0.5, 2]]],
    ['the order of the observations does not matter', [at(3, 0), at(1, 1)], [[2, 0.5, 2]]],
    ['equal neighbours are one', [at(1, 0), at(2, 0)], [[1.5, 0, 2]]],
    [
      'one place has one mean',
      [at(1, 0), at(1, 1), at(2, 1)],
      [
        [1, 0.5, 2],
        [2, 1, 1],
      ],
    ],
    ['weights count', [at(1, 1, 3), at(2, 0, 1)], [[1.25, 0.75, 4]]],
    [
      'a late fall reaches back as far as it must',
      [at(1, 0), at(2, 0.4), at(3, 0.6), at(4, 0.2)],
      [
        [1, 0, 1],
        [3, 0.4, 3],
      ],
    ],
    ['nothing', [], []],
  ])('%s', (_, observations, expected) => {
    const blocks = values(isotonic(observations));
    expect(blocks).toHaveLength(expected.length);
    for (const [i, block] of blocks.entries())
      for (const [j, value] of block.entries()) expect(value).toBeCloseTo(expected[i]![j]!, 10);
  });
});

describe('fewer blocks', () => {
  const blocks = [at(1, 0.1), at(2, 0.2), at(3, 0.8), at(4, 0.9, 5)];

  test('as many as are allowed stay', () => {
    expect(reduced(blocks, 4)).toEqual(blocks);
  });

  test('the neighbours that are most alike become one', () => {
    expect(reduced(blocks, 3).map(({ x }) => x)).toEqual([1.5, 3, 4]);
    expect(reduced(blocks, 2).map(({ weight }) => weight)).toEqual([2, 6]);
  });

  test('light blocks go to a neighbour, and heavy ones stay', () => {
    expect(reduced(blocks, 8, 2).map(({ weight }) => weight)).toEqual([2, 6]);
  });

  test('one block stays, however light', () => {
    expect(reduced([at(1, 0.5)], 8, 100)).toEqual([at(1, 0.5)]);
  });
});

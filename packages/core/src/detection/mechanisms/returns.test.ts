import { describe, expect, it } from 'vitest';
import { keepTrail, NO_TRAILS, stepTrail, type Trail, trailOf } from './returns.js';

type Change = readonly [from: number | undefined, to: number];

const after = (changes: readonly Change[]): Trail =>
  changes.reduce((trail, [from, to], seq) => stepTrail(trail, from, to, seq), trailOf(NO_TRAILS, 7));
const to = (...states: readonly number[]): readonly Change[] => states.map((state) => [undefined, state]);

describe('the states of one target', () => {
  it.each<[string, readonly Change[], Partial<Trail>]>([
    ['nothing yet', [], { states: [], returns: 0, repeats: 0 }],
    ['one state', to(1), { states: [1], returns: 0, repeats: 0 }],
    ['on and on', to(1, 2, 3, 4), { states: [1, 2, 3, 4], returns: 0, repeats: 0 }],
    ['an earlier one is back', to(1, 2, 1), { states: [1, 2, 1], returns: 1 }],
    ['to and fro', to(1, 2, 1, 2, 1), { returns: 3 }],
    ['the same again is no return', to(1, 1, 1), { states: [1], returns: 0, repeats: 2 }],
    ['a change ends the repeats', to(1, 1, 1, 2), { repeats: 0 }],
    [
      'where it started is a state, too',
      [
        [1, 2],
        [2, 1],
      ],
      { states: [1, 2, 1], returns: 1 },
    ],
    [
      'somebody else changed it between',
      [
        [1, 2],
        [3, 4],
      ],
      { states: [1, 2, 3, 4], returns: 0 },
    ],
    [
      'a change to what it was changes nothing',
      [
        [1, 1],
        [1, 1],
      ],
      { states: [1], repeats: 2 },
    ],
    [
      'what is more than ten states back is forgotten',
      to(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1),
      { returns: 0 },
    ],
  ])('%s', (_, changes, expected) => {
    expect(after(changes)).toMatchObject(expected);
  });

  it('keeps the last twelve events and ten states', () => {
    const trail = after(to(...Array.from({ length: 30 }, (_, i) => i)));
    expect(trail.events).toEqual([18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
    expect(trail.states).toHaveLength(10);
  });

  it('keeps the last twelve targets', () => {
    const trails = Array.from({ length: 20 }, (_, i) => trailOf(NO_TRAILS, i)).reduce(keepTrail, NO_TRAILS);
    expect(trails.map(({ key }) => key)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    const changed = stepTrail(trailOf(trails, 8), undefined, 1, 0);
    expect(keepTrail(trails, changed).at(-1)).toBe(changed);
  });
});

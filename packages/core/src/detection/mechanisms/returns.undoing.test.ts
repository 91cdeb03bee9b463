import { describe, expect, it } from 'vitest';
import { isUndoing, NO_TRAILS, stepTrail, type Trail, trailOf } from './returns.js';

const after = (...states: readonly number[]): Trail =>
  states.reduce((trail, to, seq) => stepTrail(trail, undefined, to, seq), trailOf(NO_TRAILS, 7));

describe('trials that are each undone', () => {
  it.each<[string, readonly number[], boolean]>([
    ['no state at all', [], false],
    ['one trial is too few', [1, 2, 1], false],
    ['two different trials', [1, 2, 1, 3, 1], true],
    ['three different trials', [1, 2, 1, 3, 1, 4, 1], true],
    ['more trials than the trail remembers', [1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 1], true],
    ['trials with one piece after the other', [1, 2, 1, 3, 4, 3, 5, 6, 5], true],
    ['a return over several states', [1, 2, 1, 3, 4, 1], false],
    ['the same trial twice is going back and forth', [1, 2, 1, 2, 1], false],
    ['one trial repeated among others', [1, 2, 1, 3, 1, 2, 1], false],
    ['a trial that is not undone yet', [1, 2, 1, 3, 1, 4], false],
  ])('%s', (_, states, expected) => {
    expect(isUndoing(after(...states))).toBe(expected);
  });
});

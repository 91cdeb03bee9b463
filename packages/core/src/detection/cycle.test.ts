import { describe, expect, it } from 'vitest';
import { isTrend, isUniform } from './cycle.js';

describe('isTrend', () => {
  it.each([
    [[1, 2, 3]],
    [[9, 5, 1]],
    [[1, 1, 2, 2, 3]],
    // Of two values any step may be the start of one.
    [[1, 2]],
    [[2, 1]],
  ])('yes: %j', (values) => {
    expect(isTrend(values)).toBe(true);
  });

  it.each([[[]], [[1]], [[1, 1]], [[1, 1, 1]], [[1, 2, 1]], [[1, 1, 2]], [[1, 2, 3, 2]]])(
    'no: %j',
    (values) => {
      expect(isTrend(values)).toBe(false);
    },
  );
});

describe('isUniform', () => {
  it.each([
    [[], true],
    [[1], true],
    [[1, 1], true],
    [[1, 2], false],
    [[1, 1, 2], false],
  ])('%j', (values, expected) => {
    expect(isUniform(values)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { halveDoubt, limitScore, surest, urgencyOf } from './score.js';

describe('halveDoubt', () => {
  it.each([
    [0.8, 0, 0.8],
    [0.8, 1, 0.9],
    [0.8, 2, 0.95],
    [0.95, 1, 0.975],
    [0.9, 0.5, 0.92929],
  ])('from %d, %d steps past the threshold: %d', (start, steps, expected) => {
    expect(halveDoubt(start, steps)).toBeCloseTo(expected, 5);
  });
});

describe('limitScore', () => {
  it.each([
    ['nothing yet', 0, 0],
    ['half of the way', 0.5, 0.375],
    ['just below the limit', 0.999, 0.74925],
    ['at the limit', 1, 0.8],
    ['half as much again', 1.5, 0.9],
    ['twice the limit', 2, 0.95],
    ['far beyond', 10, 1],
  ])('%s', (_, share, expected) => {
    expect(limitScore(share)).toBeCloseTo(expected, 5);
  });
});

describe('urgencyOf', () => {
  it.each([
    [0.5, 'note'],
    [0.999, 'note'],
    [1, 'warn'],
    [7, 'warn'],
  ])('%d of the limit: %s', (share, expected) => {
    expect(urgencyOf(share)).toBe(expected);
  });
});

describe('surest', () => {
  const one = { score: 0.4, name: 'one' };
  const two = { score: 0.9, name: 'two' };
  const three = { score: 0.9, name: 'three' };

  it.each([
    ['nothing was found', [], undefined],
    ['nobody found anything', [undefined, undefined], undefined],
    ['one found something', [undefined, one, undefined], one],
    ['the higher score wins, wherever it stands', [one, two], two],
    ['of equal scores the first is taken', [three, two, one], three],
  ])('%s', (_, found, expected) => {
    expect(surest(...found)).toBe(expected);
  });
});

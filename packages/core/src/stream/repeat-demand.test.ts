import { describe, expect, it } from 'vitest';
import { demandOf, isCharacter } from './repeat-demand.js';

const demand = demandOf({ minPhrase: 10, maxPhrase: 200, phraseRepeats: 4, charRepeats: 50, wordRepeats: 8 });

describe('demandOf', () => {
  it.each<[string, string, number]>([
    ['a character', 'a', 49],
    ['an emoji, which takes two units', '🎉', 98],
    ['a coloured sign', '❤️', 98],
    ['a short unit', 'ha ', 21],
    ['a unit just too short for a phrase', '123456789', 63],
    ['a phrase', '1234567890', 30],
    ['a divider never', '=-', 0],
    ['blanks never', ' \n', 0],
  ])('%s', (_, unit, needed) => {
    expect(demand.forUnit(unit)).toBe(needed);
  });

  it('knows the minimum for each period', () => {
    expect([1, 2, 9, 10, 200].map((period) => demand.atLeast(period))).toEqual([49, 14, 63, 30, 600]);
    expect(demand.maxPeriod).toBe(200);
  });
});

it.each<[string, boolean]>([
  ['a', true],
  ['漢', true],
  ['🎉', true],
  ['❤️', true],
  ['ab', false],
  ['👍🏽', false],
  ['', false],
])('isCharacter(%j) is %j', (unit, expected) => {
  expect(isCharacter(unit)).toBe(expected);
});

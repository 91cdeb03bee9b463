import { describe, expect, it } from 'vitest';
import { switchboard, switches } from './switches.mjs';
import { partsOfDefault } from './mutants.mjs';
import { pathOf } from './mutating.mjs';

/** What one expression gives while this mutant is on. */
const CASES = [
  ['a number', (board) => board.value(1, 5, 4, 6), [5, 4, 6]],
  ['a word, which has one mutant', (board) => board.value(1, 'on', 'off'), ['on', 'off', 'on']],
  ['a comparison', (board) => board.binary(1, '<', '<=', 3, 3), [false, true, false]],
  ['a sum', (board) => board.binary(1, '+', '-', 3, 2), [5, 1, 5]],
  ['a condition', (board) => board.logic(1, '&&', '||', false, () => true), [false, true, false]],
  ['a constant', (board) => board.constant({ 1: 'less', 2: 'more' }, 'much'), ['much', 'less', 'more']],
  ['a constant before its mutants are known', (board) => board.constant(undefined, 7), [7, 7, 7]],
];

it.each(CASES)('%s changes with its own mutant only', (_, read, expected) => {
  expect([0, 1, 2].map((current) => read(switchboard(current)))).toEqual(expected);
});

describe('a mutant is reached', () => {
  const reachedBy = (read) => {
    const board = switchboard();
    board.reached = new Set();
    read(board);
    return board.reached.has(1);
  };

  it.each([
    ['where its number is read', (board) => board.value(1, 5, 4, 6), true],
    ['where its constant is read', (board) => board.constant({ 1: 4 }, 5), true],
    ['where a comparison would differ', (board) => board.binary(1, '<', '<=', 3, 3), true],
    ['not where it would be the same', (board) => board.binary(1, '<', '<=', 2, 3), false],
    ['where a condition would throw', (board) => board.logic(1, '&&', '||', false, () => null.x), true],
    ['not where the condition is the same', (board) => board.logic(1, '&&', '||', true, () => true), false],
  ])('%s', (_, read, expected) => {
    expect(reachedBy(read)).toBe(expected);
  });
});

it('every mutant of a file has a switch in it', () => {
  const file = 'packages/core/src/detection/score.ts';
  const places = partsOfDefault().filter(({ moves }) => moves[0].mutation.file === file);
  const { plugin, find } = switches(places);
  const { code } = plugin.transform('', pathOf(file));
  const numbers = places.flatMap(({ moves }) => moves.map(({ mutation }) => find(mutation).number));
  expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  expect(code.match(/\$mutant\.(?:value|binary|logic|constant)\(/g).length).toBeGreaterThanOrEqual(
    places.length - 2,
  );
  expect(plugin.transform('', pathOf('packages/core/src/guard.ts'))).toBeNull();
});

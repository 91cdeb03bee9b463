import { describe, expect, it } from 'vitest';
import { kindOfUnit, rootOf } from './unit.js';

describe('kindOfUnit', () => {
  it.each([
    ['marks', '?!', 'symbols'],
    ['blanks', '\n', 'symbols'],
    ['an emoji', '🎉', 'symbols'],
    ['shades', '░', 'symbols'],
    ['marks and line ends', '}\n', 'symbols'],
    ['a rule', '=', 'drawing'],
    ['a rule of signs for boxes', '╭─', 'drawing'],
    ['a row of a picture', '|     |\n\\_____/\n', 'drawing'],
    ['a row of a grid', '[0, 0, 0],\n', 'drawing'],
    ['numbers', '12, 6, -1, ', 'numbers'],
    ['a number with letters', '0xff, ', 'numbers'],
    ['a tag', '<td>', 'markup'],
    ['an entity', '&nbsp;', 'markup'],
    ['one letter', 'a', 'markup'],
    ['ideographs', '我去修复。', 'ideographs'],
    ['base64', 'gICA', 'packed'],
    ['a list without blanks', 'x,', 'packed'],
    ['a word', 'very ', 'words'],
    ['two letters', 'ny', 'words'],
    ['a sentence', 'Let me look at that file again. ', 'words'],
  ])('%s', (_, unit, kind) => {
    expect(kindOfUnit(unit)).toBe(kind);
  });
});

it.each([
  ['nynyny', 'ny'],
  ['aaaa', 'a'],
  ['abcab', 'abcab'],
])('the root of %s is %s', (unit, root) => {
  expect(rootOf(unit)).toBe(root);
});

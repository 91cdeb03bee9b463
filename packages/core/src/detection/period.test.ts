import { describe, expect, it } from 'vitest';
import { turningAt } from './period.js';

const none = { length: 0, turns: 0 };
/** One value a letter. */
const values = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));

describe('turningAt', () => {
  it.each([
    ['nothing', '', none],
    ['one value', 'A', none],
    ['two values, once each', 'AB', none],
    ['one value over and over takes no turns', 'AAAA', none],
    ['a step into the second lap', 'ABA', { length: 3, turns: 3 }],
    ['two laps of two', 'ABAB', { length: 4, turns: 4 }],
    ['three laps of two', 'ABABAB', { length: 6, turns: 6 }],
    ['only the end counts', 'XYZABAB', { length: 4, turns: 4 }],
    ['what ends differently takes no turns', 'ABABC', none],
    ['a value twice in a row begins anew', 'ABABAABA', { length: 3, turns: 3 }],
    ['a value twice at the end ends it', 'ABABB', none],
    ['three values, once each', 'ABC', none],
    ['a step into the second lap of three', 'ABCA', { length: 4, turns: 8 / 3 }],
    ['two laps of three are as much as two laps of two', 'ABCABC', { length: 6, turns: 4 }],
    ['three laps of three', 'ABCABCABC', { length: 9, turns: 6 }],
    ['a lap of three has three different values', 'ABBABB', none],
    ['the shorter period is taken', 'CABCABAB', { length: 4, turns: 4 }],
    ['cycles of four are not looked for', 'ABCDABCD', none],
  ])('%s: %s', (_, text, expected) => {
    expect(turningAt(values(text))).toEqual(expected);
  });

  it('finds turns from any place of a long list', () => {
    const long = values('AB'.repeat(200));
    expect(turningAt(long)).toEqual({ length: 400, turns: 400 });
  });
});

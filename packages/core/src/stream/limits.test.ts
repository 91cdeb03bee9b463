import { describe, expect, it } from 'vitest';
import { LIMITS } from '../testing/stream-levels.js';
import { copyLimits } from './limits.js';

describe('copyLimits', () => {
  it.each([
    ['symbols are warned of at 200 characters and cut at 300', '!', 'prose', 200, 300],
    ['a long group of symbols needs three copies', '+-'.repeat(60) + '*', 'prose', 351, 527],
    ['tags are cut at 200', '<td>', 'prose', 200, 200],
    ['one letter is cut at 200', 'a', 'prose', 200, 200],
    ['numbers are warned of at 200 and cut at 400', '12, ', 'prose', 200, 400],
    ['the blanks that pad a cell of a table may be as many', '  ', 'data', 1200, 1200],
    ['a rule may be long', '-', 'prose', 1200, 1200],
    ['a word 22 times', 'very ', 'prose', 110, 110],
    ['a short word fills 80 characters', 'ha ', 'prose', 80, 80],
    ['a word in data 33 times', 'null ', 'data', 165, 165],
    ['a phrase is warned of at 6 copies and cut at 352 characters', 'I will look again. ', 'prose', 114, 352],
    [
      'a long phrase is cut at once',
      'I will look at that file again, and then at the next one. ',
      'prose',
      348,
      352,
    ],
    ['in data the warning takes 9 copies', 'I will look at that file again. ', 'data', 288, 352],
    ['in code a phrase may fill half as much again', 'I will look at that file again. ', 'code', 288, 528],
    ['a passage three times, in data four', 'word '.repeat(40) + '.', 'data', 784, 784],
    ['half a page three times, whatever it is', 'word '.repeat(200) + '.', 'code', 2903, 2903],
    ['a word of ideographs fills half as much', '我去修复这个文件', 'prose', 88, 88],
    ['so does a phrase of them', '好的，我去修复这个文件。', 'prose', 72, 132],
    ['of base64 three times as much', 'gICA', 'prose', 264, 264],
    [
      'a record without spaces is warned of like a row of data',
      '{"n":3,"guests":["",""]},',
      'data',
      225,
      1056,
    ],
  ] as const)('%s', (_, unit, context, warn, firm) => {
    const limits = copyLimits(unit, LIMITS, context);
    expect([Math.ceil(limits.warn), Math.ceil(limits.firm)]).toEqual([warn, firm]);
  });
});

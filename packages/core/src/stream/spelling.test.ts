import { describe, expect, it } from 'vitest';
import { codes, kinds, newSpelling, spell } from './spelling.js';
import { CLOCK, TIED, UNIT } from './word-run.js';

const FREE = 0;

const NAMES = ['word', 'ideograph', 'thin', 'nothing', 'line', 'sentence', 'last sentence', 'record'];

function spelled(text: string): { kinds: string[]; codes: number[]; isFenced: boolean } {
  const spelling = newSpelling();
  const found = { kinds: [] as string[], codes: [] as number[] };
  for (const sign of text.split('')) {
    const count = spell(spelling, Uint16Array.of(sign.charCodeAt(0)), 0, 1);
    for (let k = 0; k < count; k++) {
      found.kinds.push(NAMES[kinds[k]!]!);
      if (kinds[k]! < 4) found.codes.push(codes[k]!);
    }
  }
  return { ...found, isFenced: spelling.isFenced };
}

describe('spell', () => {
  it.each<[string, string[]]>([
    ['two words ', ['word', 'word']],
    ['Yes, it is. ', ['word', 'word', 'word', 'sentence']],
    ['It is.\n', ['word', 'word', 'last sentence']],
    ['no stop\n', ['word', 'word', 'line']],
    ['3.14 ', ['thin', 'thin']],
    ['a v2 x1y2 ', ['thin', 'thin', 'thin']],
    ['我去。', ['ideograph', 'ideograph', 'sentence']],
    ['{key: 1}', ['word', 'thin', 'record']],
    ['end\\nnext ', ['word', 'line', 'word']],
    ['<a href="x">text</a> ', ['thin', 'nothing', 'nothing', 'word', 'thin']],
  ])('%j', (text, expected) => {
    expect(spelled(text).kinds).toEqual(expected);
  });

  it('does not tell capitals from small letters', () => {
    expect(spelled('Word wORD ').codes[0]).toBe(spelled('word ').codes[0]);
  });

  it('tells a number from one that is part of a name', () => {
    const [free, tied] = ['attempt 7 ', 'attempt_7 '].map((text) => spelled(text).codes[1]!);
    expect(free! & 1).toBe(1);
    expect(tied! - free!).toBe(2);
    expect(spelled('attempt 8 ').codes[1]! - free!).toBe(8);
  });

  it.each<[string, number[]]>([
    ['5 ', [FREE]],
    ['item 5. ', [FREE]],
    ['item_5 ', [TIED]],
    ['/page/5 ', [TIED]],
    ['第5 ', [TIED]],
    ['3.14 ', [FREE, TIED]],
    ['09:15:42 ', [FREE, CLOCK, CLOCK]],
    ['09:15:42,250 ', [FREE, CLOCK, CLOCK, CLOCK]],
    ['2024-05-01T09:15:42Z ', [FREE, TIED, TIED, CLOCK, CLOCK, CLOCK]],
    ['file.py:12 ', [TIED]],
    ['14ms ', [UNIT]],
    ['{"n":5} ', [TIED]],
    ['٣ ', [FREE]],
    ['user7 ', []],
  ])('numbers of %j are tied to %j', (text, ties) => {
    const numbers = spelled(text).codes.filter((code) => (code & 1) === 1);
    expect(numbers.map((code) => code & UNIT)).toEqual(ties);
  });

  it('weighs letters behind a number little, the number not at all, and half an emoji neither', () => {
    expect(spelled('14ms 4xlarge ').kinds).toEqual(['nothing', 'thin', 'nothing', 'thin']);
    expect(spelled('🎉 ').kinds).toEqual(['nothing', 'nothing']);
  });

  it('gives no weight to words that stand packed', () => {
    const packed = Array.from({ length: 20 }, (_, i) => `key${'abcdefghijklmnopqrst'[i]}`).join(',');
    const weights = spelled(`${packed} `).kinds;
    expect(weights.slice(0, 13)).toEqual(Array(13).fill('word'));
    expect(weights.slice(13)).toEqual(Array(7).fill('nothing'));
  });

  it.each<[string, boolean]>([
    ['```', true],
    ['text\n```js\n', true],
    ['text\n```js\ncode\n```', false],
    ['`one` and ``two``', false],
    ['a```b', false],
    ['  ```', true],
    ['````', true],
  ])('%j: in a fence %j', (text, isFenced) => {
    expect(spelled(text).isFenced).toBe(isFenced);
  });
});

import { describe, expect, it } from 'vitest';
import { addWord, endSentence, newSentences, newSentenceTables, SENTENCE_POINTS } from './sentences.js';
import type { Ending } from './tokens.js';

interface Said {
  readonly words: string;
  readonly ending?: Ending;
  readonly marks?: number;
}

const codeOf = (word: string): number =>
  word.split('').reduce((sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 0x01000193), 7) & ~1;

/** How many sentences' worth of text occurred before, after all of these. */
function recital(all: readonly Said[], floor = 0): number {
  const tables = newSentenceTables();
  const open = newSentences();
  let count = 0;
  let odd = 0;
  for (const { words, ending = 'sentence', marks = 0 } of all) {
    for (const word of words.split(' ')) {
      addWord(open, codeOf(word), true);
      count++;
    }
    odd += marks;
    endSentence(tables, open, ending, count, { count, floor, odd });
  }
  return open.recital / SENTENCE_POINTS;
}

const times = (count: number, said: Said): Said[] => Array.from({ length: count }, () => said);
const said = { words: 'let me look again' };
const record = { words: 'name unit height radius colour', ending: 'record' } as const;

describe('endSentence', () => {
  it.each<[string, readonly Said[], number]>([
    ['a new sentence counts nothing', [said], 0],
    ['the second time counts a quarter', times(2, said), 0.25],
    ['from the third time on a sentence counts fully', times(5, said), 3.25],
    ['the order of words does not matter', [...times(2, said), { words: 'again look me let' }], 1.25],
    ['a new sentence pays off two', [...times(4, said), { words: 'something else' }], 0.25],
    ['a debt is never paid in advance', [{ words: 'one two' }, ...times(2, said)], 0.25],
    ['one word is no sentence', times(9, { words: 'yes' }), 0],
    ['lines count nothing', times(9, { ...said, ending: 'line' }), 0],
    ['sentences with many marks are code', times(9, { ...said, marks: 1 }), 0],
    ['a record counts from the fourth time on', times(5, record), 2],
    ['a short record counts nothing', times(9, { words: 'a b c', ending: 'record' }), 0],
  ])('%s', (_, all, expected) => {
    expect(recital(all)).toBe(expected);
  });

  it('forgets sentences up to the floor', () => {
    expect(recital(times(5, said), 100)).toBe(0);
    expect(recital(times(5, said), 8)).toBe(1.25);
  });
});

import { describe, expect, it } from 'vitest';
import { countedShapes, takeApart, wordPairs } from './text-parts.js';

const words = (text: string): readonly number[] => takeApart(text).words;
const lines = (text: string): readonly number[] => takeApart(text).lines;

describe('words', () => {
  it.each([
    { name: 'upper and lower case', a: 'Build FAILED', b: 'build failed' },
    { name: 'any amount of white space', a: 'build   failed\t\n', b: 'build failed' },
    { name: 'punctuation around a word', a: '"build", (failed)!', b: 'build failed' },
    { name: 'clock times', a: 'at 10:31:07.221 done', b: 'at 23:59:00 done' },
    { name: 'dates', a: 'on 2026-02-04 done', b: 'on 1999-12-31 done' },
    {
      name: 'ISO timestamps with and without a zone',
      a: '2026-02-04T10:31:07Z ok',
      b: '[2025-01-01T00:00:00.5+01:00] ok',
    },
    {
      name: 'UUIDs',
      a: 'id 123e4567-e89b-12d3-a456-426614174000',
      b: 'id ffffffff-0000-4000-8000-00000000000A',
    },
    { name: 'the line number in file.ts:42:7', a: 'main.ts:42:7 bad', b: 'main.ts:9:12 bad' },
    { name: 'the line number after the word line', a: 'bad token on line 42', b: 'bad token on line 7' },
  ])('$name make no difference', ({ a, b }) => {
    expect(words(a)).toEqual(words(b));
  });

  it.each([
    { name: 'one letter', a: 'build failed', b: 'built failed' },
    { name: 'the order', a: 'failed build', b: 'build failed' },
    { name: 'a number that is not a line number', a: '3 tests failed', b: '4 tests failed' },
    { name: 'the name of the file', a: 'a.ts:42 bad', b: 'b.ts:42 bad' },
    { name: 'letters outside ASCII', a: '構築に失敗', b: '構築に成功' },
    { name: 'an accent', a: 'resume', b: 'résumé' },
  ])('$name makes a difference', ({ a, b }) => {
    expect(words(a)).not.toEqual(words(b));
  });

  it.each([
    { name: 'an empty text', text: '', count: 0 },
    { name: 'blank space', text: ' \t \n ', count: 0 },
    { name: 'punctuation only', text: '... --- !!!', count: 0 },
    { name: 'CJK text without spaces, which is one word', text: '循環を検出する', count: 1 },
    { name: 'identifiers with an underscore, which are one word', text: 'max_retries', count: 1 },
    { name: 'a path, which is one word per part', text: 'src/app/main.ts', count: 4 },
  ])('$name: $count words', ({ text, count }) => {
    expect(words(text)).toHaveLength(count);
  });

  it('reads only the head and the tail of a long text', () => {
    const long = (middle: string): string => `${'head '.repeat(1000)}${middle}${' tail'.repeat(1000)}`;
    expect(words(long('one'))).toEqual(words(long('two')));
    expect(words(`${long('one')}x`)).not.toEqual(words(long('one')));
    expect(words('word '.repeat(1_000_000)).length).toBeLessThan(3000);
  });
});

describe('lines', () => {
  it.each([
    { name: 'other words, equally many', a: '- fix the parser', b: '- run the tests' },
    { name: 'other digits at the start', a: '1. first', b: '2. second' },
    { name: 'blank lines with and without spaces', a: 'a\n\nb', b: 'c\n   \nd' },
  ])('$name have one shape', ({ a, b }) => {
    expect(lines(a)).toEqual(lines(b));
  });

  it.each([
    { name: 'another first sign', a: '- fix it', b: '* fix it' },
    { name: 'another indentation', a: '- fix it', b: '  - fix it' },
    { name: 'another order of magnitude of words', a: 'done', b: 'done with all of it by now' },
    { name: 'one line more', a: 'a', b: 'a\na' },
  ])('$name gives another shape', ({ a, b }) => {
    expect(lines(a)).not.toEqual(lines(b));
  });
});

describe('wordPairs', () => {
  it('joins every word with the next, so that order counts', () => {
    expect(wordPairs(words('a b c'))).toHaveLength(2);
    expect(wordPairs(words('a b'))).not.toEqual(wordPairs(words('b a')));
    expect(wordPairs(words('a b c'))[0]).toBe(wordPairs(words('a b'))[0]);
  });

  it('leaves a lone word as it is', () => {
    expect(wordPairs(words('done'))).toEqual(words('done'));
    expect(wordPairs([])).toEqual([]);
  });
});

describe('countedShapes', () => {
  it('distinguishes the second line of a shape from the first, so that a set keeps the count', () => {
    const [first, second, third] = countedShapes([7, 7, 8]);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(countedShapes([7, 7, 8])).toEqual([first, second, third]);
  });

  it('ignores the position of equal lines', () => {
    expect([...countedShapes([7, 8, 7])].sort()).toEqual([...countedShapes([7, 7, 8])].sort());
  });
});

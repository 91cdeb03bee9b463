import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf } from './hash.js';
import { CLOCK, clearTokens, ID, MAX_TOKENS, NUMBER, tokens, WORD } from './token-buffer.js';
import { scanTokens } from './tokens.js';

const UNITS = new Set(['s', 'ms', 'm', 'h', 'min', 'seconds'].map((unit) => hashOf(unit)));
const NAMES: Readonly<Record<number, string>> = { [WORD]: 'word', [ID]: 'id', [CLOCK]: 'clock' };

function scan(text: string): void {
  clearTokens();
  scanTokens(text, UNITS, true);
}

/** `word`, `id`, `clock` or the number, in order. */
function kindsOf(text: string): string {
  scan(text);
  return Array.from({ length: tokens.count }, (_, i) =>
    tokens.kinds[i] === NUMBER ? String(tokens.values[i]) : NAMES[tokens.kinds[i]!],
  ).join(' ');
}

function wordsOf(text: string): readonly number[] {
  scan(text);
  return [...tokens.hashes.slice(0, tokens.count)];
}

describe('the kind of a token, by its form', () => {
  it.each([
    ['a date', '2025-01-31', 'clock'],
    ['a date with slashes', '2025/01/31', 'clock'],
    ['a date and a time in one', '2025-01-31T12:30:05.123Z', 'clock'],
    ['a date and a time with a blank between', '2025-01-31 12:30:05', 'clock'],
    ['a time with an offset', '2025-01-31T12:30:05+02:00', 'clock'],
    ['a time with an offset without a colon', '2025-01-31T12:30:05+0200', 'clock'],
    ['a time of day', 'at 9:05', 'word clock'],
    ['a time of day with seconds', '09:05:59,123', 'clock'],
    ['seconds since 1970', '1735689600', 'clock'],
    ['milliseconds since 1970', '1735689600123', 'clock'],
    ['a line and a column', 'main.ts:12:5', 'word word 12 5'],
    ['a number and a capital', '7731-A', 'id'],
    ['a short number and a capital', '12-A', '12 word'],
    ['a number and a word', '7731-Attic', '7731 word'],
    ['a duration', '0.31s', 'clock'],
    ['a duration at the end of a text', 'done in 12ms', 'word word clock'],
    ['a duration with a blank', '5 seconds', 'clock'],
    ['a duration of several parts', '1h30m5s', 'clock'],
    ['a number and a word of one letter', '5 m', '5 word'],
    ['a number with another unit', '20MB', '20'],
    ['a UUID', '0f8fad5b-d9cb-469f-a165-70867728950e', 'id'],
    ['a UUID that starts with a letter', 'f47ac10b-58cc-4372-a567-0e02b2c3d479', 'id'],
    ['words with hyphens', 'readable-text-with-many-words', 'word word word word word'],
    ['a commit', 'e83c5163', 'id'],
    ['a hash that starts with digits', '9b74c989', 'id'],
    ['a digest that ends in a letter', '4892673d', 'id'],
    ['a few digits and a letter', '48926d', '48926'],
    ['capitals before a digit', 'EEEGJ2', '2'],
    ['two capitals before a digit', 'CI2', 'word 2'],
    ['letters and digits mixed', 'a1b2c3', 'id'],
    ['letters and digits in turn, however short', 's4e1', 'id'],
    ['a name with a long number', 'ORD123456', 'id'],
    ['a name with a short number', 'test12', 'word 12'],
    ['a short part of an id', 'api-7c9d2f48-x2k', 'word id id'],
    ['a short part that starts with a digit', 'api-7c9d2f48-2xk', 'word id id'],
    ['a part of an id in one letter and digits', 'api_7c9d2f48_x24', 'word id id'],
    ['a part of an id without a vowel', 'api-7c9d2f48-xkvbz', 'word id id'],
    ['the long number after an id', '7c9d2f48-20312', 'id id'],
    ['the short number after an id', '7c9d2f48-12', 'id 12'],
    ['a word after an id', '7c9d2f48-backup', 'id word'],
    ['an abbreviation after an id', '7c9d2f48-ctrl', 'id word'],
    ['letters without a vowel after a word', 'api-xkvbz', 'word word'],
    ['an id and a word with a blank between', '7c9d2f48 x2k', 'id word'],
    ['random letters', 'aXbYcZdWeV', 'id'],
    ['a name in camel case', 'readConfigurationFile', 'word'],
    ['more digits than a number keeps', '99887766554433221100', 'id'],
    ['a version', '1.2.3', 'word'],
    ['an address', '10.0.0.1', 'word'],
    ['a number', '42', '42'],
    ['a fraction', '3.25', '3.25'],
    ['a fraction that is no exact double', '0.1', '0.1'],
    ['a negative number', 'at -7', 'word -7'],
    ['a range', '3-7', '3 7'],
    ['a number with separators', '1,234,567.5', '1234567.5'],
    ['two numbers with a comma', '1,5', '1 5'],
    ['words', 'Two words', 'word word'],
    ['a word with accents', 'Größe', 'word'],
    ['Chinese, a token for each character', '没有', 'word word'],
    ['Chinese between words and numbers', 'a没12', 'word word 12'],
    ['Cyrillic', 'ошибка 5', 'word 5'],
    ['nothing but signs', '--- *** ...', ''],
    ['nothing', '', ''],
  ])('%s', (_, text, kinds) => {
    expect(kindsOf(text)).toBe(kinds);
  });
});

describe('texts with the same tokens', () => {
  it.each([
    ['capitals', 'Read FILE', 'read file'],
    ['capitals with accents', 'GRÖSSE ÉTÉ', 'grösse été'],
    ['capitals in Cyrillic', 'ОШИБКА', 'ошибка'],
    ['blanks', 'a  b\tc', 'a b c'],
    ['quotes', '"a" \'b\' `c`', 'a b c'],
    ['separators of numbers', '1,234', '1234'],
  ])('%s', (_, one, other) => {
    expect(kindsOf(one)).toBe(kindsOf(other));
    expect(wordsOf(one)).toEqual(wordsOf(other));
  });

  it.each([
    ['./src//main.ts', 'src/main.ts'],
    ['"a" b', 'a b'],
  ])('%s and %s have the same symbols', (one, other) => {
    scan(one);
    const { signs } = tokens;
    scan(other);
    expect(tokens.signs).toBe(signs);
  });

  it.each([
    ['a + b', 'a - b'],
    ['a, b', 'a b'],
  ])('%s and %s have different symbols', (one, other) => {
    scan(one);
    const { signs } = tokens;
    scan(other);
    expect(tokens.signs).not.toBe(signs);
  });
});

describe('facts about a token', () => {
  it('its line and its end', () => {
    scan('one two\nthree');
    expect([...tokens.lines.slice(0, 3)]).toEqual([0, 0, 1]);
    expect([...tokens.ends.slice(0, 3)]).toEqual([3, 7, 13]);
  });

  it('the hash of the word alone', () => {
    expect(wordsOf('say Hello')).toEqual([hashOf('say'), hashOf('hello')]);
  });

  it('a hash of 31 bits, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        scan(text);
        for (let i = 0; i < tokens.count; i++) expect(tokens.hashes[i]).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('long texts', () => {
  it('keeps the first tokens and one number for the rest', () => {
    scan('word '.repeat(MAX_TOKENS + 1));
    const { count, overflow } = tokens;
    expect(count).toBe(MAX_TOKENS);
    scan(`${'word '.repeat(MAX_TOKENS)}other`);
    expect(tokens.overflow).not.toBe(overflow);
    scan('word '.repeat(MAX_TOKENS));
    expect(tokens.overflow).toBe(0);
  });

  it.each([
    ['digits', '0123456789'],
    ['one letter', 'x'],
    ['dots and slashes', '../'],
    ['numbers with dots', '1.'],
    ['hyphens', 'abcdef12-'],
    ['times', '12:30:'],
    ['half of a surrogate pair', '\ud83d'],
  ])('a megabyte of %s takes little time', (_, piece) => {
    const start = performance.now();
    scan(piece.repeat(1_000_000 / piece.length));
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('reads only the given part', () => {
    clearTokens();
    scanTokens('one two three', UNITS, false, 4, 7);
    expect(tokens.count).toBe(1);
    expect(tokens.hashes[0]).toBe(hashOf('two'));
    expect(tokens.ends[0]).toBe(7);
  });
});

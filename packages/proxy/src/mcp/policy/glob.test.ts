import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globOf } from './glob.js';

describe('a glob', () => {
  it.each([
    ['a plain text matches itself', 'read_file', 'read_file', true],
    ['and nothing else', 'read_file', 'read_files', false],
    ['letters are compared as they are written', 'Read', 'read', false],
    ['a star matches any text', '*', 'anything/at all\n', true],
    ['also no text', 'read*', 'read', true],
    ['also slashes', '/etc/*', '/etc/ssh/keys', true],
    ['the beginning holds', 'read*', 'a read', false],
    ['the end holds', '*.ts', 'a.tsx', false],
    ['several stars', 'a*b*c', 'a-b-b-c', true],
    ['pieces in another order do not match', 'a*b*c*d', 'a-c-b-d', false],
    ['pieces may not overlap', 'ab*ba', 'aba', false],
    ['pieces in the middle may not reach into the end', 'a*xy*yz', 'axyz', false],
    ['an escaped star is a star', 'a\\*', 'a*', true],
    ['and no more than that', 'a\\*', 'ab', false],
    ['a backslash before a letter is itself', 'C:\\tmp\\*', 'C:\\tmp*', true],
    ['signs of regular expressions are themselves', 'a.c(d)+', 'a.c(d)+', true],
    ['an empty pattern matches an empty text', '', '', true],
    ['and nothing else', '', 'a', false],
  ])('%s: %s', (_, pattern, text, expected) => {
    expect(globOf(pattern).matches(text)).toBe(expected);
  });

  it('agrees with a naive implementation on every short text', () => {
    const matches = (pattern: string, text: string): boolean => {
      if (pattern === '') return text === '';
      if (pattern.startsWith('*'))
        return matches(pattern.slice(1), text) || (text !== '' && matches(pattern, text.slice(1)));
      return text !== '' && text.startsWith(pattern.charAt(0)) && matches(pattern.slice(1), text.slice(1));
    };
    const word = (letters: string[]): fc.Arbitrary<string> =>
      fc.array(fc.constantFrom(...letters), { maxLength: 9 }).map((list) => list.join(''));
    fc.assert(
      fc.property(word(['a', 'b', '*']), word(['a', 'b']), (pattern, text) => {
        expect(globOf(pattern).matches(text)).toBe(matches(pattern, text));
      }),
      { numRuns: 2000 },
    );
  });

  it('a pattern designed to be slow is matched quickly', () => {
    const glob = globOf(`${'a*'.repeat(200)}b`);
    const start = Date.now();
    expect(glob.matches('a'.repeat(100_000))).toBe(false);
    expect(Date.now() - start).toBeLessThan(2000);
  });
});

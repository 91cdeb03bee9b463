import { describe, expect, it } from 'vitest';
import { normaliseText, tidyPath } from './normalise.js';

describe('normaliseText', () => {
  it.each([
    { given: '5', plain: 5 },
    { given: '5.0', plain: 5 },
    { given: '-3', plain: -3 },
    { given: '0.25', plain: 0.25 },
  ])('"$given" is a number', ({ given, plain }) => {
    expect(normaliseText(given)).toBe(plain);
  });

  it.each([
    '007',
    '1e3',
    '1.10',
    '5.0.0',
    '-',
    '-0',
    '0x10',
    '1_000',
    '12345678901234567890',
    'Infinity',
    'NaN',
    '',
  ])('"%s" stays a text, because a number would print differently', (given) => {
    expect(normaliseText(given)).toBe(given);
  });

  it.each([
    { name: 'a run of blanks', given: 'git   status', plain: 'git status' },
    { name: 'spaces at both ends', given: '  git status\n', plain: 'git status' },
    { name: 'line ends and tabs', given: 'a\r\n\tb', plain: 'a b' },
    { name: 'nothing but blanks', given: ' \t\n', plain: '' },
    { name: 'a path', given: './src//a.ts', plain: 'src/a.ts' },
    { name: 'a Windows path', given: 'src\\a.ts', plain: 'src/a.ts' },
    { name: 'a path in a command', given: 'cat ./src//a.ts', plain: 'cat src/a.ts' },
    { name: 'quotes around one word', given: `cat "a.ts" 'b.ts'`, plain: 'cat a.ts b.ts' },
  ])('folds $name', ({ given, plain }) => {
    expect(normaliseText(given)).toBe(plain);
  });

  it.each([
    { name: 'plain words', given: 'git status' },
    { name: 'CJK text', given: '循環を検出する' },
    { name: 'slashes between words', given: 'and/or maybe' },
    { name: 'a URL in a command', given: 'curl https://example.com//a' },
    { name: 'quotes that are the whole text', given: `it's "5' high, '' or "` },
  ])('leaves $name as they are', ({ given }) => {
    expect(normaliseText(given)).toBe(given);
  });

  it('a second pass changes nothing', () => {
    for (const text of ['  a  b ', './a/../b//', '5.0', 'C:\\x\\..\\y', 'https://x//y/', '..//..']) {
      const once = normaliseText(text);
      expect(normaliseText(String(once))).toBe(once);
    }
  });

  it('takes time linear in the length of the text', () => {
    const long = `${' '.repeat(500_000)}x${'/..'.repeat(500_000)}`;
    expect(normaliseText(long)).toBe('../'.repeat(499_999).slice(0, -1));
  });
});

describe('tidyPath', () => {
  it.each([
    { given: './a//b/../c/', path: 'a/c' },
    { given: 'a/./b', path: 'a/b' },
    { given: '../a', path: '../a' },
    { given: '../../a', path: '../../a' },
    { given: 'a/../..', path: '..' },
    { given: '/', path: '/' },
    { given: '/a/', path: '/a' },
    { given: '//a', path: '/a' },
    { given: '.', path: '' },
    { given: '', path: '' },
    { given: 'C:\\Users\\x', path: 'C:/Users/x' },
    { given: '.hidden/..env/...', path: '.hidden/..env/...' },
    { given: 'https://example.com//a/../b', path: 'https://example.com/b' },
    { given: 'file:///etc/x', path: 'file://etc/x' },
  ])('$given → $path', ({ given, path }) => {
    expect(tidyPath(given)).toBe(path);
  });
});

import { describe, expect, it } from 'vitest';
import { argsLabel, callLabel, oneLine, resultLabel } from './label.js';

const throwing = {
  get command(): string {
    throw new Error('no');
  },
};

describe('callLabel', () => {
  it.each([
    {
      name: 'the telling argument',
      tool: 'Bash',
      args: { command: 'git status' },
      label: 'Bash(git status)',
    },
    {
      name: 'the most telling argument of several',
      tool: 'Grep',
      args: { id: 7, pattern: 'x' },
      label: 'Grep(x)',
    },
    { name: 'a telling number', tool: 'get', args: { id: 7 }, label: 'get(7)' },
    {
      name: 'a list of the arguments if none is telling',
      tool: 'add',
      args: { a: 1, b: true },
      label: 'add(a: 1, b: true)',
    },
    {
      name: 'a placeholder for nested values',
      tool: 'add',
      args: { a: { b: 1 }, c: [1] },
      label: 'add(a: …, c: …)',
    },
    { name: 'the items of a list', tool: 'sum', args: [1, 'b', null], label: 'sum(1, b, null)' },
    { name: 'a bare value', tool: 'echo', args: 'hello', label: 'echo(hello)' },
    { name: 'no arguments', tool: 'ls', args: undefined, label: 'ls()' },
    { name: 'null', tool: 'ls', args: null, label: 'ls()' },
    { name: 'an empty object', tool: 'ls', args: {}, label: 'ls()' },
    { name: 'CJK text', tool: '検索', args: { query: '循環' }, label: '検索(循環)' },
    { name: 'a big number', tool: 'pay', args: { n: 10n }, label: 'pay(n: a big number)' },
    { name: 'a function', tool: 'on', args: { then: () => 1 }, label: 'on(then: …)' },
    { name: 'a getter that throws', tool: 'Bash', args: throwing, label: 'Bash(…)' },
  ])('shows $name', ({ tool, args, label }) => {
    expect(callLabel(tool, args)).toBe(label);
  });

  it('is short for any input', () => {
    const huge = 'x'.repeat(1_000_000);
    for (const args of [
      huge,
      { command: huge },
      { [huge]: huge },
      Array.from({ length: 100_000 }, () => huge),
    ]) {
      expect(callLabel(huge, args).length).toBeLessThanOrEqual(120);
    }
  });

  it('never cuts a character in two', () => {
    for (let shift = 0; shift < 4; shift++) {
      const text = 'x'.repeat(shift) + '😀'.repeat(60);
      for (const args of [
        { command: text },
        { a: text },
        { a: 'x'.repeat(shift), b: '😀'.repeat(29), c: '😀' },
      ]) {
        expect(callLabel(text, args)).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
      }
    }
  });
});

describe('resultLabel', () => {
  it.each([
    { name: 'a text', result: 'ok\nreally', label: 'ok really' },
    { name: 'a number', result: 3, label: '3' },
    { name: 'an object', result: { exit: 1 }, label: 'exit: 1' },
    { name: 'nothing', result: undefined, label: '' },
    { name: 'null', result: null, label: '' },
    { name: 'a getter that throws', result: throwing, label: '…' },
  ])('quotes $name', ({ result, label }) => {
    expect(resultLabel(result)).toBe(label);
  });
});

describe('oneLine', () => {
  it.each([
    { name: 'line ends', text: 'a\r\nb\u2028c\u2029d', line: 'a b c d' },
    { name: 'escape sequences', text: 'a\u001b[31mred\u0007', line: 'a [31mred' },
    { name: 'C1 control characters', text: 'a\u009b31m\u007f', line: 'a 31m' },
    {
      name: 'marks that change the direction of writing',
      text: 'a\u202eb\u2066c\u200fd\u061ce',
      line: 'a b c d e',
    },
    { name: 'characters of zero width', text: 'a\u200bb\ufeffc\u2060d', line: 'a b c d' },
    { name: 'unsafe characters at both ends', text: '\nab\n', line: 'ab' },
  ])('turns $name into blanks', ({ text, line }) => {
    expect(oneLine(text, 80)).toBe(line);
  });

  it.each([
    { name: 'plain text', text: 'plain text' },
    { name: 'accents, CJK and emoji', text: 'é 漢字 😀' },
    { name: 'an empty text', text: '' },
  ])('leaves $name as it is', ({ text }) => {
    expect(oneLine(text, 80)).toBe(text);
  });

  it.each([
    { name: 'a text of exactly that length stays whole', text: 'abcde', max: 5, line: 'abcde' },
    { name: 'a text that is one character longer is cut', text: 'abcdef', max: 5, line: 'abcde…' },
    { name: 'a pair that would be cut in two is left out', text: 'abcd😀', max: 5, line: 'abcd…' },
    { name: 'a pair that exactly fits stays', text: 'abc😀x', max: 5, line: 'abc😀…' },
  ])('$name', ({ text, max, line }) => {
    expect(oneLine(text, max)).toBe(line);
  });
});

describe('argsLabel', () => {
  it('skips a telling key that holds an object', () => {
    expect(argsLabel({ path: { a: 1 }, query: 'x' })).toBe('x');
  });
});

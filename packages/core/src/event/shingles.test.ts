import { describe, expect, it } from 'vitest';
import { readAnchors, readPaths, shinglesOf } from './shingles.js';
import { wordHash } from './volatile-names.js';

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const numbers = (count: number): number[] =>
  range(count).map((i) => wordHash(`word${String.fromCharCode(97 + (i % 26))}${i}`));

describe('shinglesOf', () => {
  it.each([
    [0, 0],
    [3, 0],
    [4, 1],
    [10, 7],
    [83, 80],
  ])('%d words have %d sequences of four', (count, expected) => {
    expect(shinglesOf(numbers(count))).toHaveLength(expected);
  });

  it('of a long text a sample of about a quarter stands for all', () => {
    const sample = shinglesOf(numbers(404));
    expect(sample.length).toBeGreaterThan(60);
    expect(sample.length).toBeLessThan(140);
  });

  it('the sample of a text that goes on holds the sample of its beginning', () => {
    const long = shinglesOf(numbers(300));
    for (const hash of shinglesOf(numbers(200))) expect(long).toContain(hash);
  });

  it('order matters', () => {
    const [a, b, c, d] = numbers(4) as [number, number, number, number];
    expect(shinglesOf([a, b, c, d])).not.toEqual(shinglesOf([d, c, b, a]));
  });
});

describe('readAnchors', () => {
  const anchors = (text: string, names: readonly string[]): void => {
    expect(readAnchors(text)).toEqual(names.map(wordHash));
  };

  it.each([
    ['a path', 'look at src/app.ts now', ['src/app.ts']],
    ['a folder, with a slash at its end or without', 'in src/lib/ and src/lib', ['src/lib', 'src/lib']],
    ['a file name', 'the package.json, please', ['package.json']],
    ['an identifier with an underscore', 'call read_file first', ['read_file']],
    ['an identifier with an inner capital', 'call readFile first', ['readFile']],
    ['whatever is in back-quotes', 'the `widget` is lost', ['widget']],
    ['whatever is in double quotes', 'the entry "late arrival" is lost', ['late arrival']],
    ['between brackets and behind commas', '(a.ts,b.ts;[c.ts])', ['a.ts', 'b.ts', 'c.ts']],
    ['any case is one name', 'readMe.md README.md', ['readme.md', 'readme.md']],
  ])('%s', (_, text, names) => {
    anchors(text, names);
  });

  it.each([
    ['nothing', ''],
    ['plain words', 'Let me have another look at the page'],
    ['the end of a sentence', 'Done. All well. Good.'],
    ['what has two characters', 'a. b_ c/'],
    ['numbers', '3.14 1/2 10_000'],
    ['capitals', 'HTTP and JSON'],
  ])('none: %s', (_, text) => {
    anchors(text, []);
  });

  it('a long quotation names nothing', () => {
    expect(readAnchors(`he said "${'so '.repeat(30)}"`)).toEqual([]);
  });

  it('stops after 64 names', () => {
    expect(
      readAnchors(
        range(200)
          .map((i) => `f${i}.tsx`)
          .join(' '),
      ),
    ).toHaveLength(64);
  });
});

describe('readPaths', () => {
  it.each([
    ['a path in a command line', 'cat src/app.ts | head', ['src/app.ts']],
    ['an absolute one', 'ls /etc/hosts', ['/etc/hosts']],
    ['a file name with a short extension', 'open notes.md', ['notes.md']],
    ['each once', 'diff a.ts b.ts && cat a.ts', ['a.ts', 'b.ts']],
    ['with a slash at its end or without', 'ls src/lib/ src/lib', ['src/lib']],
    ['in quotes', `cat 'my file.ts'`, ['file.ts']],
    ['a URL', 'curl https://a.example/x', ['https://a.example/x']],
  ])('%s', (_, text, paths) => {
    expect(readPaths(text)).toEqual(paths.map(wordHash));
  });

  it.each([
    ['nothing', ''],
    ['plain words', 'run the tests'],
    ['a pattern', 'ls *.ts src/*.ts'],
    ['an alternative', 'grep -E a.b|c.d'],
    ['a number', 'sleep 0.5; seq 1/2'],
    ['a sentence', 'Stop. Now.'],
    ['a word with a long ending', 'the end.Whatever'],
    ['a lone slash or dot', 'ls / . ..'],
  ])('none: %s', (_, text) => {
    expect(readPaths(text)).toEqual([]);
  });

  it('stops after 64 paths', () => {
    expect(
      readPaths(
        range(200)
          .map((i) => `src/f${i}.ts`)
          .join(' '),
      ),
    ).toHaveLength(64);
  });
});

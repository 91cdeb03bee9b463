import { describe, expect, it } from 'vitest';
import { copiesIn, problemsOf } from './copies.mjs';

const lines = (count, name) =>
  Array.from({ length: count }, (_, i) => `  const ${name}${i} = read(${i}, '${i}');`);
const unit = (name, body) => `export function ${name}(): void {\n${body.join('\n')}\n}\n`;
const copiesOf = (first, second) =>
  copiesIn([
    ['a.ts', first],
    ['b.ts', second],
  ]);

describe('the copy check', () => {
  it('finds ten equal lines, whatever their indentation and comments', async () => {
    const body = lines(10, 'x');
    const other = body.map((line) => `    ${line} // why`);
    const [pair] = await copiesOf(unit('one', body), unit('two', other));
    expect(pair.lines).toBeGreaterThanOrEqual(10);
    expect(pair.places.map(({ file }) => file).sort()).toEqual(['a.ts', 'b.ts']);
  });

  it.each([
    ['six equal lines', unit('one', lines(6, 'x')), unit('two', lines(6, 'x'))],
    ['the same shape with other names', unit('one', lines(12, 'x')), unit('two', lines(12, 'y'))],
    ['equal imports', ...['one', 'two'].map((name) => `${imports()}\nexport const ${name} = 1;\n`)],
  ])('leaves %s alone', async (_, first, second) => expect(await copiesOf(first, second)).toEqual([]));
});

function imports() {
  return Array.from({ length: 12 }, (_, i) => `import { f${i}, g${i} } from './f${i}.js';`).join('\n');
}

describe('the list of allowed copies', () => {
  const place = (file) => ({ file, start: 1, end: 12 });
  const pair = { lines: 12, places: [place('a.ts'), place('b.ts')] };
  const entry = { files: ['b.ts', 'a.ts'], lines: 12 };

  it('allows a listed pair', () => expect(problemsOf([pair], [entry])).toEqual([]));
  it('does not allow an unlisted pair', () =>
    expect(problemsOf([pair], [])).toEqual(['a.ts:1-12 repeats 12 lines of b.ts:1-12: share the code']));
  it('does not allow a second pair in the same files', () =>
    expect(problemsOf([pair, pair], [entry])).toHaveLength(2));
  it('may not name files that share nothing any more', () =>
    expect(problemsOf([], [entry])).toEqual([expect.stringContaining('remove the entry')]));
});

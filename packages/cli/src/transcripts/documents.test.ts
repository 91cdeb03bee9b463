import { describe, expect, it } from 'vitest';
import { chunksOf } from '../testing/run-cli.js';
import { type Document, readDocuments } from './documents.js';
import { cutLines, type Line } from './lines.js';

async function linesOf(input: string | Uint8Array, size?: number, max?: number): Promise<Line[]> {
  const cutter = cutLines(max);
  const lines: Line[] = [];
  for await (const chunk of chunksOf(input, size)) {
    lines.push(...cutter.push(chunk));
    // A reader reuses the same memory.
    chunk.fill(0);
  }
  return [...lines, ...cutter.end()];
}
async function documentsOf(text: string, max?: number): Promise<Document[]> {
  const reader = readDocuments(max === undefined ? {} : { max });
  const found = (await linesOf(text)).flatMap((line) => [...reader.add(line)]);
  return [...found, ...reader.end()];
}
const short = (documents: Document[]): unknown[] =>
  documents.map((one) =>
    one.kind === 'value' ? [one.line, one.value] : [one.line, one.problem.slice(0, 11)],
  );

describe('lines', () => {
  it.each([1, 2, 3, 5, 1000])('are the same in chunks of %i bytes', async (size) => {
    const lines = await linesOf('grün\n\n日本 🙂\r\nend', size);
    expect(lines.map((one) => one.kind === 'text' && [one.number, one.text])).toEqual([
      [1, 'grün'],
      [2, ''],
      [3, '日本 🙂\r'],
      [4, 'end'],
    ]);
  });

  it.each([
    ['as long as allowed', '12345\nx', ['text', 'text']],
    ['one byte longer', '123456\nx', ['too-long', 'text']],
    ['longer, at the end', 'x\n1234567', ['text', 'too-long']],
  ])('%s', async (_, text, kinds) => {
    for (const size of [1, 4, 100])
      expect((await linesOf(text, size, 5)).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('of an empty file are none', async () => expect(await linesOf('')).toEqual([]));
});

describe('documents', () => {
  const trace = '{"id": "a", "events": []}';
  it.each<[name: string, text: string, documents: unknown[]]>([
    [
      'one a line',
      '1\n[2]\n{"a": 3}',
      [
        [1, 1],
        [2, [2]],
        [3, { a: 3 }],
      ],
    ],
    ['over many lines', '{\n "a": [\n1\n]\n}', [[1, { a: [1] }]]],
    ['over many lines, behind blank ones', '\n\n[\n1\n]', [[3, [1]]]],
    ['with brackets and quotes inside strings', '{\n"a": "}]\\"{["\n}', [[1, { a: '}]"{[' }]]],
    [
      'over many lines and then one a line',
      '[\n1\n]\n2',
      [
        [1, [1]],
        [4, 2],
      ],
    ],
    [
      'a list of traces, one a line',
      `[\n${trace},\n${trace}\n]`,
      [
        [
          1,
          [
            { id: 'a', events: [] },
            { id: 'a', events: [] },
          ],
        ],
      ],
    ],
    [
      'a bad line among good ones',
      '1\nx\n2',
      [
        [1, 1],
        [2, 'is not JSON'],
        [3, 2],
      ],
    ],
    [
      'a bad first line that opens nothing',
      'x\n1',
      [
        [1, 'is not JSON'],
        [2, 1],
      ],
    ],
    [
      'a first line cut off inside a string',
      `{"id": "\n${trace}`,
      [
        [1, 'is not JSON'],
        [2, { id: 'a', events: [] }],
      ],
    ],
    [
      'a first line cut off between',
      `{"id": [\n${trace}`,
      [
        [1, 'is not JSON'],
        [2, { id: 'a', events: [] }],
      ],
    ],
    [
      'a list that never ends',
      `[\n${trace},\n${trace}`,
      [
        [1, 'is not JSON'],
        [2, 'is not JSON'],
        [3, { id: 'a', events: [] }],
      ],
    ],
    ['a document that never ends', '{\n"a": [\n1,\n2', [[1, 'is not JSON']]],
    ['a document with a mistake', '{\n"a": 1,\n}\n', [[1, 'is not JSON']]],
  ])('%s', async (_, text, documents) => {
    expect(short(await documentsOf(text))).toEqual(documents);
  });
});

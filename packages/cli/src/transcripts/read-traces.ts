import { readDocuments } from './documents.js';
import { isAider, readAider } from './formats/aider.js';
import { readerFor } from './formats/index.js';
import { type Line, readLines } from './lines.js';
import type { Reading } from './reader.js';
import { type Entry, entriesOf, type Place, type Trace } from './trace.js';

/** The traces of one file, in order; a bad line is an entry too, and the lines after it are read. */
export async function* readTraces(file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const lines = readLines(bytes);
  const head = await lines.next();
  if (head.done === true) return;
  const rest = prepend(head.value, lines);
  if (head.value.kind === 'text' && isAider(head.value.text)) yield* readMarkdown(file, rest);
  else yield* readJson(file, rest);
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

async function* readMarkdown(file: string, lines: AsyncIterable<Line>): AsyncGenerator<Entry> {
  const texts: string[] = [];
  for await (const line of lines) if (line.kind === 'text') texts.push(line.text);
  yield* found(readAider(texts, file), { file, line: 1 });
}

/** The first value that some format knows decides how the rest of the file is read. */
async function* readJson(file: string, lines: AsyncIterable<Line>): AsyncGenerator<Entry> {
  let reading: Reading | undefined;
  for await (const document of readDocuments(lines)) {
    const place = { file, line: document.line };
    if (document.kind === 'bad') {
      yield { kind: 'bad', place, problem: document.problem, hint: document.hint };
      continue;
    }
    reading ??= readerFor(document.value)?.open(file);
    yield* reading ? found(reading.add(document.value), place) : entriesOf(document.value, place);
  }
  if (reading) yield* found(reading.end(), { file, line: 1 });
}

function* found(traces: readonly Trace[], place: Place): Generator<Entry> {
  for (const trace of traces) yield { kind: 'trace', trace, place };
}

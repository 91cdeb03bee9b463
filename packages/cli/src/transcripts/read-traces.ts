import { type Document, readDocuments } from './documents.js';
import { asUtf8 } from './encoding.js';
import { isAider, readAider } from './formats/aider.js';
import { readerFor } from './formats/index.js';
import { isDatabase, readDatabase } from './formats/opencode-database.js';
import { countStrange } from './strange-lines.js';
import { cutLines, type Line, MAX_LINE, type Skim } from './lines.js';
import { NOT_UNDERSTOOD, type Reader, type Reading } from './reader.js';
import { type Entry, entriesOf, type Place, type Trace } from './trace.js';

export interface ReadOptions {
  /** Longer lines are reported and skipped; in bytes. */
  readonly maxLine?: number | undefined;
  /** A run that takes more memory is split into parts; in characters of its lines. */
  readonly maxHeld?: number | undefined;
}

const MAX_HELD = 64 * 1024 * 1024;

/** The traces of one file, in order; a bad line is an entry, too, and the lines after it are read. */
export async function* readTraces(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<Entry> {
  const reader = traceReader(file, options);
  const cutter = cutLines(options.maxLine, reader.skim);
  let isBegun = false;
  // Reads everything in a chunk at once: one promise per line would cost as much as the reading.
  for await (const chunk of asUtf8(bytes)) {
    if (isDatabase(chunk)) {
      yield* readDatabase(file);
      return;
    }
    const unfit = isBegun ? undefined : unfitness(chunk);
    if (unfit !== undefined) {
      yield { kind: 'bad', place: { file, line: 1 }, ...unfit };
      return;
    }
    isBegun = true;
    for (const line of cutter.push(chunk)) for (const entry of reader.add(line)) yield entry;
  }
  for (const line of cutter.end()) yield* reader.add(line);
  yield* reader.end();
}

const UNPACK = 'Decompress it first, or pipe it in: gunzip -c FILE | rutbreak scan -';

/** The first bytes of compressed files. */
const PACKED: readonly (readonly [name: string, ...start: number[]])[] = [
  ['gzip', 0x1f, 0x8b],
  ['zip', 0x50, 0x4b, 3, 4],
  ['zstd', 0x28, 0xb5, 0x2f, 0xfd],
  ['xz', 0xfd, 0x37, 0x7a, 0x58],
];

/** A zero byte near the start means a binary file, which is reported once and not line by line. */
const TELLING = 1024;
/** A file that starts like a transcript is read line by line. */
const BRACKETS = [0x7b, 0x5b];

/** Why a file with this beginning should not be read. */
function unfitness(bytes: Uint8Array): { readonly problem: string; readonly hint: string } | undefined {
  const packed = PACKED.find(([, ...start]) => start.every((byte, i) => bytes[i] === byte));
  if (packed) return { problem: `is packed (${packed[0]})`, hint: UNPACK };
  const isText = BRACKETS.includes(bytes[0] ?? 0) || !bytes.subarray(0, TELLING).includes(0);
  return isText
    ? undefined
    : { problem: 'is no text', hint: 'Name transcripts: JSON lines, JSON or Markdown.' };
}

interface TraceReader {
  readonly skim?: Skim;
  readonly add: (line: Line) => Iterable<Entry>;
  readonly end: () => Iterable<Entry>;
}

/** The first line shows whether a file is Markdown or JSON. */
function traceReader(file: string, options: ReadOptions): TraceReader {
  let inner: TraceReader | undefined;
  const latin: { first?: number; count: number } = { count: 0 };
  return {
    skim: (bytes) => inner?.skim?.(bytes),
    add(line) {
      inner ??= line.kind === 'text' && isAider(line.text) ? markdownReader(file) : jsonReader(file, options);
      if (line.kind === 'text' && line.isLatin) {
        latin.first ??= line.number;
        latin.count++;
      }
      return inner.add(line);
    },
    *end() {
      if (inner) yield* inner.end();
      if (latin.first === undefined) return;
      const more = latin.count > 1 ? `, and so have ${latin.count - 1} more` : '';
      const note = `has bytes that are not UTF-8${more}; they were read as Latin-1.`;
      yield { kind: 'note', place: { file, line: latin.first }, note };
    },
  };
}

function markdownReader(file: string): TraceReader {
  const texts: string[] = [];
  return {
    add(line) {
      if (line.kind === 'text') texts.push(line.text);
      return [];
    },
    end: () => found(readAider(texts, file), { file, line: 1 }),
  };
}

/** The first value that a format recognises decides how the rest of the file is read. */
function jsonReader(file: string, { maxLine = MAX_LINE, maxHeld = MAX_HELD }: ReadOptions): TraceReader {
  let reader: Reader | undefined;
  let reading: Reading | undefined;
  let held = 0;
  const strange = countStrange(file);
  const documents = readDocuments({ max: maxLine });
  const entriesIn = (document: Document, size: number): Iterable<Entry> => {
    const place = { file, line: document.line };
    if (document.kind === 'bad') return [{ ...document, place }];
    const { value } = document;
    reader ??= readerFor(value);
    reading ??= reader?.open(file);
    if (!reading) return entriesOf(value, place);
    const complete = reading.add(value);
    if (complete === NOT_UNDERSTOOD) return strange.add(value, document.line);
    held = complete.length > 0 ? 0 : held + size;
    return held > maxHeld ? parted(place) : found(complete, place);
  };
  function* parted(place: Place): Generator<Entry> {
    const traces = reading?.end() ?? [];
    held = 0;
    yield* found(traces, { file, line: 1 });
    // Later parts of the same run keep its name.
    reading = reader?.open(traces.at(-1)?.id ?? file);
    yield { kind: 'note', place, note: PARTED };
  }
  return {
    skim: (bytes) => reader?.skim?.(bytes),
    add(line) {
      const all = documents.add(line);
      if (!Array.isArray(all) || all.length > 1) return flat(all, entriesIn);
      const [document] = all as readonly Document[];
      return document ? entriesIn(document, sizeOf(line)) : NONE;
    },
    *end() {
      yield* flat(documents.end(), entriesIn);
      yield* strange.entries();
      if (reading) yield* found(reading.end(), { file, line: 1 });
    },
  };
}

const NONE: readonly Entry[] = [];

function* flat(
  all: Iterable<Document>,
  entriesIn: (document: Document, size: number) => Iterable<Entry>,
): Generator<Entry> {
  for (const document of all) yield* entriesIn(document, 0);
}

function sizeOf(line: Line): number {
  if (line.kind === 'text') return line.text.length;
  return line.kind === 'value' ? line.size : 0;
}

const PARTED = 'is where a run became too long for memory: the rest is judged separately.';

function found(traces: readonly Trace[], place: Place): readonly Entry[] {
  return traces.length === 0 ? NONE : traces.map((trace) => ({ kind: 'trace', trace, place }));
}

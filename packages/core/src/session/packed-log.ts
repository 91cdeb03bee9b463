import type { Sketch } from '../fingerprint/sketch.js';
import { packSketches, unpackSketches } from '../fingerprint/sketch-pack.js';
import { bitsAt, joined, putBits, textOf } from './packed.js';

/**
 * The last few records of one kind, oldest first, as two texts: a fifth of the size of objects. Plain JSON.
 */
export interface PackedLog {
  /** The numbers and sketches of each record. */
  readonly rows: string;
  /** One line for each of the newest: a text of plain characters takes one byte per character. */
  readonly labels: string;
}

export interface Labelled {
  /** Without line ends. */
  readonly label: string;
}

/** How to write and read records of one kind. */
export interface RowCodec<Item extends Labelled> {
  /** How many of the newest keep their label; more are never shown. */
  readonly labels: number;
  /** Characters that `write` adds. */
  readonly width: number;
  readonly write: (into: number[], item: Item) => void;
  readonly read: (rows: string, at: number, label: string, sketches: readonly Sketch[]) => Item;
  readonly sketches: (item: Item) => readonly Sketch[];
  /** How many sketches a record has. */
  readonly count: number;
}

export const EMPTY_LOG: PackedLog = { rows: '', labels: '' };

const NO_SKETCHES: readonly Sketch[] = [];

/** The start of the next row: the length of the sketches follows the numbers, then the sketches. */
function nextRow(rows: string, at: number, width: number): number {
  return at + width + 1 + bitsAt(rows, at + width);
}

export function append<Item extends Labelled>(
  { rows, labels }: PackedLog,
  item: Item,
  codec: RowCodec<Item>,
  max: number,
): PackedLog {
  let count = 0;
  for (let at = 0; at < rows.length; at = nextRow(rows, at, codec.width)) count++;
  const extra = Math.max(0, count + 1 - max);
  let start = 0;
  for (let i = 0; i < extra; i++) start = nextRow(rows, start, codec.width);
  const lines = Math.min(count, codec.labels) + 1 - Math.min(count + 1 - extra, codec.labels);
  let line = 0;
  for (let i = 0; i < lines; i++) line = labels.indexOf('\n', line) + 1;
  return {
    rows: joined(rows.slice(start), rowOf(item, codec)),
    labels: joined(labels.slice(line), item.label, '\n'),
  };
}

function rowOf<Item extends Labelled>(item: Item, codec: RowCodec<Item>): string {
  const row: number[] = [];
  codec.write(row, item);
  const packed = codec.count === 0 ? '' : packSketches(codec.sketches(item));
  putBits(row, packed.length);
  return `${textOf(row)}${packed}`;
}

/** The start of each row. */
function startsOf(rows: string, { width }: { readonly width: number }): readonly number[] {
  const starts: number[] = [];
  for (let at = 0; at < rows.length; at = nextRow(rows, at, width)) starts.push(at);
  return starts;
}

export function readAll<Item extends Labelled>(
  { rows, labels }: PackedLog,
  codec: RowCodec<Item>,
): readonly Item[] {
  const starts = startsOf(rows, codec);
  let line = 0;
  return starts.map((at, i) => {
    const words = rows.slice(at + codec.width + 1, starts[i + 1]);
    const sketches = codec.count === 0 ? NO_SKETCHES : unpackSketches(words, codec.count);
    if (i < starts.length - codec.labels) return codec.read(rows, at, '', sketches);
    const end = labels.indexOf('\n', line);
    const label = labels.slice(line, end);
    line = end + 1;
    return codec.read(rows, at, label, sketches);
  });
}

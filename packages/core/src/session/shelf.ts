import type { Sketch } from '../event/sketch.js';
import { packSketches, unpackSketches } from '../event/sketch-pack.js';
import { bitsAt, joined, putBits, textOf } from './packed.js';

/** The last few records of one kind, the oldest first, as two texts: a fifth of what objects take. Plain JSON. */
export interface Shelf {
  /** The numbers and sketches of each record. */
  readonly rows: string;
  /** A line for each of the newest: a text of plain characters takes one byte for each. */
  readonly labels: string;
}

export interface Labelled {
  /** Without line ends. */
  readonly label: string;
}

/** How records of a kind are written and read. */
export interface Form<Item extends Labelled> {
  /** How many of the newest keep their label: more are never shown. */
  readonly labels: number;
  /** Characters that `write` adds. */
  readonly width: number;
  readonly write: (into: number[], item: Item) => void;
  readonly read: (rows: string, at: number, label: string, sketches: readonly Sketch[]) => Item;
  readonly sketches: (item: Item) => readonly Sketch[];
  /** How many sketches a record has. */
  readonly count: number;
}

export const EMPTY_SHELF: Shelf = { rows: '', labels: '' };

const NO_SKETCHES: readonly Sketch[] = [];

/** Where the next row begins: behind the numbers stands how many characters the sketches take, and then they. */
function nextRow(rows: string, at: number, width: number): number {
  return at + width + 1 + bitsAt(rows, at + width);
}

export function putOn<Item extends Labelled>(
  { rows, labels }: Shelf,
  item: Item,
  form: Form<Item>,
  max: number,
): Shelf {
  let count = 0;
  for (let at = 0; at < rows.length; at = nextRow(rows, at, form.width)) count++;
  const extra = Math.max(0, count + 1 - max);
  let start = 0;
  for (let i = 0; i < extra; i++) start = nextRow(rows, start, form.width);
  const lines = Math.min(count, form.labels) + 1 - Math.min(count + 1 - extra, form.labels);
  let line = 0;
  for (let i = 0; i < lines; i++) line = labels.indexOf('\n', line) + 1;
  return {
    rows: joined(rows.slice(start), rowOf(item, form)),
    labels: joined(labels.slice(line), item.label, '\n'),
  };
}

function rowOf<Item extends Labelled>(item: Item, form: Form<Item>): string {
  const row: number[] = [];
  form.write(row, item);
  const packed = form.count === 0 ? '' : packSketches(form.sketches(item));
  putBits(row, packed.length);
  return `${textOf(row)}${packed}`;
}

/** Where the rows begin. */
function startsOf(rows: string, { width }: { readonly width: number }): readonly number[] {
  const starts: number[] = [];
  for (let at = 0; at < rows.length; at = nextRow(rows, at, width)) starts.push(at);
  return starts;
}

export function takeAll<Item extends Labelled>({ rows, labels }: Shelf, form: Form<Item>): readonly Item[] {
  const starts = startsOf(rows, form);
  let line = 0;
  return starts.map((at, i) => {
    const words = rows.slice(at + form.width + 1, starts[i + 1]);
    const sketches = form.count === 0 ? NO_SKETCHES : unpackSketches(words, form.count);
    if (i < starts.length - form.labels) return form.read(rows, at, '', sketches);
    const end = labels.indexOf('\n', line);
    const label = labels.slice(line, end);
    line = end + 1;
    return form.read(rows, at, label, sketches);
  });
}

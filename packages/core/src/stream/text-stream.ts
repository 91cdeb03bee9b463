import type { StreamLimits } from './limits.js';
import {
  clearTables,
  copyPlace,
  type TextFinding,
  newPlace,
  newReader,
  newTables,
  type Place,
  type Reader,
  readOn,
  type Tables,
} from './reader.js';

/**
 * An open stream of text, as plain JSON: its last one or two blocks, and the reader's position at the start
 * of each. Reading these again restores everything else; the tables are a cache.
 */
export interface TextStream {
  /** The open block so far. */
  readonly text: string;
  readonly base: Base;
}

/** Fields that seldom change within a block. */
interface Base {
  /** Arguments of a call: code from the first character to the last. */
  readonly isCode: boolean;
  /** The previous block, and the reader's position at its start. */
  readonly old: string;
  readonly since: Place;
  /** The reader's position at the start of the open block. */
  readonly mark: Place;
  readonly [LIVE]?: Reader | undefined;
}

const LIVE = Symbol('tables of an open stream');
/** More than the longest unit and the longest lookback. */
const BLOCK = 6144;
/** A power of two. */
const FLAT = 1024;

export function newStream(isCode: boolean): TextStream {
  const place = newPlace();
  return { text: '', base: { isCode, old: '', since: place, mark: place, [LIVE]: undefined } };
}

/** Spare tables: creating new ones takes longer than reading a short text. */
let spare: Tables | undefined;

/** Nothing continues from here; an older state that does gets its own tables. */
export function endStream({ base }: TextStream): void {
  const live = base[LIVE];
  if (live === undefined || live.place.length < 0) return;
  live.place.length = -1;
  spare = live.tables;
}

function takeTables(): Tables {
  const tables = spare ?? newTables();
  if (tables === spare) clearTables(tables);
  spare = undefined;
  return tables;
}

/** The stream after one more piece. */
export function readChunk(stream: TextStream, chunk: string, limits: StreamLimits): TextStream {
  const base = withTables(stream, limits);
  const text = joined(stream.text, chunk);
  if (text.length >= BLOCK) return listenOn(stream.text, base, chunk);
  readOn(base[LIVE]!, text, chunk);
  return { text, base };
}

/** The same for a piece that fills the open block. */
function listenOn(begun: string, before: Base, chunk: string): TextStream {
  let text = begun;
  let base = before;
  const live = base[LIVE]!;
  let surest: TextFinding | undefined;
  for (let from = 0; from < chunk.length;) {
    const to = Math.min(chunk.length, from + BLOCK - text.length);
    const piece = chunk.slice(from, to);
    text += piece;
    readOn(live, text, piece);
    if ((live.finding?.level ?? 0) >= (surest?.level ?? 0)) surest = live.finding;
    from = to;
    if (text.length < BLOCK) continue;
    base = nextBase(base, text);
    text = '';
  }
  live.finding = surest;
  return { text, base };
}

/** Findings in the last piece, or ones that still continue. */
export function findingIn({ base }: TextStream): TextFinding | undefined {
  return base[LIVE]?.finding;
}

/** Engines concatenate lazily; reading a character now and then keeps the chain of pieces short. */
function joined(text: string, chunk: string): string {
  const all = text + chunk;
  return ((text.length ^ all.length) & FLAT) !== 0 && all.charCodeAt(0) < 0 ? text : all;
}

/** The tables move from state to state; an older or restored state gets new ones. */
function withTables({ text, base }: TextStream, limits: StreamLimits): Base {
  const known = base[LIVE];
  if (known?.limits === limits && known.place.length === base.mark.length + text.length) return base;
  const { isCode, old, since, mark } = base;
  const live = newReader(takeTables(), limits, isCode, copyPlace(since));
  readOn(live, old, old);
  beginBlock(live, old, copyPlace(mark));
  readOn(live, text, text);
  return { isCode, old, since, mark, [LIVE]: live };
}

/** The open block is full and becomes the previous one. */
function nextBase({ isCode, mark, [LIVE]: live }: Base, old: string): Base {
  const { place } = live!;
  place.run.floor = mark.run.count;
  beginBlock(live!, old, place);
  return { isCode, old, since: mark, mark: copyPlace(place), [LIVE]: live };
}

function beginBlock(live: Reader, old: string, place: Place): void {
  live.place = place;
  live.old = old;
  live.text = '';
  live.from = place.length;
}

/** How many of the characters read so far repeat. */
export function repeatedLength({ base }: TextStream): number {
  const live = base[LIVE];
  if (live === undefined) return 0;
  const { place, covered } = live;
  return covered + (place.found === null ? 0 : place.length - place.found.from);
}

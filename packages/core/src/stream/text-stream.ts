import {
  type CharPlace,
  type CharTables,
  lastUnits,
  MAX_AHEAD,
  newCharPlace,
  newCharTables,
  RING_MASK,
  scanChars,
} from './char-run.js';
import { type Demand, demandOf, type StreamLimits } from './demand.js';
import { ringPrint } from './unit.js';
import { lapPrint } from './word-run.js';
import {
  copyWordPlace,
  newReadingTables,
  newWordPlace,
  type ReadingTables,
  readWords,
  type WordFinding,
  type WordPlace,
} from './words.js';

/**
 * An open stream of text, as plain JSON: the last one to two blocks of it, and where it stood when each began. Reading
 * these again brings back everything else; so the tables are kept for speed only.
 */
export interface TextStream {
  /** The open block so far. */
  readonly text: string;
  readonly base: Base;
}

/** What seldom changes during a block. */
interface Base {
  /** Arguments of a call: code from the first character to the last. */
  readonly isCode: boolean;
  /** The block before, and where the stream stood when it began. */
  readonly old: string;
  readonly since: Place;
  /** Where it stood when the open block began. */
  readonly mark: Place;
  readonly [LIVE]?: Live | undefined;
}

interface Place {
  readonly chars: CharPlace;
  readonly words: WordPlace;
  /** Whether the unit is read as code. */
  isCode: boolean;
}

interface Live {
  readonly chars: CharTables;
  readonly words: ReadingTables;
  readonly limits: StreamLimits;
  readonly text: Demand;
  readonly code: Demand;
  place: Place;
  /** Characters of the stream so far, read or not. */
  length: number;
  /** Whether what comes is read at once. */
  isClose: boolean;
}

/** Why the stream is not worth reading on. */
export interface Finding {
  readonly base?: undefined;
  readonly by: 'period' | WordFinding;
  /** In characters, or in words; 0 without one. */
  readonly period: number;
  /** Copies of the unit, or words that were said before. */
  readonly count: number;
  readonly unit: string;
  /** About how many characters of the stream it is about. */
  readonly length: number;
  /** Characters of the stream up to where it was found. */
  readonly end: number;
  /** Equal for the same unit, wherever it is cut; without a unit, for the same kind. */
  readonly identity: number | string;
}

const LIVE = Symbol('tables of an open stream');
/** More than a period and all that may be looked back at. */
const BLOCK = 6144;
/** A power of two. */
const FLAT = 1024;
/** Text is read in units of this length, except where a limit is near: so the place decides when, and not the chunks. */
const UNIT = MAX_AHEAD;

export function newStream(isCode: boolean): TextStream {
  const place: Place = { chars: newCharPlace(), words: newWordPlace(), isCode: false };
  return {
    text: '',
    base: baseOf({ isCode, old: '', since: place, mark: place }, undefined),
  };
}

/** Tables that nobody reads on with: making new ones takes longer than reading a short text. */
let spare: Pick<Live, 'chars' | 'words'> | undefined;

/** Nobody goes on from here; should somebody do so from an older state, it gets tables of its own. */
export function endStream({ base }: TextStream): void {
  const live = base[LIVE];
  if (live === undefined || live.length < 0) return;
  live.length = -1;
  spare = live;
}

function takeTables(): Pick<Live, 'chars' | 'words'> {
  if (spare === undefined) return { chars: newCharTables(), words: newReadingTables() };
  const { chars, words } = spare;
  spare = undefined;
  for (const table of [chars.ring, chars.seen, words.run.words, words.run.before, words.run.seen])
    table.fill(0);
  for (const table of [words.sentences.sums, words.sentences.said]) table.fill(0);
  return { chars, words };
}

/** The stream after `chunk`, or what was found in it: then the rest was not read, and is not to be. */
export function listen(stream: TextStream, chunk: string, limits: StreamLimits): TextStream | Finding {
  const base = withTables(stream, limits);
  const live = base[LIVE]!;
  const room = BLOCK - stream.text.length;
  if (chunk.length >= room) return listenOn(stream.text, base, live, chunk);
  const finding = hear(live, chunk, 0, chunk.length);
  if (finding) return finding;
  return { text: joined(stream.text, chunk), base };
}

/** The same for a chunk that fills the open block. */
function listenOn(begun: string, before: Base, live: Live, chunk: string): TextStream | Finding {
  let text = begun;
  let base = before;
  for (let from = 0; from < chunk.length;) {
    const to = Math.min(chunk.length, from + BLOCK - text.length);
    const finding = hear(live, chunk, from, to);
    if (finding) return finding;
    text += chunk.slice(from, to);
    from = to;
    if (text.length < BLOCK) continue;
    base = nextBase(base, text, live);
    text = '';
  }
  return { text, base };
}

/** Joining is lazy in JavaScript engines; a look at a character now and then keeps the chain of pieces short. */
function joined(text: string, chunk: string): string {
  const all = text + chunk;
  return ((text.length ^ all.length) & FLAT) !== 0 && all.charCodeAt(0) < 0 ? text : all;
}

function hear(live: Live, chunk: string, from: number, to: number): Finding | undefined {
  const { ring } = live.chars;
  let { length } = live;
  for (let i = from; i < to;) {
    // The ring is a multiple of a unit long, so nothing wraps around inside one.
    const end = Math.min(to, i + UNIT - (length % UNIT));
    let at = length & RING_MASK;
    length += end - i;
    while (i < end) ring[at++] = chunk.charCodeAt(i++);
    if (length % UNIT !== 0) break;
    const finding = read(live, length);
    if (finding) return finding;
  }
  live.length = length;
  return live.isClose && length % UNIT !== 0 ? read(live, length) : undefined;
}

/** Reads on to where `to` characters are. What decides how they are read is asked where a unit ends. */
function read(live: Live, to: number): Finding | undefined {
  const { chars, words, place } = live;
  const demand = place.isCode ? live.code : live.text;
  const from = place.chars.length;
  const end = scanChars(chars, place.chars, to, demand.chars);
  const by = readWords(words, place.words, chars.ring, from, end, demand.words);
  if (by !== undefined || place.chars.repeats) {
    const finding = by === undefined ? periodFinding(live) : wordFinding(by, live);
    // Nobody goes on from here, nor from an older state with these tables.
    live.length = -1;
    spare = live;
    return finding;
  }
  if (to % UNIT === 0) {
    place.isCode = place.words.spelling.isFenced;
    live.isClose = isClose(place, demand);
  }
  return undefined;
}

/** Whether a limit could be reached within a unit: so it is if a quarter of it is. */
function isClose({ chars, words: { run, sentences } }: Place, { words }: Demand): boolean {
  return (
    (chars.period !== 0 && chars.run * 4 >= chars.required) ||
    (run.period !== 0 && run.run * 4 >= run.required) ||
    run.stale * 4 >= words.stale ||
    run.echo * 4 >= words.echo ||
    sentences.recital * 4 >= words.recital
  );
}

function periodFinding({ chars: { ring }, place }: Live): Finding {
  const { length, period, run } = place.chars;
  const unit = lastUnits(ring, length, period);
  const count = Math.round(run / period) + 1;
  return { by: 'period', period, count, unit, length: run + period, end: length, identity: ringPrint(unit) };
}

const EXCERPT = 80;

function wordFinding(by: WordFinding, { chars: { ring }, words, place }: Live): Finding {
  const end = place.chars.length;
  const { run, sentences } = place.words;
  const unit = lastUnits(ring, end, EXCERPT);
  const lengthOf = (said: number): number => Math.round((end * said) / run.count);
  if (by === 'counter' || by === 'block') {
    const { period } = run;
    const count = Math.round(run.run / period) + 1;
    return {
      by,
      period,
      count,
      unit,
      length: lengthOf(run.run + period),
      end,
      identity: lapPrint(words.run, run),
    };
  }
  const said = run.count - (by === 'recital' ? sentences.from : Math.min(run.staleFrom, run.echoFrom));
  return { by, period: 0, count: said, unit, length: lengthOf(said), end, identity: by };
}

/** The tables go along from state to state; a state that is older than they are, or was restored, gets its own. */
function withTables({ text, base }: TextStream, limits: StreamLimits): Base {
  const known = base[LIVE];
  if (known?.limits === limits && known.length === base.mark.chars.length + text.length) return base;
  const { isCode, old, since, mark } = base;
  const live = newLive(limits, isCode, since);
  // Nothing was found the first time. Should other limits find something now, the next character will bring it up.
  hear(live, old, 0, old.length);
  live.place = copyOf(mark);
  live.length = mark.chars.length;
  live.isClose = isClose(mark, mark.isCode ? live.code : live.text);
  hear(live, text, 0, text.length);
  live.length = mark.chars.length + text.length;
  return baseOf(base, live);
}

function newLive(limits: StreamLimits, isCode: boolean, since: Place): Live {
  return {
    ...takeTables(),
    limits,
    text: demandOf(limits, isCode),
    code: demandOf(limits, true),
    place: copyOf(since),
    length: since.chars.length,
    isClose: false,
  };
}

function copyOf({ chars, words, isCode }: Place): Place {
  return { chars: Object.assign(newCharPlace(), chars), words: copyWordPlace(words), isCode };
}

/** The open block is full and becomes the old one. */
function nextBase({ isCode, mark }: Base, old: string, live: Live): Base {
  live.place.words.run.floor = mark.words.run.count;
  return baseOf({ isCode, old, since: mark, mark: copyOf(live.place) }, live);
}

function baseOf({ isCode, old, since, mark }: Base, live: Live | undefined): Base {
  return { isCode, old, since, mark, [LIVE]: live };
}

import {
  type CharPlace,
  type CharTables,
  isFence,
  isRepeating,
  lastUnits,
  newCharPlace,
  newCharTables,
  NEVER,
  scanChars,
} from './char-run.js';
import { type Demand, demandOf, type StreamLimits } from './demand.js';
import { ringPrint } from './unit.js';
import { lapPrint } from './word-run.js';
import { newReadingTables, newWordPlace, type ReadingTables, readWords, type WordFinding, type WordPlace } from './words.js';

/**
 * An open stream of text, as plain JSON: the last one to two blocks of it, and where it stood when each began. Reading
 * these again brings back everything else; so the tables are kept for speed only.
 */
export interface TextStream {
  /** The open block so far. */
  readonly text: string;
  readonly base: Base;
}

/** What stays the same during a block. */
interface Base {
  /** Arguments of a call: code from the first character to the last. */
  readonly isCode: boolean;
  /** The block before, and where the stream stood when it began. */
  readonly old: string;
  readonly since: Place;
  /** Where it stood when the open block began. */
  readonly mark: Place;
  readonly [LIVE]?: Live;
}

interface Place {
  readonly chars: CharPlace;
  readonly words: WordPlace;
  isFenced: boolean;
}

interface Live {
  readonly chars: CharTables;
  readonly words: ReadingTables;
  readonly limits: StreamLimits;
  readonly text: Demand;
  readonly code: Demand;
  place: Place;
  pieces: number;
}

/** Why the stream is not worth reading on. */
export interface Finding {
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

export interface Heard {
  readonly stream: TextStream;
  readonly finding: Finding | undefined;
  /** Whether rows that differ in their numbers were met for the first time. */
  readonly hasNewRows: boolean;
}

const LIVE = Symbol('tables of an open stream');
/** More than a period and all that may be looked back at. */
const BLOCK = 6144;
const MAX_PIECES = 256;

export function newStream(isCode: boolean): TextStream {
  const place: Place = { chars: newCharPlace(), words: newWordPlace(), isFenced: false };
  return { text: '', base: { isCode, old: '', since: place, mark: place } };
}

/** The stream after `text`, and what was found in it: then the rest has not been read, and is not to be. */
export function listen(before: TextStream, text: string, limits: StreamLimits): Heard {
  let stream = withTables(before, limits);
  const live = stream.base[LIVE]!;
  const { hasRows } = live.place.words.run;
  for (let from = 0; from < text.length; ) {
    const room = BLOCK - stream.text.length;
    const piece = from === 0 && text.length <= room ? text : text.slice(from, from + room);
    const finding = read(live, piece);
    if (finding) return { stream, finding, hasNewRows: false };
    stream = grow(stream, piece, live);
    from += piece.length;
  }
  return { stream, finding: undefined, hasNewRows: !hasRows && live.place.words.run.hasRows };
}

function read(live: Live, piece: string): Finding | undefined {
  const { chars, words, place } = live;
  for (let from = 0; from < piece.length; ) {
    const demand = place.isFenced ? live.code : live.text;
    const to = scanChars(chars, place.chars, piece, from, demand.chars);
    const by = readWords(words, place.words, piece, from, to, demand.words);
    if (by) return wordFinding(by, live);
    if (isRepeating(place.chars)) return periodFinding(live);
    if (isFence(chars.ring, place.chars.length)) place.isFenced = !place.isFenced;
    from = to;
  }
  return undefined;
}

function periodFinding({ chars: { ring }, place }: Live): Finding {
  const { length, period, run } = place.chars;
  const unit = lastUnits(ring, length, period);
  const count = Math.floor(run / period) + 1;
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
    const count = Math.floor(run.run / period) + 1;
    return { by, period, count, unit, length: lengthOf(run.run + period), end, identity: lapPrint(words.run, run) };
  }
  const said = run.count - (by === 'recital' ? sentences.from : Math.min(run.staleFrom, run.echoFrom));
  return { by, period: 0, count: said, unit, length: lengthOf(said), end, identity: by };
}

/** The tables go along from state to state; a state that is older than they are, or was restored, gets its own. */
function withTables(stream: TextStream, limits: StreamLimits): TextStream {
  const { text, base } = stream;
  const known = base[LIVE];
  if (known?.limits === limits && known.place.chars.length === base.mark.chars.length + text.length) return stream;
  const code = demandOf(limits, true);
  const live: Live = {
    ...{ chars: newCharTables(), words: newReadingTables(), place: copyOf(base.since), pieces: 0 },
    ...{ limits, code, text: base.isCode ? code : demandOf(limits, false) },
  };
  readAgain(live, base.old);
  live.place = copyOf(base.mark);
  readAgain(live, text);
  return { text, base: { ...base, [LIVE]: live } };
}

/** Nothing was found in it the first time; should other limits find something now, it is too late. */
function readAgain(live: Live, text: string): void {
  const { chars, words, place } = live;
  for (let from = 0; from < text.length; ) {
    const demand = place.isFenced ? live.code : live.text;
    const to = scanChars(chars, place.chars, text, from, demand.chars);
    readWords(words, place.words, text, from, to, silent(demand));
    if (isFence(chars.ring, place.chars.length)) place.isFenced = !place.isFenced;
    from = to;
  }
}

function silent({ words }: Demand): Demand['words'] {
  const judgeRun: Demand['words']['judgeRun'] = (run, tables) => void words.judgeRun(run, tables);
  return { ...words, judgeRun, stale: NEVER, echo: NEVER, recital: NEVER };
}

function copyOf({ chars, words, isFenced }: Place): Place {
  const { run, sentences } = words;
  return { chars: { ...chars }, words: { ...words, run: { ...run }, sentences: { ...sentences } }, isFenced };
}

function grow({ text: known, base }: TextStream, piece: string, live: Live): TextStream {
  const text = known + piece;
  // Joining is lazy in JavaScript engines; looking at a character now and then keeps the chain of pieces short.
  if (++live.pieces > MAX_PIECES && text.charCodeAt(0) >= 0) live.pieces = 0;
  if (text.length < BLOCK) return { text, base };
  const { isCode, mark } = base;
  live.place.words.run.floor = mark.words.run.count;
  return { text: '', base: { isCode, old: text, since: mark, mark: copyOf(live.place), [LIVE]: live } };
}

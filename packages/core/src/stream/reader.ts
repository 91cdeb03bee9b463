import { HARD, isDense, rateRun, type StreamLimits, WARN } from './limits.js';
import {
  addWord,
  endSentence,
  NEW_SENTENCE,
  newSentences,
  newSentenceTables,
  SENTENCE_LIMIT,
  type Sentences,
  type SentenceTables,
} from './sentences.js';
import { GRAM, hasCounter, isWrap, newTokenRun, POINTS, takeToken, type TokenRun } from './token-run.js';
import { lapLength, lapPrint, newTokenTables, type TokenTables } from './token-tables.js';
import {
  type Cutter,
  cutTokens,
  DATA,
  type Ending,
  HALF,
  LINE_CODE,
  newCutter,
  NOTHING,
  type TokenSink,
} from './tokens.js';

/** The position of a stream reader, as plain JSON. */
export interface Place {
  /** Characters so far. */
  length: number;
  readonly cutter: Cutter;
  readonly run: TokenRun;
  readonly sentences: Sentences;
  /** A finding that still continues. */
  found: Found | null;
}

type FindingKind = 'period' | 'counter' | 'block' | 'stale';

interface Found {
  readonly by: FindingKind;
  readonly identity: number | string;
  /** Characters of the stream before the repetition started. */
  readonly from: number;
  readonly level: number;
  /** The length of a copy when it was found; 0 without one. */
  readonly period: number;
}

/** Why reading the stream further is pointless. */
export interface TextFinding extends Found {
  /** Copies, or words that occurred before. */
  readonly count: number;
  /** The end of the repeated text. */
  readonly unit: string;
}

export interface Tables {
  readonly run: TokenTables;
  readonly sentences: SentenceTables;
}

/** Continues reading a stream, and keeps the findings in its last piece. */
export interface Reader extends TokenSink {
  readonly tables: Tables;
  readonly limits: StreamLimits;
  /** Arguments of a call: code from the first character to the last. */
  readonly isCode: boolean;
  place: Place;
  /** The most certain finding in the last piece. */
  finding: TextFinding | undefined;
  /** Characters in findings that have ended. */
  covered: number;
  /**
   * The kept part of the stream: the previous block, the open block with the last piece, and the number of
   * characters before it.
   */
  old: string;
  text: string;
  from: number;
}

const EXCERPT = 80;
/** An average English word and its space, to estimate the number of words in a text. */
const WORD_LENGTH = 6;

export function newPlace(): Place {
  return { length: 0, cutter: newCutter(), run: newTokenRun(), sentences: newSentences(), found: null };
}

export function copyPlace({ length, cutter, run, sentences, found }: Place): Place {
  return {
    length,
    cutter: Object.assign(newCutter(), cutter),
    run: Object.assign(newTokenRun(), run),
    sentences: Object.assign(newSentences(), sentences),
    found,
  };
}

export function newTables(): Tables {
  return { run: newTokenTables(), sentences: newSentenceTables() };
}

export function clearTables({ run, sentences }: Tables): void {
  for (const table of [run.codes, run.ends, run.before, run.seen, sentences.sums, sentences.said])
    table.fill(0);
}

export function newReader(tables: Tables, limits: StreamLimits, isCode: boolean, place: Place): Reader {
  return {
    tables,
    limits,
    isCode,
    place,
    finding: undefined,
    covered: 0,
    old: '',
    text: '',
    from: place.length,
    token: onToken,
    ending: onEnding,
  };
}

/** Reads `piece`, which is the end of `text`, and keeps findings in it that are new or still continue. */
export function readOn(reader: Reader, text: string, piece: string): void {
  const { place } = reader;
  reader.text = text;
  if (reader.finding !== undefined) reader.finding = undefined;
  cutTokens(place.cutter, piece, place.length, reader);
  place.length += piece.length;
  if (place.found !== null && (reader.finding as TextFinding | undefined)?.level !== HARD)
    tell(reader, place.length);
}

/** A token ended after `end` characters. */
function onToken(this: Reader, code: number, worth: number, end: number): void {
  const { place, tables } = this;
  const { cutter, run, sentences } = place;
  run.odd = cutter.odd;
  if (code === LINE_CODE) {
    run.lines++;
    if (isWrap(tables.run, run)) return;
  }
  const isData = cutter.line === DATA || cutter.isFenced || (run.period !== 0 && isDense(run));
  takeToken(tables.run, run, code, worth, end, isData);
  if (worth < NOTHING) addWord(sentences, code, worth <= HALF);
  // Most tokens of healthy text are new among their neighbours, so nothing can have become worse.
  if (run.known === run.count || place.found !== null) rate(this, end);
}

/** A sentence, a record or a line has ended. */
function onEnding(this: Reader, ending: Ending, end: number): void {
  const { place, tables } = this;
  endSentence(tables.sentences, place.sentences, ending, end, place.run);
  rate(this, end);
}

function rate(reader: Reader, end: number): void {
  const { place, tables, limits } = reader;
  const { run, sentences } = place;
  const isLong = run.period !== 0 && end >= run.next;
  const stale = limits.staleWords * POINTS;
  // A sentence may be long: a few words show whether it is a new one.
  if (sentences.recital >= SENTENCE_LIMIT && run.count - run.known > GRAM)
    sentences.recital = SENTENCE_LIMIT - NEW_SENTENCE;
  const isStale = run.stale >= stale || sentences.recital >= SENTENCE_LIMIT;
  if (!isLong && !isStale && run.level === 0 && place.found === null) return;
  if (isLong) {
    const unitOf = (length: number): string => excerpt(reader, end, length);
    run.level = rateRun(tables.run, run, limits, reader.isCode, place.cutter.isFenced, unitOf);
  }
  // No more than that, so that the first new words end it.
  run.stale = Math.min(run.stale, stale);
  sentences.recital = Math.min(sentences.recital, SENTENCE_LIMIT);
  // A counter with a warning has its own limit.
  const level = isStale && (run.level !== WARN || !hasCounter(run)) ? HARD : run.level;
  const { found } = place;
  if (level === 0) {
    if (found !== null) reader.covered += end - found.from;
    place.found = null;
  } else if (found === null || level > found.level) {
    place.found = found === null ? newFound(reader, level) : { ...found, level };
    tell(reader, end);
  } else if (reader.finding === undefined) tell(reader, end);
}

/** Named after the repeated unit, if one lap of it is complete, even if words revealed it. */
function newFound({ place: { run, sentences }, tables, limits }: Reader, level: number): Found {
  const { lines, tokens, period, start, stale, staleFrom } = run;
  const isLap = period !== 0 && tokens >= period;
  const from = Math.min(
    isLap ? start : Infinity,
    stale >= limits.staleWords * POINTS ? staleFrom : Infinity,
    sentences.recital >= SENTENCE_LIMIT ? sentences.from : Infinity,
  );
  if (!isLap) return { by: 'stale', identity: 'stale', from, level, period: 0 };
  const hasLines = lines * 2 >= (tokens / period) * 3;
  const by = !hasCounter(run) ? 'period' : hasLines ? 'block' : 'counter';
  return { by, identity: lapPrint(tables.run, run), from, level, period: lapLength(tables.run, run) };
}

/** A finding that is over by the end of the piece stays, if it was the surer one. */
function tell(reader: Reader, end: number): void {
  const { place, tables } = reader;
  const found = place.found!;
  if (reader.finding !== undefined && reader.finding.level > found.level) return;
  const length = end - found.from;
  const isOver = found.by === 'stale' || place.run.period === 0;
  const period = isOver ? found.period : lapLength(tables.run, place.run);
  const count = Math.round(length / (period || WORD_LENGTH));
  const unit = excerpt(reader, end, found.by === 'period' ? period : EXCERPT);
  reader.finding = { ...found, period, count, unit };
}

/** The last characters before `end`. */
function excerpt({ old, text, from }: Reader, end: number, length: number): string {
  const to = end - from;
  if (to >= length) return text.slice(to - length, to);
  return old.slice(Math.min(old.length, Math.max(0, old.length + to - length))) + text.slice(0, to);
}

import { HASH_PRIME, hashNumber, mix } from '../../text/hash.js';
import { ID, MAX_TOKENS, NUMBER, tokens, WORD } from '../../text/token-buffer.js';
import { hashCharacters, takeText } from '../leaves.js';
import {
  addId,
  addSlot,
  FIELD_SLOT,
  type OutcomeReading,
  TEXT_SLOT,
  vocabularySet,
  WORD_SLOT,
} from './outcome-reading.js';
import {
  endsWithFailure,
  EDGE,
  excerptOf,
  failsInLine,
  failurePlace,
  isFailureStatus,
  isStatusLine,
  pendingIn,
  speaksOfNothing,
  speaksOfSuccess,
} from './says.js';
import { tokenize, tokenizeEnds } from '../tokenize.js';
import {
  gateOf,
  hasEnding,
  mayEnd,
  MAY_BE_NOTHING,
  MAY_BE_PENDING,
  MAY_FAIL,
  MAY_PASS,
} from '../word-gate.js';

const LONG_TEXT = 9000;
const HEAD = 5500;
const TAIL = 3000;
const MAX_LINES = 48;
/** One line in four is in the sample. */
const SAMPLED = 0x60;
/** A longer outcome has no word sequence: it is compared as sets. */
export const MAX_SEQUENCE = 40;
const MAX_TEXTS = 12;
/** A failure to read stands at the very start. */
const AT_ONCE = 14;

/** A text that may have several lines. */
export function readText(into: OutcomeReading, text: string, path: number): void {
  const share = takeText(into.budget, text.length);
  if (share === 'none') return;
  if (text.length > LONG_TEXT) {
    tokenizeEnds(text, HEAD, TAIL);
    if (share === 'all')
      into.words = (into.words + hashCharacters(text, HEAD, text.length - TAIL, false)) | 0;
  } else tokenize(text);
  readLines(into, path);
  addSequence(into);
  readMeaning(into, text);
}

/** The tokens of the current line that are no words. */
const others = new Uint16Array(MAX_TOKENS);

/** All tokens, line by line. */
function readLines(into: OutcomeReading, path: number): void {
  const { count, kinds, hashes, lines } = tokens;
  let leaf = path;
  let otherCount = 0;
  for (let at = 0; at < count;) {
    const line = lines[at];
    let lineHash = 17;
    let lineOthers = 0;
    for (; at < count && lines[at] === line; at++) {
      if (kinds[at] !== WORD) {
        others[lineOthers++] = at;
        continue;
      }
      const hash = hashes[at]!;
      lineHash = Math.imul(lineHash ^ hash, HASH_PRIME);
      leaf = Math.imul(leaf ^ hash, HASH_PRIME);
      vocabularySet.add(hash);
    }
    otherCount += lineOthers;
    readLine(into, lineOthers, path, lineHash);
  }
  into.wordCount += count - otherCount;
  into.textWordCount += count - otherCount;
  into.words = (into.words + mix(leaf, 3) + tokens.overflow) | 0;
}

function addSequence(into: OutcomeReading): void {
  if (into.textWordCount > MAX_SEQUENCE) return;
  for (let i = 0; i < tokens.count; i++)
    if (tokens.kinds[i] === WORD) into.wordSequence.push(tokens.hashes[i]!);
}

/** The numbers, ids and times of a line. A number is named after the words of its line. */
function readLine(into: OutcomeReading, count: number, path: number, lineHash: number): void {
  const { kinds, hashes, values } = tokens;
  let ordinal = 0;
  let whole = lineHash;
  for (let k = 0; k < count; k++) {
    const i = others[k]!;
    const kind = kinds[i];
    if (kind === NUMBER) {
      const value = values[i]!;
      into.numberCount++;
      addSlot(into, mix(path ^ lineHash, ++ordinal), value, TEXT_SLOT);
      whole = mix(whole, hashNumber(value));
    } else if (kind === ID) {
      addId(into, mix(path ^ lineHash, 77), hashes[i]!);
      whole = mix(whole, hashes[i]!);
    } else into.clockCount++;
  }
  if (into.lines.length < MAX_LINES) into.lines.push(whole >>> 1);
  if ((whole & SAMPLED) === 0 && into.sample.length < MAX_LINES) into.sample.push(whole >>> 1);
}

/** A one-word value inside JSON: it is a separate slot. */
export function readBareText(into: OutcomeReading, text: string, path: number): void {
  tokenize(text);
  const { ids, clocks, numbers, words, hash } = countTokens(into, path);
  readMeaning(into, text);
  const isVolatile = (ids > 0 && words <= 1) || (clocks > 0 && numbers === 0);
  if (isVolatile) return;
  if (words > 0) addSlot(into, path, hash >>> 1, WORD_SLOT);
  let ordinal = 0;
  for (let i = 0; i < tokens.count; i++)
    if (tokens.kinds[i] === NUMBER) addSlot(into, mix(path, ++ordinal * 7), tokens.values[i]!, FIELD_SLOT);
}

interface Counts {
  ids: number;
  clocks: number;
  numbers: number;
  words: number;
  /** Of the words. */
  hash: number;
}

function countTokens(into: OutcomeReading, path: number): Counts {
  const counts: Counts = { ids: 0, clocks: 0, numbers: 0, words: 0, hash: 0 };
  for (let i = 0; i < tokens.count; i++) {
    const kind = tokens.kinds[i];
    const hash = tokens.hashes[i]!;
    if (kind === WORD) {
      counts.words++;
      counts.hash = mix(counts.hash, hash);
      vocabularySet.add(hash);
    } else if (kind === NUMBER) counts.numbers++;
    else if (kind === ID) {
      counts.ids++;
      addId(into, mix(path, 78), hash);
    } else counts.clocks++;
  }
  into.wordCount += counts.words;
  into.numberCount += counts.numbers;
  into.clockCount += counts.clocks;
  return counts;
}

/** What the first texts say about the outcome. */
function readMeaning(into: OutcomeReading, text: string): void {
  into.size += text.length;
  if (into.textCount >= MAX_TEXTS) return;
  const isFirst = into.textCount++ === 0;
  if (endsWithFailure(text)) into.hasExited = true;
  if (isFirst && isStatusLine(text)) into.fails = into.failsInLine = into.failsAtOnce = true;
  const gate = gateOfText(text);
  if (gate === 0) {
    if (tokens.count === 1 && !into.isRead && isFailureStatus(text)) into.isFailureCode = true;
    return;
  }
  const excerpt = excerptOf(text);
  if ((gate & MAY_FAIL) !== 0 && (isFirst || !into.isRead)) {
    const place = failurePlace(excerpt);
    if (place >= 0) {
      into.fails = true;
      into.failsInLine ||= failsInLine(excerpt);
    }
    if (isFirst && place >= 0 && place < AT_ONCE) into.failsAtOnce = true;
  }
  if ((gate & MAY_PASS) !== 0) into.passes ||= speaksOfSuccess(excerpt);
  if ((gate & MAY_BE_NOTHING) !== 0) into.saysNothing ||= speaksOfNothing(text);
  if ((gate & MAY_BE_PENDING) !== 0 && into.pending !== 'alone')
    into.pending = pendingIn(excerpt) ?? into.pending;
}

/** What the tokens at both ends of the text may say about the outcome. */
function gateOfText(text: string): number {
  const { count, kinds, hashes, values, ends, lasts } = tokens;
  const late = text.length - EDGE;
  let gate = 0;
  for (let i = 0; i < count; i++) {
    const end = ends[i]!;
    if (end > EDGE && end < late) continue;
    const kind = kinds[i];
    if (kind === WORD) gate |= gateOf(hashes[i]!);
    else if (kind === NUMBER) {
      if (values[i] === 0) gate |= MAY_BE_NOTHING;
      continue;
    }
    // A long name looks like an id, but may be the name of an error.
    if (mayEnd(lasts[i]!) && hasEnding(text, end)) gate |= MAY_FAIL;
  }
  return gate;
}

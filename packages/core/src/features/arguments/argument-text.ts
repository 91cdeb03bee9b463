import { WAIT_VERBS } from '../../lexicon/tool-names.js';
import { hashNumber, hashOf, mix, toPresentHash31 } from '../../text/hash.js';
import { CLOCK, NUMBER, tokens, WORD } from '../../text/token-buffer.js';
import {
  addId,
  addToSequence,
  addValue,
  addWord,
  type ArgumentReading,
  echoSet,
} from './argument-reading.js';
import type { FieldKnowledge } from './field-knowledge.js';
import { hashCharacters, takeText } from '../leaves.js';
import { addStems } from './stems.js';
import { changesFiles, waitIn } from './shell-command.js';
import { tokenizeEnds, tokenizeExactly } from '../tokenize.js';
import { gateOf, MAY_CHANGE } from '../word-gate.js';

const LONGEST_VERB = 8;
const LONG_TEXT = 6000;
const HEAD = 4000;
const TAIL = 2000;
const SHORT_TEXT = 60;
const FEW_WORDS = 4;
const MAX_PATH = 400;
/** `2025-01-31` is shorter. */
const A_DAY = 12;
const PAYLOAD_WORDS = 8;

/** The role of an argument. */
export type Role = 'identity' | 'other' | 'echo';

/** One text, split into tokens. */
interface TextReading {
  /** Everything except times and spelling. */
  whole: number;
  /** Words only. */
  folded: number;
  words: number;
  clocks: number;
  /** Numbers and ids. */
  others: number;
  gate: number;
}

export function readText(
  into: ArgumentReading,
  text: string,
  field: FieldKnowledge,
  path: number,
  role: Role,
): void {
  const share = takeText(into.budget, text.length);
  if (share === 'none') return;
  const isLong = text.length > LONG_TEXT;
  if (isLong) tokenizeEnds(text, HEAD, TAIL);
  else tokenizeExactly(text);
  if (role === 'echo') {
    for (let i = 0; i < tokens.count; i++) if (tokens.kinds[i] === WORD) echoSet.add(tokens.hashes[i]!);
    return;
  }
  const read = readTokens(into);
  addStems(into.stems, text);
  // A time alone is volatile; a date, or a time among words, is content.
  if (read.clocks > 0 && read.words + read.others === 0 && text.length > A_DAY) return;
  if (isLong && share === 'all') read.whole = mix(read.whole, hashCharacters(text, 0, text.length, true));
  else if (!isLong && read.clocks > 0) read.whole = mix(read.whole, hashOf(text));
  const hasBlank = isLong || text.includes(' ');
  const isShort = !hasBlank || (read.words <= FEW_WORDS && text.length < SHORT_TEXT);
  const part = mix(path, read.whole);
  if (role === 'identity') into.call = (into.call + part) | 0;
  into.template = (into.template + mix(path, read.folded)) | 0;
  if (into.entity === 0 && text.length < SHORT_TEXT && !field.isCommand) into.entity = part;
  if (read.words >= PAYLOAD_WORDS && text.includes('\n')) into.hasPayload = true;
  if (!hasBlank) into.oneWords = (into.oneWords + part) | 0;
  if (isShort || field.isPlace) into.target = (into.target + part) | 0;
  else into.proseWords += read.words;
  readRole(into, text, field, read);
}

function readTokens(into: ArgumentReading): TextReading {
  const read = {
    whole: mix(tokens.signs, tokens.overflow),
    folded: 0,
    words: 0,
    clocks: 0,
    others: 0,
    gate: 0,
  };
  for (let i = 0; i < tokens.count; i++) {
    const kind = tokens.kinds[i];
    const hash = kind === NUMBER ? hashNumber(tokens.values[i]!) : tokens.hashes[i]!;
    addToSequence(into, kind === NUMBER ? hash >>> 1 : hash);
    if (kind === CLOCK) {
      read.clocks++;
      continue;
    }
    read.whole = mix(read.whole, hash);
    if (kind === WORD) {
      read.words++;
      read.folded = mix(read.folded, hash);
      read.gate |= gateOf(hash);
      addWord(into, hash);
      continue;
    }
    read.others++;
    if (kind === NUMBER) addValue(into, tokens.values[i]!);
    else {
      addId(into, hash);
      addWord(into, hash);
    }
  }
  return read;
}

/** How the name of the argument affects the meaning of its text. */
function readRole(into: ArgumentReading, text: string, field: FieldKnowledge, read: TextReading): void {
  if (field.isPath && into.path === null && text.length < MAX_PATH) into.path = text;
  if (field.isContent || field.isOld || field.isNew) {
    // To the letter: an edit may change only quotes, case or indentation.
    const hash = toPresentHash31(hashCharacters(text, 0, text.length, true));
    if (field.isContent) into.contentHash = hash;
    if (field.isOld) into.oldHash = hash;
    if (field.isNew) into.newHash = hash;
  }
  // One tool with many actions: `{ action: 'wait', duration: 10 }`.
  if (text.length <= LONGEST_VERB && WAIT_VERBS.some(({ word }) => word === text)) {
    into.hasWait = true;
    into.saysWait = true;
  }
  if (!field.isCommand) return;
  into.command = text;
  into.changesFiles ||= changesFiles(text, (read.gate & MAY_CHANGE) !== 0);
  const wait = waitIn(text);
  if (wait === undefined) return;
  into.hasWait = true;
  into.isOnlyWait ||= wait === 'only';
}

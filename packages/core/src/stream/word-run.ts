import { BLANK, DIGIT, IDEOGRAPH, LETTER, MARK, signOf, STOP } from './signs.js';

/**
 * The same stream read as words: numbers are words whose value may change, case and marks do not count.
 * Looks for three things: words that repeat with a period but for their numbers, words that were all said before,
 * and sentences that were.
 */
export interface WordPlace {
  /** Words so far; words are numbered from 1. */
  count: number;
  /** The oldest word that is still remembered has a higher number than this. */
  floor: number;
  /** The word that is being read: 0 none, LETTER or DIGIT; and its hash or value. */
  kind: number;
  open: number;
  /** The last three words, numbers alike. */
  one: number;
  two: number;
  three: number;
  period: number;
  run: number;
  /** Numbers in the run that went up by one, and those that changed in another way. */
  steps: number;
  jumps: number;
  /** How stale the text is by now. */
  stale: number;
  /** Of the open sentence. */
  sentence: number;
  words: number;
  marks: number;
  stopped: boolean;
  /** How much sentences repeat by now. */
  chant: number;
}

export interface WordTables {
  readonly words: Int32Array;
  readonly grams: Int32Array;
  /** Where the words before a place, and it, were seen the time before. */
  readonly before: Int32Array;
  readonly seen: Int32Array;
  readonly sentences: Int32Array;
  readonly spoken: Int32Array;
}

const RING = 2048;
const RING_MASK = RING - 1;
const SLOT_BITS = 12;
const SENTENCE_BITS = 9;
const PRIME = 0x01000193;
const GOLDEN = 0x9e3779b1;
const SEED = 0x811c9dc5;
/** A number in a gram, whatever its value. */
const ANY_NUMBER = 1;
const MAX_NUMBER = 0x3fffffff;

export function newWordPlace(): WordPlace {
  return {
    ...{
      count: 0,
      floor: 0,
      kind: 0,
      open: 0,
      one: 0,
      two: 0,
      three: 0,
      period: 0,
      run: 0,
      steps: 0,
      jumps: 0,
      stale: 0,
    },
    ...{ sentence: 0, words: 0, marks: 0, stopped: false, chant: 0 },
  };
}

export function newWordTables(): WordTables {
  return {
    words: new Int32Array(RING),
    grams: new Int32Array(RING),
    before: new Int32Array(RING),
    seen: new Int32Array(1 << SLOT_BITS),
    sentences: new Int32Array(1 << SENTENCE_BITS),
    spoken: new Int32Array(1 << SENTENCE_BITS),
  };
}

/** What a caller wants to know after a word. */
export interface WordDemand {
  /** Weight of a word said 1, 2, 3 or more times before. */
  readonly weights: readonly number[];
  readonly novel: number;
  readonly number: number;
  readonly sentenceNovel: number;
  isMet(place: WordPlace): boolean;
}

/** Returns after which character a demand was met, or -1. */
export function scanWords(
  tables: WordTables,
  place: WordPlace,
  piece: string,
  from: number,
  to: number,
  demand: WordDemand,
): number {
  let { kind, open } = place;
  for (let i = from; i < to; i++) {
    const unit = piece.charCodeAt(i);
    const sign = signOf(unit);
    if (sign === kind) {
      if (sign === LETTER) open = Math.imul(open ^ (unit < 128 ? unit | 32 : unit), PRIME);
      else open = Math.min(MAX_NUMBER, open * 10 + unit - 48);
      continue;
    }
    let met = false;
    if (kind !== 0) {
      takeWord(tables, place, kind === DIGIT ? open * 2 + 1 : open & ~1, demand);
      met = demand.isMet(place);
      kind = 0;
    }
    if (sign === LETTER) {
      kind = sign;
      open = Math.imul(SEED ^ (unit < 128 ? unit | 32 : unit), PRIME);
    } else if (sign === DIGIT) {
      kind = sign;
      open = unit - 48;
    } else if (sign === IDEOGRAPH) {
      takeWord(tables, place, Math.imul(unit, PRIME) & ~1, demand);
      met = met || demand.isMet(place);
    } else if (takeMark(tables, place, unit, sign, demand)) met = met || demand.isMet(place);
    if (met) return i + 1;
  }
  place.kind = kind;
  place.open = open;
  return -1;
}

function takeMark(
  tables: WordTables,
  place: WordPlace,
  unit: number,
  sign: number,
  demand: WordDemand,
): boolean {
  if (sign === STOP) {
    place.stopped = true;
    if (unit > 127) {
      endSentence(tables, place, true, demand);
      return true;
    }
    return false;
  }
  if (sign === BLANK) {
    if (place.stopped) {
      endSentence(tables, place, true, demand);
      return true;
    }
    if (unit === 10) endSentence(tables, place, false, demand);
    return false;
  }
  if (sign === MARK && unit !== 44 && unit !== 39 && unit !== 45 && unit !== 0x2019) place.marks++;
  return false;
}

function endSentence(
  { sentences, spoken }: WordTables,
  place: WordPlace,
  isProse: boolean,
  { sentenceNovel }: WordDemand,
): void {
  const { sentence, words, marks } = place;
  place.sentence = place.words = place.marks = 0;
  place.stopped = false;
  if (words === 0) return;
  const slot = Math.imul(sentence, GOLDEN) >>> (32 - SENTENCE_BITS);
  const isKnown = sentences[slot] === sentence && spoken[slot]! > place.floor;
  sentences[slot] = sentence;
  spoken[slot] = place.count;
  if (!isKnown) place.chant = Math.max(0, place.chant - sentenceNovel);
  else if (isProse && words > 1 && marks * 4 <= words) place.chant++;
}

function takeWord(tables: WordTables, place: WordPlace, word: number, demand: WordDemand): void {
  const { words, grams, before, seen } = tables;
  const at = ++place.count;
  const isNumber = (word & 1) === 1;
  const alike = isNumber ? ANY_NUMBER : word;
  place.stopped = false;
  place.words++;
  place.sentence = Math.imul(place.sentence ^ word, PRIME) + 1;
  const gram =
    Math.imul(alike, GOLDEN) ^
    Math.imul(place.one, 0x85ebca6b) ^
    Math.imul(place.two, 0xc2b2ae35) ^
    Math.imul(place.three, 0x27d4eb2f);
  place.three = place.two;
  place.two = place.one;
  place.one = alike;
  const slot = Math.imul(gram ^ (gram >>> 15), GOLDEN) >>> (32 - SLOT_BITS);
  const last = seen[slot]!;
  const oldest = Math.max(place.floor, at - RING);
  const isKnown = last > oldest && grams[last & RING_MASK] === gram;

  follow(words, place, word, at);
  if (place.period === 0 && isKnown) {
    place.period = at - last;
    place.run = 4;
    place.steps = place.jumps = 0;
  }
  let weight = -demand.novel;
  if (isKnown) {
    const then = words[last & RING_MASK]!;
    if (!isNumber) weight = demand.weights[sightings(before, last, oldest)]!;
    else if (then === word || then + 2 === word)
      weight = demand.weights[sightings(before, last, oldest)]! * demand.number;
  }
  place.stale = Math.max(0, place.stale + weight);
  words[at & RING_MASK] = word;
  grams[at & RING_MASK] = gram;
  before[at & RING_MASK] = isKnown ? last : 0;
  seen[slot] = at;
}

/** A number says nothing new if it stood in this place before, or follows the one that stood there last. */
function isExpected({ words, before }: WordTables, word: number, last: number, oldest: number): boolean {
  if (words[last & RING_MASK]! + 2 === word) return true;
  let place = last;
  for (let k = 0; k < 4 && place > oldest; k++) {
    if (words[place & RING_MASK] === word) return true;
    place = before[place & RING_MASK]!;
  }
  return false;
}

/** How often the words up to `last` were seen, up to three times. */
function sightings(before: Int32Array, last: number, oldest: number): number {
  const second = before[last & RING_MASK]!;
  if (second <= oldest) return 0;
  return before[second & RING_MASK]! > oldest ? 2 : 1;
}

function follow(words: Int32Array, place: WordPlace, word: number, at: number): void {
  if (place.period === 0) return;
  const then = words[(at - place.period) & RING_MASK]!;
  if (then === word) place.run++;
  else if ((then & word & 1) === 1) {
    place.run++;
    if (word === then + 2) place.steps++;
    else place.jumps++;
  } else place.period = 0;
}

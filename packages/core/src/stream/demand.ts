import { type CharDemand, NEVER } from './char-run.js';
import { SENTENCE_POINTS } from './sentences.js';
import { kindOfUnit } from './unit.js';
import { hasTwoWords, POINTS, type WordRun, type WordTables } from './word-run.js';
import type { WordDemand, WordFinding } from './words.js';

/** How much repetition is too much. */
export interface StreamLimits {
  /** Longest unit, in characters. */
  readonly maxPeriod: number;
  /** Copies of a short unit. */
  readonly tokenCopies: number;
  /** Characters that copies of a longer unit fill. */
  readonly phraseLength: number;
  /** Copies of a passage; of the last one nine tenths are enough. */
  readonly passageCopies: number;
  /** Characters that numbers alone, and marks alone, may fill. */
  readonly numberLength: number;
  readonly markLength: number;
  /** Copies of a block in which only a number goes up. */
  readonly counterCopies: number;
  /** Words in a row of which none is new; and of which few are. */
  readonly echoWords: number;
  readonly staleWords: number;
  readonly saidSentences: number;
  /** How many times as much code may repeat. */
  readonly codeFactor: number;
}

export interface Demand {
  readonly chars: CharDemand;
  readonly words: WordDemand;
}

export function demandOf(limits: StreamLimits, isCode: boolean): Demand {
  const factor = isCode ? limits.codeFactor : 1;
  const { counterCopies: copies } = limits;
  return {
    chars: charDemand(limits, factor),
    words: {
      required: (period) => firstLook(period, copies),
      judgeRun: (run, tables) => judgeRun(run, tables, copies, factor),
      stale: limits.staleWords * POINTS * factor,
      echo: limits.echoWords * POINTS * factor,
      recital: limits.saidSentences * SENTENCE_POINTS * factor,
    },
  };
}

const SHORT = 16;
const LEAST = 80;
const LETTERS = 200;
const OUTCRY = 0.4;
const MIDDLE = 600;
const SLACK = 0.1;
/** No kind of unit needs less than this part of what words need. */
const DENSE = 0.6;

function charDemand(limits: StreamLimits, factor: number): CharDemand {
  return {
    maxPeriod: limits.maxPeriod,
    atLeast: (period) => Math.ceil(wordLength(period, limits) * DENSE) - period,
    forUnit: (unit) => {
      // A unit with fences in it is not inside one.
      const times = factor > 1 && unit.includes('```') ? 1 : factor;
      return Math.ceil(lengthFor(unit, limits) * times) - unit.length;
    },
  };
}

/** How many characters copies of this unit must fill. */
function lengthFor(unit: string, limits: StreamLimits): number {
  const length = wordLength(unit.length, limits);
  switch (kindOfUnit(unit)) {
    case 'marks':
      return Math.max(length, limits.markLength);
    case 'drawing':
      return Math.max(length, 2 * limits.markLength);
    case 'outcry':
      return Math.max(length, OUTCRY * limits.markLength);
    case 'value':
      return Math.max(length, 2.5 * limits.numberLength);
    case 'numbers':
      return Math.max(length, limits.numberLength);
    case 'letter':
      return Math.max(length, LETTERS);
    case 'ideographs':
      return DENSE * length;
    case 'packed':
      return 3 * length;
    case 'list':
      return 2 * length;
    case 'words':
      return length;
  }
}

/** Many copies of a short unit, a certain length of a longer one, few copies of a long one. */
function wordLength(period: number, { tokenCopies, phraseLength, passageCopies }: StreamLimits): number {
  if (period <= SHORT) return Math.max(LEAST, tokenCopies * period);
  return Math.max(
    phraseLength,
    Math.min((passageCopies + 1) * period, MIDDLE),
    (passageCopies - SLACK) * period,
  );
}

const BLOCK_WORDS = 24;
const BLOCK_LINES = 5;
/** How many times as many copies it takes where not one number goes up, but several move by rules of their own, or by none. */
const BY_RULES = 4;
const BY_NONE = 6;
/** And in records, rows and elements, which are made to be alike. */
const MARKUP = 3;
/** At most one number in so many words may follow no rule: more of them are data. */
const WORDS_PER_JUMP = 6;

/** The longer the unit, the fewer copies. */
function counterCopies(period: number, copies: number): number {
  if (period >= BLOCK_WORDS) return copies;
  if (period >= 12) return (copies * 4) / 3;
  return period >= 6 ? (copies * 7) / 3 : copies * 4;
}

function firstLook(period: number, copies: number): number {
  return period < 3 ? NEVER : Math.ceil((counterCopies(period, copies - 1) - 1) * period);
}

/** Looks at a run once a lap. */
function judgeRun(run: WordRun, tables: WordTables, limit: number, factor: number): WordFinding | undefined {
  const copies = run.run / run.period + 1;
  run.required = run.run + run.period;
  if (!hasTwoWords(tables, run)) return undefined;
  const times = timesFor(run, copies);
  const isLong = run.lines >= BLOCK_LINES * copies && run.period >= BLOCK_WORDS;
  const changes = run.steps + run.moves + run.jumps + run.clocks;
  if (isLong && copies >= limit * factor && changes > 0 && changes * 14 <= run.run) return 'block';
  if (times === 0 || copies < counterCopies(run.period, limit) * factor * times) return undefined;
  return run.lines * 2 >= copies * 3 ? 'block' : 'counter';
}

/** How many times as many copies are too many, seeing what changes from one to the next; 0 for what is never too much. */
function timesFor(run: WordRun, copies: number): number {
  const isOften = (changes: number): boolean => changes * 7 > copies;
  const isCounter = run.steps * 2 >= copies;
  const words = copies * run.period;
  const markup = run.marks >= words && run.lines < 3 * copies ? MARKUP : 1;
  if (isOften(run.falls)) return 0;
  if (isOften(run.jumps)) return run.jumps * WORDS_PER_JUMP <= run.run ? BY_NONE * markup : 0;
  if (isOften(run.moves)) return BY_RULES * markup;
  if (isOften(run.clocks)) return (isCounter ? BY_RULES : BY_NONE) * markup;
  if (!isCounter) return 0;
  // A short unit with a mark to every third word is an item of a list.
  return run.period < 12 && run.marks * 3 > words ? MARKUP : markup;
}

import { kindOfUnit, rootOf } from './unit.js';
import { hasCounter, SHORTEST_RUN, type TokenRun } from './token-run.js';
import { lapLength, type TokenTables } from './token-tables.js';

/** How much repetition is too much. */
export interface StreamLimits {
  /** Consecutive copies of a word, or of another unit of up to 16 characters. */
  readonly wordCopies: number;
  /** Characters that repeated symbols may fill. */
  readonly symbolLength: number;
  /** Consecutive lines of prose that differ only in a counter. */
  readonly counterLines: number;
  /** Consecutive words that all occurred before. */
  readonly staleWords: number;
}

/** The certainty of a finding: a warning, or a cut. */
export const WARN = 1;
export const HARD = 2;

/** A unit of up to this length is a word with its spaces and punctuation. */
const WORD = 16;
/** A passage may be quoted once and changed once; of the third copy nine tenths are enough. */
const PASSAGE_COPIES = 2.9;
/** Data and code may have one more copy: three frames of a recursion, three empty records. */
const DATA_COPIES = 3.9;
/** Three copies of half a page are too many, whatever it is. */
const PAGE = 1000;
/** Code, arguments and data repeat naturally. */
const CODE = 1.5;
/** People draw with symbols: a warning comes first, and the cut after half as many again. */
const SYMBOLS_FIRM = 1.5;
/** Rules and drawings: a full line of a wide terminal is 200 characters, and six of them are a picture. */
const DRAWING = 6;
/** Numbers use only ten digits, so runs of one digit are common. */
const NUMBERS = 2;
/** An ideograph carries about as much as two letters. */
const IDEOGRAPHS = 0.5;
/** Up to this many ideographs are a word. People repeat words for emphasis more often than sentences. */
const IDEOGRAPHS_OF_WORD = 3;
/** A repeated word, or another short unit, that fills fewer characters is no loop. */
const SHORTEST_WORDS = 80;
/** Text by machines for machines (base64, minified lists) repeats short units by chance. */
const PACKED = 3;
/** A warning at 6 lines, the cut at 20: that is a screen. */
const COUNTER_FIRM = 20 / 6;
/** If more than one number changes, or one inside a name, it may be a calculation or a list of names. */
const CALCULATION = 8;
/** In prose at most one word in four stands beside a symbol that prose does not use. */
const WORDS_PER_MARK = 4;
/** A passage of this length with no more changes than that repeats itself, even if it is data. */
const PASSAGE = 100;
const TOKENS_PER_CHANGE = 16;
/** Nobody reads more than three pages of rows that differ only in a counter or a time. */
const DATA_LENGTH = 6000;
/** An event in fewer than one of seven laps is an exception. */
const EXCEPTION = 7;
/** Copies of one text may differ in these. */
const PROSE_SIGNS = /[\s.,;:!?。，！？、]+/g;
/** How many of them the lookback for two copies allows for. */
const MAX_SIGNS = 4;
const NEVER = 0x7fffffff;

/** Checks a run that is long enough, schedules the next check, and returns the certainty: 0, WARN or HARD. */
export function rateRun(
  tables: TokenTables,
  run: TokenRun,
  limits: StreamLimits,
  isArguments: boolean,
  isFenced: boolean,
  unitOf: (length: number) => string,
): number {
  const lap = lapLength(tables, run);
  const end = tables.ends[run.count & (tables.ends.length - 1)]!;
  const length = end - run.start;
  const hasChanged = hasCounter(run);
  const least = leastLimit(lap, limits);
  if (length < least && !hasChanged) {
    run.next = run.start + least;
    return 0;
  }
  const unit = unitOf(lap);
  // Tokens do not distinguish capitals, spaces and most punctuation.
  const isEqual = length < 2 * lap || isTwice(unitOf(2 * lap + MAX_SIGNS), unit);
  // A unit that contains fences is not inside one.
  const isCode = isArguments || (isFenced && !unit.includes('```'));
  const isData = isCode || run.data * 2 > run.tokens || isDense(run);
  if (hasChanged) {
    // Once per lap, as soon as there are enough laps.
    const laps = Math.max(Math.floor(run.tokens / run.period) + 2, limits.counterLines);
    run.next = end + Math.ceil((laps - run.tokens / run.period - 1) * lap);
    if (!hasTwoWords(unit)) return 0;
    return rateCounter(run, limits, { lap, isData, isCode });
  }
  const { warn, firm } = copyLimits(unit, limits, isCode || !isEqual ? 'code' : isData ? 'data' : 'prose');
  const level = length >= firm ? HARD : length >= warn ? WARN : 0;
  run.next = level === HARD ? NEVER : run.start + Math.ceil(level === 0 ? warn : firm);
  return level;
}

/** The text ends with two copies of the unit, perhaps with other commas or line ends. */
function isTwice(text: string, unit: string): boolean {
  const copy = unit.replaceAll(PROSE_SIGNS, '');
  return text.replaceAll(PROSE_SIGNS, '').endsWith(copy + copy);
}

/** More symbols than prose has: code, markup, records. */
export function isDense({ words, odd, oddFrom }: TokenRun): boolean {
  return (odd - oddFrom) * WORDS_PER_MARK > words;
}

/** The minimum length that copies of any unit of that size must fill, so that short runs are skipped. */
function leastLimit(lap: number, { wordCopies, symbolLength }: StreamLimits): number {
  const words = lap <= WORD * WORD ? wordCopies : Math.max(wordCopies * WORD, PASSAGE_COPIES * lap);
  return Math.max(SHORTEST_RUN, Math.ceil(Math.min(IDEOGRAPHS * words, symbolLength)));
}

/** Rows of data may share fields and passages, but equal rows are not data. */
type Context = 'prose' | 'data' | 'code';

/** How many characters copies of this unit may fill before a warning, and before a cut. */
export function copyLimits(
  unit: string,
  limits: StreamLimits,
  context: Context,
): { warn: number; firm: number } {
  const root = rootOf(unit);
  const { wordCopies, symbolLength, counterLines } = limits;
  const copies = context === 'prose' || root.length >= PAGE ? PASSAGE_COPIES : DATA_COPIES;
  const passage = copies * root.length;
  const phrase = wordCopies * WORD * (context === 'code' ? CODE : 1);
  const word = Math.max(SHORTEST_WORDS, wordCopies * root.length * (context === 'prose' ? 1 : CODE));
  const words = root.length <= WORD ? word : Math.max(phrase, passage);
  const symbols = Math.max(symbolLength, PASSAGE_COPIES * root.length);
  const both = (length: number): { warn: number; firm: number } => ({ warn: length, firm: length });
  // Equal lines say less than lines with a counter: the warning comes as soon.
  const lines = counterLines * root.length * (context === 'prose' ? 1 : CODE);
  const phrases = (share: number, least = 0): { warn: number; firm: number } => {
    const firm = Math.max(least, share * words);
    return { warn: root.length > share * WORD ? Math.min(lines, firm) : firm, firm };
  };
  // Cells of a table are padded.
  const isPadding = context === 'data' && root.trim() === '';
  switch (isPadding ? 'drawing' : kindOfUnit(root)) {
    case 'symbols':
      return { warn: symbols, firm: SYMBOLS_FIRM * symbols };
    case 'markup':
      return both(Math.max(words, symbolLength));
    case 'drawing':
      return both(Math.max(words, DRAWING * symbolLength));
    case 'numbers':
      return { warn: Math.max(words, symbolLength), firm: Math.max(words, NUMBERS * symbolLength) };
    case 'packed': {
      const firm = PACKED * words;
      return { warn: root.length > WORD ? Math.min(lines, firm) : firm, firm };
    }
    case 'ideographs':
      return phrases(IDEOGRAPHS, wordCopies * Math.min(root.length, IDEOGRAPHS_OF_WORD));
    case 'words':
      return phrases(1);
  }
}

interface Counted {
  /** Characters in a copy. */
  readonly lap: number;
  readonly isData: boolean;
  readonly isCode: boolean;
}

/** Text that differs only in a counter. */
function rateCounter(run: TokenRun, limits: StreamLimits, { lap, isData, isCode }: Counted): number {
  const { steps, moves, jumps, falls, tokens, period } = run;
  const copies = tokens / period + 1;
  const isOften = (changes: number): boolean => changes * EXCEPTION > copies;
  const changes = steps + moves + jumps + falls;
  const isPassage = lap >= PASSAGE && changes * TOKENS_PER_CHANGE <= tokens;
  const least = isPassage && copies >= limits.counterLines * (isCode ? CODE : 1) ? WARN : 0;
  // Other numbers are content, and a countdown ends.
  if (isOften(jumps) || isOften(falls)) return least;
  if (isData) return changes <= 2 * copies && lap * copies >= DATA_LENGTH ? WARN : least;
  const times = isOften(moves) || steps * 2 < copies ? CALCULATION : 1;
  const lines = limits.counterLines * times;
  if (copies < lines) return least;
  return Math.max(copies, run.lines) >= lines * COUNTER_FIRM ? HARD : WARN;
}

/** One word and a number is a label. */
function hasTwoWords(unit: string): boolean {
  return new Set(unit.toLowerCase().match(/\p{Script=Han}|\p{L}{2,}/gu)).size > 1;
}

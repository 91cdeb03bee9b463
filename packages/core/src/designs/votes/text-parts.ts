/** Splits text for comparison without a regular expression, so it is linear for any input. */

const MAX_LOOK = 8192;
const VOLATILE = 0x5eed;

export interface TextParts {
  /** One hash per word, case folded; a timestamp or an id is one fixed word, and line numbers are dropped. */
  readonly words: readonly number[];
  /** One hash per line: its kind and length, not its words. */
  readonly lines: readonly number[];
}

/** Reads the head and the tail of a long text, 8 kB in all. */
export function takeApart(text: string): TextParts {
  const short =
    text.length > MAX_LOOK ? `${text.slice(0, MAX_LOOK / 2)}\n${text.slice(-MAX_LOOK / 2)}` : text;
  const words: number[] = [];
  const lines: number[] = [];
  let lineStart = 0;
  for (let i = 0; i <= short.length; i++) {
    if (i < short.length && short.charCodeAt(i) !== 10) continue;
    const before = words.length;
    addWords(words, short, lineStart, i);
    lines.push(lineShape(short, lineStart, i, words.length - before));
    lineStart = i + 1;
  }
  return { words, lines };
}

/** Every word with its successor; a single word stands alone. */
export function wordPairs(words: readonly number[]): readonly number[] {
  if (words.length < 2) return words;
  return words.slice(1).map((word, i) => Math.imul(words[i]!, 31) ^ word);
}

/** `lines` as a set that remembers how often each shape occurs. */
export function countedShapes(lines: readonly number[]): readonly number[] {
  const counts = new Map<number, number>();
  return lines.map((shape) => {
    const count = (counts.get(shape) ?? 0) + 1;
    counts.set(shape, count);
    return Math.imul(shape ^ count, 0x9e3779b1) ^ (count << 7);
  });
}

function addWords(words: number[], text: string, from: number, to: number): void {
  let start = from;
  for (let i = from; i <= to; i++) {
    if (i < to && text.charCodeAt(i) > 32) continue;
    if (i > start) addChunk(words, text, start, i);
    start = i + 1;
  }
}

/** A chunk is the text between two spaces; it contains words, or is one volatile value. */
function addChunk(words: number[], text: string, from: number, to: number): void {
  if (isVolatile(text, from, to)) {
    words.push(VOLATILE);
    return;
  }
  let hash = 0;
  let digitsOnly = true;
  for (let i = from; i <= to; i++) {
    const unit = i < to ? text.charCodeAt(i) : 0;
    if (isWordUnit(unit)) {
      hash = hashUnit(hash, unit);
      if (!isDigit(unit)) digitsOnly = false;
      continue;
    }
    if (hash !== 0 && !(digitsOnly && isLineNumber(words, text, from, i))) words.push(hash);
    hash = 0;
    digitsOnly = true;
  }
}

function hashUnit(hash: number, unit: number): number {
  const folded = unit >= 65 && unit <= 90 ? unit + 32 : unit;
  const next = Math.imul((hash || 0x811c9dc5) ^ folded, 0x01000193);
  return next || 1;
}

/** `file.ts:42` or `line 42`: a position, not content. */
function isLineNumber(words: readonly number[], text: string, from: number, end: number): boolean {
  let start = end;
  while (start > from && isDigit(text.charCodeAt(start - 1))) start--;
  if (start > from) return text.charCodeAt(start - 1) === 58;
  const before = words.at(-1);
  return before === LINE || before === LINES;
}

/** A clock time, a date or a UUID, perhaps in brackets. */
function isVolatile(text: string, from: number, to: number): boolean {
  let digits = 0;
  let hex = 0;
  let colons = 0;
  let dashes = 0;
  let others = 0;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (isDigit(unit)) digits++;
    else if (isHexLetter(unit)) hex++;
    else if (unit === 58) colons++;
    else if (unit === 45) dashes++;
    else if (!isTimePunctuation(unit)) others++;
  }
  const isUuid = dashes === 4 && digits + hex === 32 && others === 0;
  const isClock = hex === 0 && others <= 2 && ((colons >= 1 && digits >= 4) || (dashes === 2 && digits >= 8));
  return isUuid || isClock;
}

/** Brackets, commas, dots, plus (a zone), T and Z. */
function isTimePunctuation(unit: number): boolean {
  return (
    unit === 91 ||
    unit === 93 ||
    unit === 40 ||
    unit === 41 ||
    unit === 44 ||
    unit === 46 ||
    unit === 43 ||
    unit === 84 ||
    unit === 90
  );
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isHexLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 102) || (unit >= 65 && unit <= 70);
}

function isWordUnit(unit: number): boolean {
  return (
    isDigit(unit) || (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || unit === 95 || unit > 127
  );
}

/** First character, indentation, and the order of magnitude of the number of words. */
function lineShape(text: string, from: number, to: number, words: number): number {
  let start = from;
  while (start < to && text.charCodeAt(start) <= 32) start++;
  if (start === to) return 1;
  const first = text.charCodeAt(start);
  const sign = isDigit(first) ? 48 : isWordUnit(first) ? 97 : first;
  return (sign << 8) | (Math.min(start - from, 15) << 4) | Math.min(32 - Math.clz32(words), 15);
}

function wordHash(word: string): number {
  let hash = 0;
  for (let i = 0; i < word.length; i++) hash = hashUnit(hash, word.charCodeAt(i));
  return hash;
}

const LINE = wordHash('line');
const LINES = wordHash('lines');

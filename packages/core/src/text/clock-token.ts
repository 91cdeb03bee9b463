import { codes, isDigitAt } from './piece.js';

const BLANK = 32;
const PLUS = 43;
const COMMA = 44;
const MINUS = 45;
const DOT = 46;
const SLASH = 47;
const COLON = 58;
const T = 84;
const Z = 90;

/** The end of the date or time whose first digits end at `end`; -1 if it is neither. */
export function dateEnd(start: number, end: number, to: number): number {
  const length = end - start;
  if (length > 4 || length === 3 || end >= to) return -1;
  const next = codes[end]!;
  if (length === 4) {
    const isDate =
      (next === MINUS || next === SLASH) && isTwo(end + 1) && codes[end + 3] === next && isDigitAt(end + 4);
    return isDate ? timeAfterDate(end + 6, to) : -1;
  }
  if (next !== COLON || !isTwo(end + 1)) return -1;
  const before = codes[start - 1]!;
  if (before === COLON || before === DOT) return -1;
  const last = clockEnd(end, to);
  return last - start > 3 ? last : -1;
}

/** `at` stands behind `2025-01-31`. */
function timeAfterDate(at: number, to: number): number {
  const next = codes[at]!;
  const isTime = (next === T || next === BLANK) && isTwo(at + 1) && codes[at + 3] === COLON;
  return isTime ? clockEnd(at + 3, to) : Math.min(at, to);
}

/** `from` stands at the first colon of `12:30:05.123Z` or `12:30+02:00`. */
function clockEnd(from: number, to: number): number {
  let at = from;
  while (at < to && codes[at] === COLON && isTwo(at + 1)) at += 3;
  const point = codes[at]!;
  if ((point === DOT || point === COMMA) && isDigitAt(at + 1)) {
    at++;
    while (at < to && isDigitAt(at)) at++;
  }
  return Math.min(zoneEnd(at), to);
}

function zoneEnd(at: number): number {
  const next = codes[at]!;
  if (next === Z) return at + 1;
  if ((next !== PLUS && next !== MINUS) || !isTwo(at + 1)) {
    // `+0200` has four digits in a row.
    const isFour = (next === PLUS || next === MINUS) && isDigitAt(at + 1) && isTwo(at + 3);
    return isFour ? at + 5 : at;
  }
  return codes[at + 3] === COLON && isTwo(at + 4) ? at + 6 : at + 3;
}

/** Exactly two digits. */
function isTwo(at: number): boolean {
  return isDigitAt(at) && isDigitAt(at + 1) && !isDigitAt(at + 2);
}

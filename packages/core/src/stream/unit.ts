import { BLANK, DIGIT, IDEOGRAPH, LETTER, signOf } from './signs.js';

/** What a repeated unit is made of decides how much of it is too much. */
export type UnitKind =
  /** Marks and blanks only: dividers, padding. */
  | 'marks'
  /** The same over lines, or one mark. */
  | 'drawing'
  /** Nothing that anybody draws with: emoji, or `!` and `?`, or brackets that only open or only close, or backslashes. */
  | 'outcry'
  /** Numbers, and one of them only: a row of a table. */
  | 'value'
  | 'numbers'
  /** One letter. */
  | 'letter'
  /** Mostly ideographs: each says more than a letter. */
  | 'ideographs'
  /** No blank, but commas or capitals in the middle: written by a machine, for a machine. */
  | 'packed'
  /** One short thing and a comma: an array. */
  | 'list'
  | 'words';

const SHORT = 20;

interface Signs {
  letters: number;
  ideographs: number;
  digits: number;
  blanks: number;
  commas: number;
}

export function kindOfUnit(unit: string): UnitKind {
  const { letters, ideographs, digits, blanks, commas } = countSigns(unit);
  if (letters + ideographs === 0) return digits === 0 ? kindOfMarks(unit) : kindOfNumbers(unit, digits);
  if (unit.length === 1 && letters === 1) return 'letter';
  if (ideographs * 2 > unit.length) return 'ideographs';
  if (blanks === 0 && (commas > 0 || hasHump(unit))) return 'packed';
  return commas > 0 && unit.length < SHORT ? 'list' : 'words';
}

const DRAWING = 8;
/** Of emoji: what gives them colour, and what makes one of several. */
const COLOUR = 0xfe0f;
const JOINER = 0x200d;
const CRIES = ['!?！？ \n', '([{ \n', ')]} \n', '\\'];

function kindOfMarks(unit: string): UnitKind {
  const isBlank = unit.trim() === '';
  if (!isBlank && (unit.length <= DRAWING || !unit.includes('\n')) && isOutcry(unit)) return 'outcry';
  return unit.length === 1 || (unit.length > DRAWING && unit.includes('\n')) ? 'drawing' : 'marks';
}

function isOutcry(unit: string): boolean {
  const signs = unit.split('');
  return (
    CRIES.some((cry) => signs.every((sign) => cry.includes(sign))) ||
    signs.every((sign) => signOf(sign.charCodeAt(0)) === BLANK || isPictograph(sign.charCodeAt(0)))
  );
}

/** Symbols of weather, chess, ticks and crosses; parts of emoji. */
function isPictograph(code: number): boolean {
  return (
    (code >= 0x2600 && code < 0x27c0) ||
    (code >= 0x2b00 && code < 0x2c00) ||
    isHalf(code) ||
    code === COLOUR ||
    code === JOINER
  );
}

/** A number without an end is no value; nought is padding. */
function kindOfNumbers(unit: string, digits: number): UnitKind {
  if (digits === unit.length && unit !== '0') return 'numbers';
  return isOneValue(unit) ? 'value' : 'numbers';
}

/** The unit is a ring: what stands before its first character is its last one. Letters in a number (0xff) are digits. */
function countSigns(unit: string): Signs {
  const signs: Signs = { letters: 0, ideographs: 0, digits: 0, blanks: 0, commas: 0 };
  let inNumber = signOf(unit.charCodeAt(unit.length - 1)) === DIGIT;
  for (let i = 0; i < unit.length; i++) {
    const code = unit.charCodeAt(i);
    const sign = signOf(code);
    if (sign === LETTER && !inNumber && code !== COLOUR) signs.letters++;
    else if (sign === IDEOGRAPH && !isHalf(code)) signs.ideographs++;
    else if (sign === DIGIT) signs.digits++;
    else if (sign === BLANK) signs.blanks++;
    else if (code === 44 || code === 59) signs.commas++;
    inNumber = sign === DIGIT ? inNumber || !isLetterBefore(unit, i) : inNumber && sign === LETTER;
  }
  return signs;
}

/** Of what takes two units: most of it emoji. */
function isHalf(code: number): boolean {
  return code >= 0xd800 && code < 0xe000;
}

function isLetterBefore(unit: string, i: number): boolean {
  return signOf(unit.charCodeAt(i > 0 ? i - 1 : unit.length - 1)) === LETTER;
}

/** Whether all whole numbers of the ring are the same; a run of digits without an end is none. */
function isOneValue(unit: string): boolean {
  const ring = unit + unit;
  let value = '';
  let start = -1;
  for (let i = 0; i < ring.length; i++) {
    const code = ring.charCodeAt(i);
    const isPart = code === 46 || signOf(code) === DIGIT || signOf(code) === LETTER;
    if (isPart) continue;
    if (start >= 0 && i > start) {
      const next = ring.slice(start, i);
      if (value !== '' && next !== value) return false;
      value = next;
    }
    start = i + 1;
  }
  return true;
}

/** Equal for the same ring of characters, wherever it is cut open. */
export function ringPrint(unit: string): number {
  let sum = 0;
  let pair = unit.charCodeAt(unit.length - 1);
  for (let i = 0; i < unit.length; i++) {
    pair = ((pair << 16) | unit.charCodeAt(i)) >>> 0;
    sum = (sum + Math.imul(pair ^ (pair >>> 15), 0x9e3779b1)) >>> 0;
  }
  return sum;
}

/** A capital after a small letter, as in base64. */
function hasHump(unit: string): boolean {
  for (let i = 1; i < unit.length; i++) {
    if (isSmall(unit.charCodeAt(i - 1)) && isCapital(unit.charCodeAt(i))) return true;
  }
  return false;
}

function isSmall(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

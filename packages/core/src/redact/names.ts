import { HARMLESS_BEFORE, NAMES, type SecretName } from './table.js';

const MAX_NAME = 64;
const TAIL = 3;

/** The last three letters as one number. */
function tailOf(ending: string): number {
  let tail = 0;
  for (let i = 1; i <= TAIL; i++) tail = tail * 128 + ending.charCodeAt(ending.length - i);
  return tail;
}

/** The minimum length of a name that ends with these three letters. */
const TAILS = new Map<number, number>();
const LETTERS = new Uint8Array(1 << 15);
for (const { ending } of NAMES) {
  const tail = tailOf(ending);
  TAILS.set(tail, Math.min(ending.length, TAILS.get(tail) ?? Infinity));
  const [third, second, last] = ending.slice(-TAIL);
  LETTERS[lettersOf(last!.charCodeAt(0), second!.charCodeAt(0), third!.charCodeAt(0))] = 1;
}

/** Five bits each: capitals count as lower case, and some symbols as letters. */
function lettersOf(last: number, second: number, third: number): number {
  return ((last & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

/**
 * Whether a name with these last three characters may belong to a secret. True if one of them is not a letter
 * or digit.
 */
export function isTail(last: number, second: number, third: number): boolean {
  if (isSign(last) || isSign(second) || isSign(third)) return true;
  return LETTERS[lettersOf(last, second, third)] === 1;
}

function isSign(unit: number): boolean {
  return unit < 48 || unit === 95 || unit === 61;
}

/** False for most words, without copying them. A trailing `=` or `.` in the word does not count. */
export function mayBeNamed(text: string, from: number, to: number): boolean {
  if (to - from < TAIL) return false;
  return (
    isTail(text.charCodeAt(to - 1), text.charCodeAt(to - 2), text.charCodeAt(to - 3)) &&
    hasTail(text, from, to)
  );
}

function hasTail(text: string, from: number, to: number): boolean {
  let tail = 0;
  let left = TAIL;
  const end = Math.max(from, to - MAX_NAME - 2);
  for (let at = to - 1; at >= end && left > 0; at--) {
    const unit = text.charCodeAt(at);
    // `_`, `-`, `.` and `=`.
    if (unit === 95 || unit === 45 || unit === 46 || unit === 61) continue;
    tail = tail * 128 + (unit | 32);
    left--;
  }
  const least = left > 0 ? undefined : TAILS.get(tail);
  return least !== undefined && to - from >= least;
}

/** The kind of a value with that name; `undefined` for a name without meaning here. */
export function secretNamed(name: string): SecretName | undefined {
  if (isSign(name.charCodeAt(name.length - 1)) || !mayBeNamed(name, 0, name.length)) return undefined;
  const end = name.slice(-MAX_NAME);
  const plain = end.toLowerCase().replaceAll(/[_.-]/g, '');
  const found = NAMES.find(({ ending, isWord, need }) => {
    if (!plain.endsWith(ending)) return false;
    return isWord !== true || (need === 'not a word' ? plain === ending : isLastWord(end, ending));
  });
  return found && isHarmless(end, found) ? undefined : found;
}

/** `DB_PASS` and `dbPass` end with the word `pass`, `bypass` does not. */
function isLastWord(name: string, word: string): boolean {
  const at = name.length - word.length;
  const before = name.charCodeAt(at - 1);
  const first = name.charCodeAt(at);
  const isLetter = (before | 32) >= 97 && (before | 32) <= 122;
  // A lower-case letter before a capital.
  return at === 0 || !isLetter || (before >= 97 && first < 97);
}

/** `primary_key`, `nextPageToken` */
function isHarmless(name: string, { ending, kind }: SecretName): boolean {
  if (ending !== 'key' && kind !== 'token') return false;
  const before = /([A-Za-z][a-z]*|[A-Z]+)[_.-]?(?:key|token)$/i.exec(name);
  const words = (before?.[1] ?? '').split(/(?=[A-Z][a-z])/);
  return HARMLESS_BEFORE.has((words.at(-1) ?? '').toLowerCase());
}

/** Names whose value runs to the end of the line. */
export function isHeader(name: string): boolean {
  return /(?:authorization|cookie)$/i.test(name.slice(-MAX_NAME));
}

import type { SecretKind } from './shapes.js';

/** What the names of secrets end with, written without `_`, `-` and `.`. `max_tokens` is none of them. */
const ENDINGS: readonly (readonly [ending: string, kind: SecretKind])[] = [
  ['password', 'password'],
  ['passwd', 'password'],
  ['passphrase', 'password'],
  ['passcode', 'password'],
  ['pwd', 'password'],
  ['secret', 'key'],
  ['secretkey', 'key'],
  ['token', 'token'],
  ['apikey', 'key'],
  ['accesskey', 'key'],
  ['privatekey', 'private key'],
  ['signingkey', 'key'],
  ['encryptionkey', 'key'],
  ['accountkey', 'key'],
  ['credential', 'password'],
  ['credentials', 'password'],
  ['authorization', 'token'],
  ['connectionstring', 'password'],
  ['cookie', 'cookie'],
];
const MAX_NAME = 64;
const TAIL = 3;

/** The last three letters as one number. */
function tailOf(ending: string): number {
  let tail = 0;
  for (let i = 1; i <= TAIL; i++) tail = tail * 128 + ending.charCodeAt(ending.length - i);
  return tail;
}

/** How long a name must be at least that ends with these three letters. */
const TAILS = new Map<number, number>();
for (const [ending] of ENDINGS) {
  const tail = tailOf(ending);
  TAILS.set(tail, Math.min(ending.length, TAILS.get(tail) ?? Infinity));
}

const LETTERS = new Uint8Array(1 << 15);
for (const [ending] of ENDINGS) {
  const [third, second, last] = ending.slice(-TAIL);
  LETTERS[lettersOf(last!.charCodeAt(0), second!.charCodeAt(0), third!.charCodeAt(0))] = 1;
}

/** Five bits each: capitals count as small letters, and some signs as letters. */
function lettersOf(last: number, second: number, third: number): number {
  return ((last & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

/** May a name that ends with these three characters be one of a secret? True where one of them is no letter or digit. */
export function isTail(last: number, second: number, third: number): boolean {
  if (isSign(last) || isSign(second) || isSign(third)) return true;
  return LETTERS[lettersOf(last, second, third)] === 1;
}

function isSign(unit: number): boolean {
  return unit < 48 || unit === 95 || unit === 61;
}

/** False for most words, without a copy of them. What follows a name as part of its word, `=` and `.`, does not count. */
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

/** What a value of that name would be; `undefined` for a name that tells nothing. */
export function secretNamed(name: string): SecretKind | undefined {
  if (isSign(name.charCodeAt(name.length - 1)) || !mayBeNamed(name, 0, name.length)) return undefined;
  const plain = name.slice(-MAX_NAME).toLowerCase().replaceAll(/[_.-]/g, '');
  return ENDINGS.find(([ending]) => plain.endsWith(ending))?.[1];
}

/** Names whose value runs to the end of the line. */
export function isHeader(name: string): boolean {
  return /(?:authorization|cookie)$/i.test(name.slice(-MAX_NAME));
}

const NOTHING = new Set(
  (
    'string number boolean bool int integer str any unknown object void null none nil undefined true false ' +
    'required optional missing invalid expired empty unset not is was has the a an for from of to and or in on ' +
    'bearer basic redacted'
  ).split(' '),
);
/** A path, a variable, a place holder, a call, a reference in code. */
const STAND_IN =
  /^(?:\$[A-Z_][A-Z0-9_]*$|\$[{(]|\$env:|<[^>]*>?$|\{\{|%\w+%|\.{0,2}\/|~\/|[*•.]+$|[xX]+$|\[(?:redacted|REDACTED|hidden)|(?:process|os|env|self|this|config|settings|secrets|vars|req|request|ctx|args|options|import)[.[])/;
const CALL = /^[\w.]+\(|::/;

/** A value that only stands where a secret would: `string`, `$TOKEN`, `<password>`, `getToken()`. */
export function isStandIn(value: string, kind: SecretKind): boolean {
  const text = value.slice(0, 80);
  if (text.length < 3 || NOTHING.has(text.toLowerCase()) || STAND_IN.test(text) || CALL.test(text))
    return true;
  // `token: token`, `api_key=openai_api_key`: a name stands for its value.
  if (/^[A-Za-z_]+$/.test(text) && secretNamed(text)) return true;
  // A count of tokens, a position: no token.
  return kind !== 'password' && /^\d{1,9}$/.test(text);
}

import { hashNumber, mix } from './hash.js';
import { codes } from './piece.js';

export const WORD = 1;
export const NUMBER = 2;
/** Random by its form: a UUID, a digest, mixed letters and digits. */
export const ID = 3;
/** A date, a time of day, a duration or a time stamp. */
export const CLOCK = 4;

export const MAX_TOKENS = 1500;

/** The tokens of the latest scan; valid until the next `clearTokens`. */
export interface TokenBuffer {
  count: number;
  lineCount: number;
  /** One number for the symbols between the tokens, in order, without quotes, slashes and spaces. */
  signs: number;
  /** The position of the current piece in its text. */
  offset: number;
  /** One number for the tokens beyond MAX_TOKENS; 0 if there are none. */
  overflow: number;
  readonly kinds: Uint8Array;
  /** Of words and ids: 31 bits. */
  readonly hashes: Int32Array;
  /** Of numbers. */
  readonly values: Float64Array;
  readonly lines: Int32Array;
  /** The end of the token in its text. */
  readonly ends: Int32Array;
  /** The codes of its last two characters; the last one in the lower half. */
  readonly lasts: Int32Array;
}

export const tokens: TokenBuffer = {
  count: 0,
  lineCount: 0,
  signs: 0,
  offset: 0,
  overflow: 0,
  kinds: new Uint8Array(MAX_TOKENS),
  hashes: new Int32Array(MAX_TOKENS),
  values: new Float64Array(MAX_TOKENS),
  lines: new Int32Array(MAX_TOKENS),
  ends: new Int32Array(MAX_TOKENS),
  lasts: new Int32Array(MAX_TOKENS),
};

export function clearTokens(): void {
  tokens.count = 0;
  tokens.lineCount = 0;
  tokens.signs = 0;
  tokens.overflow = 0;
}

/** Returns `end`, where the scan continues. */
export function pushToken(kind: number, hash: number, value: number, end: number): number {
  const at = tokens.count;
  if (at < MAX_TOKENS) tokens.values[at] = value;
  else if (kind !== CLOCK) tokens.overflow = mix(tokens.overflow, hashNumber(value)) | 1;
  return pushWord(kind, hash, end);
}

/** The same without a value: most tokens have none. */
export function pushWord(kind: number, hash: number, end: number): number {
  const at = tokens.count;
  if (at >= MAX_TOKENS) {
    if (kind !== CLOCK) tokens.overflow = mix(tokens.overflow, hash) | 1;
    return end;
  }
  tokens.kinds[at] = kind;
  tokens.hashes[at] = hash;
  tokens.lines[at] = tokens.lineCount;
  tokens.ends[at] = end + tokens.offset;
  tokens.lasts[at] = (codes[end - 2]! << 16) | codes[end - 1]!;
  tokens.count = at + 1;
  return end;
}

const MINUS = 45;
const UNDERSCORE = 95;

/** `api-7c9d2f-x2k4p`: whether an id stands directly before this place, with a symbol in between. */
export function followsId(at: number): boolean {
  const sign = codes[at - 1];
  if (sign !== MINUS && sign !== UNDERSCORE) return false;
  const last = tokens.count - 1;
  return last >= 0 && tokens.kinds[last] === ID && tokens.ends[last] === at - 1 + tokens.offset;
}

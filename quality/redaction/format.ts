import type { Draw } from '../../packages/loopbench/src/metamorphic/draw.js';

/** A piece of text with a secret in it. */
export interface Secret {
  readonly text: string;
  /** What must be gone: the random parts, without the public prefix. */
  readonly parts: readonly string[];
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

const ALPHABETS: Record<string, string> = {
  A: UPPER + LOWER + DIGITS,
  L: UPPER + LOWER,
  a: LOWER + DIGITS,
  U: UPPER + DIGITS,
  d: DIGITS,
  x: `${DIGITS}abcdef`,
  X: `${DIGITS}ABCDEF`,
  /** base64url */
  w: `${UPPER + LOWER + DIGITS}-_`,
  /** base64 */
  b: `${UPPER + LOWER + DIGITS}+/`,
  /** base32 */
  B: `${UPPER}234567`,
  /** base58, without 0, O, I and l */
  z: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  /** bech32, in upper case */
  q: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
};

/** `{A36}` or `{A20-40}` is secret, `<d12>` is drawn in the same way and is not. */
const DRAWN = /([{<])([A-Za-z])(\d+)(?:-(\d+))?[}>]/g;

/** Fills a format such as `ghp_{A36}`. */
export function fill(draw: Draw, format: string): Secret {
  const parts: string[] = [];
  const text = format.replace(
    DRAWN,
    (_, open: string, alphabet: string, from: string, to: string | undefined) => {
      const part = chars(draw, alphabet, draw.integer(Number(from), Number(to ?? from)));
      if (open === '{') parts.push(part);
      return part;
    },
  );
  return { text, parts };
}

export function chars(draw: Draw, alphabet: string, length: number): string {
  const letters = ALPHABETS[alphabet] ?? alphabet;
  return Array.from({ length }, () => letters.charAt(draw.integer(0, letters.length - 1))).join('');
}

export function uuid(draw: Draw): string {
  const { hex } = draw;
  return [hex(8), hex(4), `4${hex(3)}`, `a${hex(3)}`, hex(12)].join('-');
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

export function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

import type { SecretKind } from './table.js';
import { isMark, isStandIn } from './values.js';

/** The position of a secret in a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly kind: SecretKind;
}

const BEGIN = '-----BEGIN ';
const END = '-----END ';
const DASHES = '-----';

export interface Blocks {
  readonly secret: readonly Span[];
  /** Certificates and public keys: they look random, but are not secret. */
  readonly open: readonly { readonly from: number; readonly to: number }[];
}

const NO_BLOCKS: Blocks = { secret: [], open: [] };

/** RFC 7468. A block without an end reaches to the end of the text. */
export function pemBlocks(text: string): Blocks {
  if (!text.includes(BEGIN)) return NO_BLOCKS;
  const secret: Span[] = [];
  const open: { from: number; to: number }[] = [];
  for (let from = text.indexOf(BEGIN); from >= 0; from = text.indexOf(BEGIN, from + 1)) {
    const title = text.slice(from + BEGIN.length, from + BEGIN.length + 60);
    const isSecret = /^[A-Z0-9 ]*PRIVATE KEY/.test(title);
    if (!isSecret && !/^[A-Z0-9 ]*(?:CERTIFICATE|PUBLIC KEY|SIGNATURE|MESSAGE)/.test(title)) continue;
    const end = text.indexOf(END, from);
    const close = end < 0 ? -1 : text.indexOf(DASHES, end + END.length);
    const to = close < 0 ? text.length : close + DASHES.length;
    if (isSecret) secret.push({ from, to, kind: 'private key' });
    else open.push({ from, to });
    from = to - 1;
  }
  return { secret, open };
}

const HOST_END = new Set(' \t\n\r/?#"\'`<>\\|,;(){}[]');

/** RFC 3986, section 3.2.1: `postgres://user:password@host` */
export function urlPasswords(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at)) {
    at += 3;
    const start = at;
    let colon = -1;
    let sign = -1;
    for (; at < text.length && !HOST_END.has(text[at]!); at++) {
      if (text[at] === ':' && colon < 0) colon = at;
      if (text[at] === '@') sign = at;
    }
    if (colon < start || sign <= colon + 1) continue;
    const value = text.slice(colon + 1, sign);
    if (!isStandIn(value) && !isMark(value)) spans.push({ from: colon + 1, to: sign, kind: 'password' });
  }
  return spans;
}

/** What a secret is called where it was. */
export type SecretKind = 'key' | 'token' | 'password' | 'private key' | 'high entropy' | 'cookie';

/** A fixed start, how many characters must follow, and what it is. Case matters. */
const PREFIXES: readonly (readonly [start: string, least: number, kind: SecretKind])[] = [
  ['sk-', 16, 'key'],
  ['sk_live_', 8, 'key'],
  ['sk_test_', 8, 'key'],
  ['pk_live_', 8, 'key'],
  ['rk_live_', 8, 'key'],
  ['rk_test_', 8, 'key'],
  ['whsec_', 16, 'key'],
  ['ghp_', 20, 'token'],
  ['gho_', 20, 'token'],
  ['ghu_', 20, 'token'],
  ['ghs_', 20, 'token'],
  ['ghr_', 20, 'token'],
  ['github_pat_', 20, 'token'],
  ['glpat-', 16, 'token'],
  ['gldt-', 16, 'token'],
  ['glrt-', 16, 'token'],
  ['xoxb-', 10, 'token'],
  ['xoxp-', 10, 'token'],
  ['xoxa-', 10, 'token'],
  ['xoxr-', 10, 'token'],
  ['xoxs-', 10, 'token'],
  ['xapp-', 10, 'token'],
  ['AIza', 30, 'key'],
  ['ya29.', 16, 'token'],
  ['GOCSPX-', 16, 'key'],
  ['npm_', 30, 'token'],
  ['pypi-', 30, 'token'],
  ['hf_', 24, 'token'],
  ['SG.', 30, 'key'],
  ['shpat_', 24, 'token'],
  ['shpss_', 24, 'token'],
  ['dop_v1_', 32, 'token'],
  ['doo_v1_', 32, 'token'],
  ['dapi', 32, 'token'],
  ['gsk_', 30, 'key'],
  ['xai-', 30, 'key'],
  ['pplx-', 30, 'key'],
  ['r8_', 30, 'key'],
  ['lin_api_', 24, 'key'],
  ['ntn_', 24, 'token'],
  ['PMAK-', 24, 'key'],
  ['sntrys_', 24, 'token'],
  ['hvs.', 20, 'token'],
  ['AGE-SECRET-KEY-', 30, 'private key'],
];
const BY_FIRST = new Map<number, (typeof PREFIXES)[number][]>();
for (const prefix of PREFIXES) {
  const first = prefix[0].charCodeAt(0);
  BY_FIRST.set(first, [...(BY_FIRST.get(first) ?? []), prefix]);
}
const AWS_KEY = /^(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}$/;
const AWS_LENGTH = 20;

/** Names of things, not keys to them: ids of calls, messages and runs, and digests that say so. */
const HARMLESS = /^(?:toolu|call|chatcmpl|msg|req|resp|run|sess|session|thread|asst|evt|cmpl|fc|rs)[_-]/;
const DIGEST = /^sha(?:1|224|256|384|512)-/i;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** `.`, `/`, `+`, `=` and `~`: after these a new part of a word begins. */
function isSeparator(unit: number): boolean {
  return unit === 46 || unit === 47 || unit === 43 || unit === 61 || unit === 126;
}

/** A shorter word is none by its looks. */
export const LEAST_SECRET = 12;

/** What kind of secret one word is by its looks, if it is one. Linear in the word. */
export function secretOf(word: string): SecretKind | undefined {
  if (word.length < LEAST_SECRET) return undefined;
  let isStart = true;
  for (let i = 0; i < word.length; i++) {
    if (isStart) {
      const kind = secretAt(word, i);
      if (kind) return kind;
    }
    isStart = isSeparator(word.charCodeAt(i));
  }
  return isRandom(word) ? 'high entropy' : undefined;
}

function secretAt(word: string, from: number): SecretKind | undefined {
  const first = word.charCodeAt(from);
  if (first === 101 && word.startsWith('eyJ', from) && word.length - from >= 16)
    return isJwt(word, from) ? 'token' : undefined;
  if (first === 65 && AWS_KEY.test(word.slice(from, from + AWS_LENGTH))) return 'key';
  const prefixes = BY_FIRST.get(first);
  if (!prefixes) return undefined;
  for (const [start, least, kind] of prefixes) {
    if (!word.startsWith(start, from)) continue;
    // `sk-learn-something-readable` has the start of a key and is none: keys have digits.
    const rest = word.slice(from + start.length, from + start.length + 256);
    return rest.length >= least && /\d/.test(rest) ? kind : undefined;
  }
  return undefined;
}

/** `eyJ…` is the start of a JSON object in base64; a signed one has two dots. */
function isJwt(word: string, from: number): boolean {
  const dot = word.indexOf('.', from);
  return dot > 0 && word.length > dot + 8;
}

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

function classOf(unit: number): number {
  if (unit >= 97 && unit <= 122) return LOWER;
  if (unit >= 65 && unit <= 90) return UPPER;
  return unit >= 48 && unit <= 57 ? DIGIT : OTHER;
}

/** Shorter words are not told from names. */
const LEAST_MIXED = 20;
const LEAST_PLAIN = 24;
/** Random letters and digits change their kind at 0.45 of all places (a capital before a small letter aside), names at 0.2. */
const CHANGES = 0.27;
/** Of a longer word this much is looked at. */
const LOOK = 512;

interface Mix {
  readonly counts: [other: number, lower: number, upper: number, digits: number];
  pairs: number;
  changes: number;
}

/** Letters and digits in no order that a name would have. Hex digests and UUIDs are names here: a commit is no secret. */
function isRandom(word: string): boolean {
  if (word.length < LEAST_MIXED || HARMLESS.test(word) || DIGEST.test(word) || ULID.test(word)) return false;
  const mix: Mix = { counts: [0, 0, 0, 0], pairs: 0, changes: 0 };
  const end = Math.min(word.length, LOOK);
  for (let from = 0, to = 0; from < end; from = to + 1) {
    for (to = from; to < end && classOf(word.charCodeAt(to)) !== OTHER;) to++;
    if (!isHex(word, from, to)) addPart(mix, word, from, to);
  }
  const [, lower, upper, digits] = mix.counts;
  const signs = lower + upper + digits;
  const isMixed = lower > 1 && upper > 1;
  if (signs < (isMixed ? LEAST_MIXED : LEAST_PLAIN) || digits < signs / (isMixed ? 20 : 7)) return false;
  return mix.changes >= CHANGES * mix.pairs;
}

function isHex(word: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const lower = word.charCodeAt(i) | 32;
    if (lower > 102) return false;
  }
  return true;
}

function addPart(mix: Mix, word: string, from: number, to: number): void {
  let before = OTHER;
  for (let i = from; i < to; i++) {
    const now = classOf(word.charCodeAt(i));
    mix.counts[now]!++;
    if (before !== OTHER) {
      mix.pairs++;
      if (now !== before && !(before === UPPER && now === LOWER)) mix.changes++;
    }
    before = now;
  }
}

/**
 * Recently seen hashes, one character each: small in memory and in JSON, with one false positive in some
 * hundred lookups.
 */
export type HashString = string;

export const NO_HASHES: HashString = '';

/** JSON writes characters from here up to the surrogates unescaped. */
const FIRST = 0x100;
const COUNT = 0xd800 - FIRST;

export function hasHash(hashes: HashString, hash: number): boolean {
  return hashes.includes(charOf(hash));
}

/** Adds the new ones, and drops the oldest if there are too many. */
export function withHashes(hashes: HashString, added: readonly number[], most: number): HashString {
  let all = hashes;
  for (const hash of added) if (!hasHash(all, hash)) all += charOf(hash);
  return all.length > most ? all.slice(-most) : all;
}

function charOf(hash: number): string {
  return String.fromCharCode(FIRST + (((hash ^ (hash >>> 16)) >>> 0) % COUNT));
}

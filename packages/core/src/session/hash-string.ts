/** Hashes that were seen lately, one character each: small in memory and in JSON, and wrong once in some hundred times. */
export type HashString = string;

export const NO_HASHES: HashString = '';

/** Characters from here on, and before the surrogates, are written as they are in JSON. */
const FIRST = 0x100;
const COUNT = 0xd800 - FIRST;

export function hasHash(hashes: HashString, hash: number): boolean {
  return hashes.includes(charOf(hash));
}

/** With those that are new, and without the oldest if there are too many. */
export function withHashes(hashes: HashString, added: readonly number[], most: number): HashString {
  let all = hashes;
  for (const hash of added) if (!hasHash(all, hash)) all += charOf(hash);
  return all.length > most ? all.slice(-most) : all;
}

function charOf(hash: number): string {
  return String.fromCharCode(FIRST + (((hash ^ (hash >>> 16)) >>> 0) % COUNT));
}

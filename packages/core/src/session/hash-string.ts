/**
 * Recently seen hashes, one character each: small in memory and in JSON, with one false positive in some
 * hundred lookups.
 */
export type HashString = string;

export const NO_HASHES: HashString = '';

/** JSON writes characters from here up to the surrogates unescaped. */
const FIRST = 0x100;
const COUNT = 0xd800 - FIRST;

/** The codes of the string at hand. One table for all, because filling it costs less than searching the string. */
const marks = new Uint8Array(COUNT);
let mark = 0;

/** Marks the codes of the string with a number that no other code has. */
function markAll(hashes: HashString): void {
  mark = (mark % 255) + 1;
  if (mark === 1) marks.fill(0);
  for (let i = 0; i < hashes.length; i++) marks[hashes.charCodeAt(i) - FIRST] = mark;
}

/** How many of them are not there. */
export function countNew(hashes: HashString, list: readonly number[]): number {
  markAll(hashes);
  let count = 0;
  for (const hash of list) if (marks[codeOf(hash)] !== mark) count++;
  return count;
}

/** Adds the new ones, and drops the oldest if there are too many. */
export function withHashes(hashes: HashString, added: readonly number[], most: number): HashString {
  markAll(hashes);
  const fresh: number[] = [];
  for (const hash of added) {
    const code = codeOf(hash);
    if (marks[code] === mark) continue;
    marks[code] = mark;
    fresh.push(FIRST + code);
  }
  const all = hashes + String.fromCharCode(...fresh);
  return all.length > most ? all.slice(-most) : all;
}

function codeOf(hash: number): number {
  return ((hash ^ (hash >>> 16)) >>> 0) % COUNT;
}

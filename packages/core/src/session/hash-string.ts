/**
 * Recently seen hashes, one character each: small in memory and in JSON, with one false positive in some
 * hundred lookups.
 */
export type HashString = string;

export const NO_HASHES: HashString = '';

/** JSON writes characters from here up to the surrogates unescaped. */
const FIRST = 0x100;
const COUNT = 0xd800 - FIRST;

/**
 * The codes of the string at hand: filling a table costs less than searching the string. It stays valid for
 * the string that `withHashes` returned, so that a session that goes on does not fill it again.
 */
export interface SeenTable {
  readonly marks: Uint8Array;
  mark: number;
  hashes: HashString;
  isDistinct: boolean;
}

export function newSeenTable(): SeenTable {
  return { marks: new Uint8Array(COUNT), mark: 1, hashes: NO_HASHES, isDistinct: true };
}

/** Marks the codes of the string with a number that no other code has. */
function load(table: SeenTable, hashes: HashString): void {
  if (table.hashes === hashes) return;
  const { marks } = table;
  const mark = (table.mark % 255) + 1;
  if (mark === 1) marks.fill(0);
  let count = 0;
  for (let i = 0; i < hashes.length; i++) {
    const code = hashes.charCodeAt(i) - FIRST;
    if (marks[code] !== mark) count++;
    marks[code] = mark;
  }
  table.mark = mark;
  table.hashes = hashes;
  table.isDistinct = count === hashes.length;
}

/** Whether all but `most` of them are there. */
export function hasAllBut(
  table: SeenTable,
  hashes: HashString,
  list: readonly number[],
  most: number,
): boolean {
  load(table, hashes);
  const { marks, mark } = table;
  let count = 0;
  for (let i = 0; i < list.length && count <= most; i++) if (marks[codeOf(list[i]!)] !== mark) count++;
  return count <= most;
}

/** Adds the new ones, and drops the oldest if there are too many. */
export function withHashes(
  table: SeenTable,
  hashes: HashString,
  added: readonly number[],
  most: number,
): HashString {
  load(table, hashes);
  const { marks, mark } = table;
  const fresh: number[] = [];
  for (let i = 0; i < added.length; i++) {
    const code = codeOf(added[i]!);
    if (marks[code] === mark) continue;
    marks[code] = mark;
    fresh.push(FIRST + code);
  }
  const all = fresh.length === 0 ? hashes : hashes + String.fromCharCode(...fresh);
  const excess = all.length - most;
  for (let i = 0; i < excess; i++) marks[all.charCodeAt(i) - FIRST] = 0;
  const kept = excess > 0 ? all.slice(excess) : all;
  // A string from elsewhere may hold a code twice, of which one is left.
  if (table.isDistinct) table.hashes = kept;
  else load(table, kept);
  return kept;
}

function codeOf(hash: number): number {
  return ((hash ^ (hash >>> 16)) >>> 0) % COUNT;
}

/**
 * Recently seen hashes, one character each: small in memory and in JSON, with one false positive in some
 * hundred lookups.
 */
export type HashString = string;

export const NO_HASHES: HashString = '';

/** JSON writes characters from here up to the surrogates unescaped. */
const FIRST = 0x100;
const COUNT = 0xd800 - FIRST;

/** The codes of one string. Filling a table costs less than searching the string, and keeping it costs nothing. */
interface Table {
  readonly marks: Uint8Array;
  hashes: HashString;
}

/** A session has two such strings, and uses them in turn with every call. */
const tables: readonly [Table, Table] = [newTable(), newTable()];
let next = 0;

function newTable(): Table {
  return { marks: new Uint8Array(COUNT), hashes: NO_HASHES };
}

/** The table of this string: the one that is there, or else one of another string, filled anew. */
function tableOf(hashes: HashString): Table {
  for (const table of tables) if (table.hashes === hashes) return table;
  const table = tables[next]!;
  next = 1 - next;
  markAll(table, table.hashes, 0);
  markAll(table, hashes, 1);
  table.hashes = hashes;
  return table;
}

function markAll({ marks }: Table, hashes: HashString, mark: 0 | 1): void {
  for (let i = 0; i < hashes.length; i++) marks[hashes.charCodeAt(i) - FIRST] = mark;
}

/** How many of them are not there. */
export function countNew(hashes: HashString, list: readonly number[]): number {
  const { marks } = tableOf(hashes);
  let count = 0;
  for (const hash of list) if (marks[codeOf(hash)] === 0) count++;
  return count;
}

/** Adds the new ones, and drops the oldest if there are too many. */
export function withHashes(hashes: HashString, added: readonly number[], most: number): HashString {
  const table = tableOf(hashes);
  const fresh: number[] = [];
  for (const hash of added) {
    const code = codeOf(hash);
    if (table.marks[code] === 1) continue;
    table.marks[code] = 1;
    fresh.push(FIRST + code);
  }
  if (fresh.length === 0 && hashes.length <= most) return hashes;
  const all = hashes + String.fromCharCode(...fresh);
  const excess = Math.max(0, all.length - most);
  const kept = all.slice(excess);
  // A string from elsewhere may hold a code twice.
  for (let i = 0; i < excess; i++) if (!kept.includes(all[i]!)) table.marks[all.charCodeAt(i) - FIRST] = 0;
  table.hashes = kept;
  return kept;
}

function codeOf(hash: number): number {
  return ((hash ^ (hash >>> 16)) >>> 0) % COUNT;
}

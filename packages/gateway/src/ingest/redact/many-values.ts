import { createHash, type Hash } from 'node:crypto';
import { createSlices } from '../../engine/slices.js';

/** Redaction and detection of this many values take a few milliseconds. */
export const MAX_VALUES = 5000;
/** Fields of one event that have a limit of their own, so that a large one does not push the others out. */
const OWN_FIELDS = 16;
/** The number of values to hash in one step. */
const STEP = 200;

/**
 * Cuts fields with very many values to the first ones and a digest of the rest: equal values stay equal, different ones stay
 * different. It yields to other requests, because a value of 100,000 takes a tenth of a second.
 */
export async function cutManyValues(event: unknown): Promise<unknown> {
  if (!isLarge(event, MAX_VALUES)) return event;
  const pause = createSlices();
  const entries = entriesOf(event);
  const shared: Room = { left: MAX_VALUES };
  const kept: (readonly [string, unknown])[] = [];
  for (const [i, [name, value]] of entries.entries()) {
    const room = i < OWN_FIELDS ? { left: MAX_VALUES } : shared;
    if (room.left <= 0) break;
    kept.push([name, await cut(value, room, pause)]);
  }
  return Object.fromEntries(kept);
}

interface Room {
  left: number;
}

type Pause = ReturnType<typeof createSlices>;

async function cut(value: unknown, room: Room, pause: Pause): Promise<unknown> {
  room.left--;
  if (typeof value !== 'object' || value === null) return value;
  const entries = entriesOf(value);
  const kept: [string, unknown][] = [];
  while (kept.length < entries.length && room.left > 0) {
    const [name, inner] = entries[kept.length] ?? ['', undefined];
    kept.push([name, await cut(inner, room, pause)]);
    await pause();
  }
  const rest = entries.slice(kept.length);
  if (rest.length > 0) kept.push(['...', await noteOf(rest, pause)]);
  return Array.isArray(value) ? kept.map(([, inner]) => inner) : Object.fromEntries(kept);
}

async function noteOf(rest: readonly (readonly [string, unknown])[], pause: Pause): Promise<string> {
  const hash = createHash('sha256');
  await addTo(hash, rest, pause);
  return `[${rest.length} values left out, sha256:${hash.digest('hex').slice(0, 24)}]`;
}

/** Small values are hashed together: one by one they would take much longer. */
async function addTo(hash: Hash, value: unknown, pause: Pause): Promise<void> {
  let group: unknown[] = [];
  const flush = (): void => {
    hash.update(JSON.stringify(group));
    group = [];
  };
  for (const entry of entriesOf(value)) {
    const isNested = isLarge(entry[1], STEP);
    group.push(isNested ? entry[0] : entry);
    if (!isNested && group.length < STEP) continue;
    flush();
    if (isNested) await addTo(hash, entry[1], pause);
    await pause();
  }
  flush();
}

function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(value as object);
}

/** Has more than `most` values in it. Looks at no more than that. */
function isLarge(value: unknown, most: number): boolean {
  return countValues(value, most) > most;
}

/** Makes no lists of values. Ingest has limited the depth. */
function countValues(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const name of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    count += 1 + countValues((value as Readonly<Record<string, unknown>>)[name], most - count);
    if (count > most) break;
  }
  return count;
}

/**
 * Finds out, at every few characters of a stream, whether its end repeats with some period, in constant time a character.
 *
 * The last GRAM characters are looked up in a table of where they were seen last. A hit proposes the distance as a
 * period; from then on each new character is compared with the one a period before. So a period is proven by comparing
 * characters, never by a hash alone.
 */
export interface CharPlace {
  /** Characters of the stream so far, of those that were scanned. */
  length: number;
  hash: number;
  /** 0 = none proposed. */
  period: number;
  /** How many characters at the end equal the one a period before. */
  run: number;
  /** How long the run must get to be looked at. */
  required: number;
  /** Whether it did, and was long enough. */
  repeats: boolean;
  /** Comparisons saved up for looking back when a period is proposed, less two for each character so far. */
  credit: number;
}

export interface CharTables {
  /** The last characters that were written. */
  readonly ring: Uint16Array;
  readonly seen: Int32Array;
}

/** How long a run must be: at least, given the period; and exactly, given the unit. */
export interface CharDemand {
  readonly maxPeriod: number;
  readonly atLeast: (period: number) => number;
  readonly forUnit: (unit: string) => number;
}

const RING = 4096;
export const RING_MASK = RING - 1;
/** So many characters may be written that were not scanned yet. */
export const MAX_AHEAD = 64;
const SLOT_BITS = 11;
const GRAM = 8;
/** An entry is a place and a few bits of the hash, which spare most of the looks at the place. */
const TAG_BITS = 8;
const TAG = (1 << TAG_BITS) - 1;
const MAX_LENGTH = (1 << (32 - TAG_BITS)) - 1;
const MIX = 0x2c1b3c6d;
const GOLDEN = 0x9e3779b1;
const MAX_CREDIT = RING;
export const NEVER = 0x7fffffff;

export function newCharPlace(): CharPlace {
  return { length: 0, hash: 0, period: 0, run: 0, required: NEVER, repeats: false, credit: MAX_CREDIT };
}

export function newCharTables(): CharTables {
  return { ring: new Uint16Array(RING), seen: new Int32Array(1 << SLOT_BITS) };
}

/** Scans on to where `to` characters of the stream are; returns where it stopped: there, or where a repeat is complete. */
export function scanChars(tables: CharTables, place: CharPlace, to: number, demand: CharDemand): number {
  while (place.length < to) {
    const next = Math.min(to, place.length + GRAM - (place.length % GRAM));
    if (place.period !== 0) follow(tables.ring, place, next);
    const entry = enter(tables, place, next);
    // All places are entered, so it is enough to look up one in GRAM.
    if (next % GRAM === 0 && look(tables.ring, place, entry, demand)) break;
  }
  return place.length;
}

/** Compares each character with the one a period before. */
function follow(ring: Uint16Array, place: CharPlace, to: number): void {
  const { length, period } = place;
  let i = length;
  while (i < to && ring[i & RING_MASK] === ring[(i - period) & RING_MASK]) i++;
  place.run += i - length;
  if (i < to) place.period = 0;
}

/** Enters where the last characters were seen; returns what stood in the last entry before. */
function enter({ ring, seen }: CharTables, place: CharPlace, to: number): number {
  let { hash } = place;
  let entry = 0;
  for (let i = place.length; i < to; i++) {
    // Four bits a step: after GRAM steps nothing is left of a character.
    hash = (hash << 4) ^ Math.imul(ring[i & RING_MASK]!, MIX);
    const slot = Math.imul(hash, GOLDEN) >>> (32 - SLOT_BITS);
    entry = seen[slot]!;
    seen[slot] = ((i + 1) << TAG_BITS) | (hash >>> (32 - TAG_BITS));
  }
  place.hash = hash;
  place.length = to;
  return entry;
}

/** Looks for a period where there is none, and at the run where it may be long enough. Returns whether it is. */
function look(ring: Uint16Array, place: CharPlace, entry: number, demand: CharDemand): boolean {
  const { length } = place;
  if (place.period === 0) {
    place.period = propose(ring, length, entry, place.hash, demand.maxPeriod);
    place.required = place.period === 0 ? NEVER : demand.atLeast(place.period);
    if (place.period !== 0) place.run = lookBack(ring, place);
  }
  if (place.run < place.required) return false;
  place.required = demand.forUnit(lastUnits(ring, length, place.period));
  place.repeats = place.run >= place.required;
  return place.repeats;
}

/** The distance to where the last characters were seen last, or 0. */
function propose(ring: Uint16Array, length: number, entry: number, hash: number, maxPeriod: number): number {
  if ((entry & TAG) !== hash >>> (32 - TAG_BITS)) {
    // Of a unit of GRAM characters the same ones are looked up in every copy: another entry may have taken their place.
    return endsAlike(ring, length, GRAM) ? smallest(ring, length) : 0;
  }
  const distance = (length - (entry >>> TAG_BITS)) & MAX_LENGTH;
  return distance <= maxPeriod && endsAlike(ring, length, distance) ? distance : 0;
}

function smallest(ring: Uint16Array, length: number): number {
  let period = GRAM;
  while (period > 1 && endsAlike(ring, length, period >> 1)) period >>= 1;
  return period;
}

function endsAlike(ring: Uint16Array, length: number, distance: number): boolean {
  if (length - distance < GRAM) return false;
  for (let k = 1; k <= GRAM; k++) {
    if (ring[(length - k) & RING_MASK] !== ring[(length - k - distance) & RING_MASK]) return false;
  }
  return true;
}

/** The run may have begun while another period was followed; what is saved up keeps the price constant on average. */
function lookBack(ring: Uint16Array, place: CharPlace): number {
  const { length, period } = place;
  const saved = Math.min(MAX_CREDIT, place.credit + 2 * length);
  const most = Math.min(saved + GRAM, length - period, RING - MAX_AHEAD - period);
  let run = GRAM;
  while (run < most && ring[(length - 1 - run) & RING_MASK] === ring[(length - 1 - run - period) & RING_MASK])
    run++;
  place.credit = saved - (run - GRAM) - 2 * length;
  return run;
}

/** The last characters of the stream. */
export function lastUnits(ring: Uint16Array, length: number, count: number): string {
  let text = '';
  for (let k = Math.min(count, length); k > 0; k--)
    text += String.fromCharCode(ring[(length - k) & RING_MASK]!);
  return text;
}

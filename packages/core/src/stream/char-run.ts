/**
 * Finds out, at every character of a stream, whether its end repeats with some period, in constant time a character.
 *
 * The last GRAM characters are looked up in a table of where they were seen last. A hit proposes the distance as a
 * period; from then on each new character is compared with the one a period before. So a period is proven by comparing
 * characters, never by a hash alone.
 */
export interface CharPlace {
  /** Characters of the stream so far. */
  length: number;
  hash: number;
  /** 0 = none proposed. */
  period: number;
  /** How many characters at the end equal the one a period before. */
  run: number;
  /** How long the run must get to be looked at. */
  required: number;
  /** Comparisons saved up for looking back when a period is proposed, less two for each character so far. */
  credit: number;
}

export interface CharTables {
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
const RING_MASK = RING - 1;
const SLOT_BITS = 11;
const GRAM = 8;
/** An entry is a place and a few bits of the hash, which spare most of the looks at a place. */
const TAG_BITS = 8;
const TAG = (1 << TAG_BITS) - 1;
const MAX_LENGTH = (1 << (32 - TAG_BITS)) - 1;
const MIX = 0x2c1b3c6d;
const GOLDEN = 0x9e3779b1;
const MAX_CREDIT = RING;
export const NEVER = 0x7fffffff;
const TICK = 96;

export function newCharPlace(): CharPlace {
  return { length: 0, hash: 0, period: 0, run: 0, required: NEVER, credit: MAX_CREDIT };
}

export function newCharTables(): CharTables {
  return { ring: new Uint16Array(RING), seen: new Int32Array(1 << SLOT_BITS) };
}

/** Scans on from `from` until a repeat is complete, a code fence begins or ends, or the piece does. Returns where that is. */
export function scanChars(
  { ring, seen }: CharTables,
  place: CharPlace,
  piece: string,
  from: number,
  demand: CharDemand,
): number {
  const { maxPeriod } = demand;
  let { length, hash, period, run, required } = place;
  let i = from;
  while (i < piece.length) {
    const unit = piece.charCodeAt(i++);
    ring[length & RING_MASK] = unit;
    // Without a period this compares the character with itself.
    if (ring[(length - period) & RING_MASK] === unit) run++;
    else {
      period = 0;
      required = NEVER;
    }
    length++;
    // Four bits a step: after GRAM steps nothing is left of a character.
    hash = (hash << 4) ^ Math.imul(unit, MIX);
    const slot = Math.imul(hash, GOLDEN) >>> (32 - SLOT_BITS);
    // All places are entered, so it is enough to look up one in GRAM.
    if (period === 0 && (length & (GRAM - 1)) === 0) {
      const entry = seen[slot]!;
      const distance = (length - (entry >>> TAG_BITS)) & MAX_LENGTH;
      if ((entry & TAG) === hash >>> (32 - TAG_BITS) && distance <= maxPeriod && endsAlike(ring, length, distance)) {
        period = distance;
        run = lookBack(ring, length, period, place);
        required = demand.atLeast(period);
      }
    }
    seen[slot] = (length << TAG_BITS) | (hash >>> (32 - TAG_BITS));
    if (run >= required) {
      required = demand.forUnit(lastUnits(ring, length, period));
      if (run >= required) break;
    }
    if (unit === TICK && isFence(ring, length)) break;
  }
  place.length = length;
  place.hash = hash;
  place.period = period;
  place.run = run;
  place.required = required;
  return i;
}

export function isRepeating({ run, required }: CharPlace): boolean {
  return run >= required;
}

/** Three ticks that begin a line, or stand free in it. */
export function isFence(ring: Uint16Array, length: number): boolean {
  for (let k = 1; k <= 3; k++) if (ring[(length - k) & RING_MASK] !== TICK) return false;
  return length === 3 || ring[(length - 4) & RING_MASK]! <= 32;
}

function endsAlike(ring: Uint16Array, length: number, distance: number): boolean {
  if (length - distance < GRAM) return false;
  for (let k = 1; k <= GRAM; k++) {
    if (ring[(length - k) & RING_MASK] !== ring[(length - k - distance) & RING_MASK]) return false;
  }
  return true;
}

/** The run may have begun while another period was followed; what is saved up keeps the price constant on average. */
function lookBack(ring: Uint16Array, length: number, period: number, place: CharPlace): number {
  const saved = Math.min(MAX_CREDIT, place.credit + 2 * length);
  const most = Math.min(saved + GRAM, length - period, RING - period);
  let run = GRAM;
  while (run < most && ring[(length - 1 - run) & RING_MASK] === ring[(length - 1 - run - period) & RING_MASK])
    run++;
  place.credit = saved - (run - GRAM) - 2 * length;
  return run;
}

/** The last characters of the stream. */
export function lastUnits(ring: Uint16Array, length: number, count: number): string {
  let text = '';
  for (let k = Math.min(count, length); k > 0; k--) text += String.fromCharCode(ring[(length - k) & RING_MASK]!);
  return text;
}

/**
 * Finds at every character of a stream whether its end repeats with some period, in constant time per
 * character. A table gives earlier positions of the last GRAM characters. The position from which the text
 * repeats longest proposes its distance as a period; from then on each new character is compared with the one
 * a period earlier. So a comparison of characters proves a period, never a hash alone.
 */
export interface Tail {
  /** The last RING characters or a few more: the source of the tables after a restart. */
  readonly text: string;
  readonly pieces: number;
  readonly length: number;
  /** 0 = none proposed. */
  readonly period: number;
  /** How many characters at the end equal the one a period earlier. */
  readonly run: number;
  /** The run length from which this period counts. */
  readonly required: number;
  /** Saved comparisons, to spend on looking back when a period is proposed. */
  readonly credit: number;
  readonly [LIVE]?: Tables;
}

export interface Repeat {
  readonly period: number;
  /** Whole copies of the unit at the end of the stream. */
  readonly copies: number;
  /** The same for any cut inside the unit: its least rotation. */
  readonly unit: string;
}

/** How many characters must repeat for this unit to count; 0 for a unit that never counts. */
export interface Demand {
  readonly maxPeriod: number;
  /** The shortest run that can count for a period: below it the unit is not even inspected. */
  readonly atLeast: (period: number) => number;
  readonly forUnit: (unit: string) => number;
}

interface Tables {
  readonly ring: Uint16Array;
  readonly seen: Int32Array;
  /** For each position, the distance to the previous one in its slot; 0 = too far. */
  readonly before: Uint16Array;
  hash: number;
  length: number;
}

const LIVE = Symbol('tables of an open stream');
const RING = 8192;
const RING_MASK = RING - 1;
const SLOT_BITS = 13;
const GRAM = 8;
const BASE = 0x01000193;
const BASE_TO_GRAM = power(BASE, GRAM);
const MAX_PIECES = 256;
const CREDIT = 8;
const MAX_CREDIT = 16_384;
const NEVER = 0x7fffffff;
const MAX_BLANKS = 2;

export function emptyTail(): Tail {
  return { text: '', pieces: 0, length: 0, period: 0, run: 0, required: 0, credit: MAX_CREDIT };
}

/** The end of the stream after `chunk`, and the last repeat inside it. */
export function feed(tail: Tail, chunk: string, demand: Demand): { tail: Tail; repeat?: Repeat } {
  const tables = liveTables(tail);
  const { ring, seen, before } = tables;
  let { hash, length } = tables;
  let { period, run, required, credit } = tail;
  let repeat: Repeat | undefined;
  let unit = '';

  for (let i = 0; i < chunk.length; i++) {
    const code = chunk.charCodeAt(i);
    hash = (Math.imul(hash, BASE) + code - Math.imul(ring[(length - GRAM) & RING_MASK]!, BASE_TO_GRAM)) | 0;
    ring[length & RING_MASK] = code;
    length++;
    if (credit < MAX_CREDIT) credit += CREDIT;

    if (period !== 0) {
      if (ring[(length - 1 - period) & RING_MASK] === code) run++;
      else period = 0;
    }
    if (length < GRAM) continue;
    const slot = slotOf(hash);
    const last = seen[slot]!;
    if (period === 0 && last !== 0 && length - last <= demand.maxPeriod) {
      ({ period, run, credit } = propose(tables, { length, last, credit, maxPeriod: demand.maxPeriod }));
      required = period === 0 ? NEVER : demand.atLeast(period);
      unit = '';
    }
    before[length & RING_MASK] = gap(length, last);
    seen[slot] = length;

    if (period !== 0 && run >= required - MAX_BLANKS) {
      if (unit === '') ({ unit, required } = weigh(unitAt(ring, length, period), demand));
      const whole = Math.max(run, required);
      if (isBlankAhead(ring, length - period, whole - run))
        repeat = { period, copies: Math.floor(whole / period) + 1, unit };
    }
  }
  tables.hash = hash;
  tables.length = length;
  const next = grow(tail, chunk, { length, period, run, required, credit, [LIVE]: tables });
  return repeat ? { tail: next, repeat } : { tail: next };
}

function slotOf(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> (32 - SLOT_BITS);
}

/** The last copy is complete if only the spaces before the next one are missing. */
function isBlankAhead(ring: Uint16Array, start: number, count: number): boolean {
  if (count > MAX_BLANKS) return false;
  for (let k = 0; k < count; k++) if (ring[(start + k) & RING_MASK]! > 32) return false;
  return true;
}

function gap(place: number, last: number): number {
  return last === 0 || place - last >= RING ? 0 : place - last;
}

function weigh(unit: string, { atLeast, forUnit }: Demand): { unit: string; required: number } {
  const needed = forUnit(unit);
  return { unit, required: needed === 0 ? NEVER : Math.max(needed, atLeast(unit.length)) };
}

function grow(tail: Tail, chunk: string, next: Omit<Tail, 'text' | 'pieces'>): Tail {
  let text = tail.text + chunk;
  let pieces = tail.pieces + 1;
  if (pieces > MAX_PIECES || text.length > 2 * RING) {
    // Engines concatenate lazily; a slice now and then keeps the chain of pieces short.
    text = text.slice(-RING);
    pieces = 0;
  }
  return { text, pieces, ...next };
}

/** The tables move from state to state; an older or restored state gets new ones. */
function liveTables(tail: Tail): Tables {
  const live = tail[LIVE];
  if (live?.length === tail.length) return live;
  const tables: Tables = {
    ring: new Uint16Array(RING),
    seen: new Int32Array(1 << SLOT_BITS),
    before: new Uint16Array(RING),
    hash: 0,
    length: 0,
  };
  const text = tail.text.slice(-RING);
  tables.length = tail.length - text.length;
  let { hash, length } = tables;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    hash =
      (Math.imul(hash, BASE) + unit - Math.imul(tables.ring[(length - GRAM) & RING_MASK]!, BASE_TO_GRAM)) | 0;
    tables.ring[length & RING_MASK] = unit;
    length++;
    if (i + 1 < GRAM) continue;
    const slot = slotOf(hash);
    tables.before[length & RING_MASK] = gap(length, tables.seen[slot]!);
    tables.seen[slot] = length;
  }
  tables.hash = hash;
  tables.length = length;
  return tables;
}

/**
 * Parts of a unit may repeat inside it, so the nearest position is not always a period away. The true period
 * repeats longest: two periods cannot both hold for longer than their sum. `credit` keeps the average cost
 * constant.
 */
function propose(
  { ring, before }: Tables,
  { length, last, credit, maxPeriod }: { length: number; last: number; credit: number; maxPeriod: number },
): { period: number; run: number; credit: number } {
  let period = 0;
  let run = 0;
  let left = credit;
  let distance = length - last;
  for (let step = distance; step !== 0 && distance <= maxPeriod && left > 0; distance += step) {
    left--;
    step = before[(length - distance) & RING_MASK]!;
    if (!endsAlike(ring, length, distance)) continue;
    const found = lookBack(ring, length, distance, left);
    left -= found - GRAM;
    if (found <= run) continue;
    period = distance;
    run = found;
  }
  return { period, run, credit: left };
}

function endsAlike(ring: Uint16Array, length: number, distance: number): boolean {
  for (let k = 1; k <= GRAM; k++) {
    if (ring[(length - k) & RING_MASK] !== ring[(length - k - distance) & RING_MASK]) return false;
  }
  return true;
}

/** The run may have started while another period was active. */
function lookBack(ring: Uint16Array, length: number, period: number, credit: number): number {
  const most = Math.min(credit + GRAM, length - period, RING - period);
  let run = GRAM;
  while (run < most && ring[(length - 1 - run) & RING_MASK] === ring[(length - 1 - run - period) & RING_MASK])
    run++;
  return run;
}

function unitAt(ring: Uint16Array, length: number, period: number): string {
  const start = length - period;
  const codeAt = (k: number): number => ring[(start + (k % period)) & RING_MASK]!;
  let least = 0;
  let rival = 1;
  let same = 0;
  while (least < period && rival < period && same < period) {
    const difference = codeAt(least + same) - codeAt(rival + same);
    if (difference === 0) {
      same++;
      continue;
    }
    if (difference > 0) least += same + 1;
    else rival += same + 1;
    if (least === rival) rival++;
    same = 0;
  }
  const first = Math.min(least, rival);
  let unit = '';
  for (let k = 0; k < period; k++) unit += String.fromCharCode(codeAt(first + k));
  return unit;
}

function power(base: number, exponent: number): number {
  let value = 1;
  for (let k = 0; k < exponent; k++) value = Math.imul(value, base);
  return value;
}

import { integer, type OptionsOf, readOptions } from '../detection/options.js';
import type { Fingerprint } from '../fingerprint/fingerprint.js';

/** Times of the calls that passed, per identical call, the one used last at the end. Plain JSON, bounded. */
export interface Breaker {
  readonly calls: readonly (readonly [Fingerprint, readonly number[]])[];
}

const options = {
  calls: integer(20, { max: 10_000, meaning: 'identical calls that pass inside the window' }),
  window: integer(60_000, { max: 86_400_000, meaning: 'length of the sliding window in milliseconds' }),
};

export type BreakerOptions = OptionsOf<typeof options>;
export type CallAdmission = { readonly kind: 'pass' } | { readonly kind: 'deny'; readonly retryAt: number };

const PASS: CallAdmission = { kind: 'pass' };

/** Different calls that are kept; beyond, the one unused for longest is forgotten. */
const MAX_CALLS = 1000;

export function breakerOptions(given: Partial<BreakerOptions> = {}): BreakerOptions {
  return readOptions('breaker', options, given);
}

export function newBreaker(): Breaker {
  return { calls: [] };
}

/** May this call go through at this time? A denied call is not counted, so the way is free again as the window slides. */
export function checkCall(
  breaker: Breaker,
  call: Fingerprint,
  at: number,
  { calls: most, window }: BreakerOptions,
): { breaker: Breaker; passage: CallAdmission } {
  const calls: (readonly [Fingerprint, readonly number[]])[] = [];
  let mine: readonly number[] = [];
  for (const [print, times] of breaker.calls) {
    const kept = (times[0] ?? at) > at - window ? times : times.filter((time) => time > at - window);
    if (print === call) mine = kept;
    else if (kept.length > 0) calls.push([print, kept]);
  }
  const first = mine.at(-most);
  const passage: CallAdmission = first === undefined ? PASS : { kind: 'deny', retryAt: first + window };
  calls.push([call, first === undefined ? [...mine, at] : mine]);
  return { breaker: { calls: calls.slice(-MAX_CALLS) }, passage };
}

/** The same behind a door that keeps it in memory, for edges where every call waits for the answer. */
export interface CallBreaker {
  readonly check: (call: Fingerprint, at: number) => CallAdmission;
  /** What `checkCall` would have left behind: plain JSON. */
  readonly state: () => Breaker;
}

interface Entry {
  /** Times of the calls that passed, oldest first, as a ring once it is full. */
  readonly times: number[];
  /** Where the oldest stands. */
  oldest: number;
}

/** `checkCall` without copies: its answers are the same, call by call. */
export function createCallBreaker(given: Partial<BreakerOptions> = {}): CallBreaker {
  const { calls: most, window } = breakerOptions(given);
  const entries = new Map<Fingerprint, Entry>();
  // A map remembers the order in which its keys came, and an iterator that is kept stands at the oldest one left: a new
  // one would step over the places of all that were dropped.
  const oldestFirst = entries.keys();
  let newest: Fingerprint | undefined;

  const check = (call: Fingerprint, at: number): CallAdmission => {
    const entry = entries.get(call);
    if (entry === undefined) {
      entries.set(call, { times: [at], oldest: 0 });
      if (entries.size > MAX_CALLS) entries.delete(oldestFirst.next().value!);
      newest = call;
      return PASS;
    }
    if (newest !== call) {
      entries.delete(call);
      entries.set(call, entry);
      newest = call;
    }
    return enter(entry, at, most, window);
  };
  const state = (): Breaker => ({
    calls: Array.from(entries, ([call, { times, oldest }]) => [
      call,
      [...times.slice(oldest), ...times.slice(0, oldest)],
    ]),
  });
  return { check, state };
}

function enter(entry: Entry, at: number, most: number, window: number): CallAdmission {
  const { times, oldest } = entry;
  if (times.length < most) {
    times.push(at);
    return PASS;
  }
  // Full: the most-th call back decides alone, so nothing has to be dropped from the ring.
  const first = times[oldest]!;
  if (first > at - window) return { kind: 'deny', retryAt: first + window };
  times[oldest] = at;
  entry.oldest = oldest + 1 === most ? 0 : oldest + 1;
  return PASS;
}

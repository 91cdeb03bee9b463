import { integer, type OptionsOf, readOptions } from '../detection/options.js';
import type { Fingerprint } from '../fingerprint/fingerprint.js';

/**
 * Times of the calls that passed, per identical call; the most recently used call is last. Plain JSON,
 * bounded.
 */
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

/** The number of different calls to keep; beyond it, the least recently used one is dropped. */
const MAX_CALLS = 1000;

export function breakerOptions(given: Partial<BreakerOptions> = {}): BreakerOptions {
  return readOptions('breaker', options, given);
}

export function newBreaker(): Breaker {
  return { calls: [] };
}

/** Whether this call may pass now. Denied calls do not count, so calls pass again as the window slides. */
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

/** The same with its state in memory, for edges where every call waits for the answer. */
export interface CallBreaker {
  readonly check: (call: Fingerprint, at: number) => CallAdmission;
  /** The state that `checkCall` would have left: plain JSON. */
  readonly state: () => Breaker;
}

interface Entry {
  /** Times of the calls that passed, oldest first, as a ring once it is full. */
  readonly times: number[];
  /** The index of the oldest. */
  oldest: number;
}

/** `checkCall` without copies; its answers are the same, call by call. */
export function createCallBreaker(given: Partial<BreakerOptions> = {}): CallBreaker {
  const { calls: most, window } = breakerOptions(given);
  const entries = new Map<Fingerprint, Entry>();
  // A map keeps insertion order, and a kept iterator stands at the oldest remaining key. A new iterator would
  // have to step over all dropped keys.
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
  // Full: only the call `most` calls back decides, so nothing has to leave the ring.
  const first = times[oldest]!;
  if (first > at - window) return { kind: 'deny', retryAt: first + window };
  times[oldest] = at;
  entry.oldest = oldest + 1 === most ? 0 : oldest + 1;
  return PASS;
}

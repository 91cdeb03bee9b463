import { integer, type OptionsOf, readOptions } from '../detection/options.js';
import type { Fingerprint } from '../event/fingerprint.js';

/** Times of the calls that passed, per identical call, the one used last at the end. Plain JSON, bounded. */
export interface Breaker {
  readonly calls: readonly (readonly [Fingerprint, readonly number[]])[];
}

const options = {
  calls: integer(20, { max: 10_000, meaning: 'identical calls that pass inside the window' }),
  window: integer(60_000, { max: 86_400_000, meaning: 'length of the sliding window in milliseconds' }),
};

export type BreakerOptions = OptionsOf<typeof options>;
export type Passage = { readonly kind: 'pass' } | { readonly kind: 'deny'; readonly retryAt: number };

const PASS: Passage = { kind: 'pass' };

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
): { breaker: Breaker; passage: Passage } {
  const calls: (readonly [Fingerprint, readonly number[]])[] = [];
  let mine: readonly number[] = [];
  for (const [print, times] of breaker.calls) {
    const kept = (times[0] ?? at) > at - window ? times : times.filter((time) => time > at - window);
    if (print === call) mine = kept;
    else if (kept.length > 0) calls.push([print, kept]);
  }
  const first = mine.at(-most);
  const passage: Passage = first === undefined ? PASS : { kind: 'deny', retryAt: first + window };
  calls.push([call, first === undefined ? [...mine, at] : mine]);
  return { breaker: { calls: calls.slice(-MAX_CALLS) }, passage };
}

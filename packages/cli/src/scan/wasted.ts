import type { Verdict } from '@rutbreak/core';
import { costOf, type Prices } from '../config/prices.js';
import type { Wasted } from './trace-report.js';
import type { Trace } from '../transcripts/trace.js';

/** Counts the calls that a loop cost: every repeat, but not the first call, which may have been useful. */
export interface WasteCount {
  /** `indexOf` maps an event's number in the session to its index in the trace. */
  readonly loop: (verdict: Verdict, indexOf: readonly number[]) => void;
  /** A call that was refused at a gate. */
  readonly gated: (event: number) => void;
  readonly total: (
    trace: Trace,
    prices?: Prices,
  ) => { readonly wasted: Wasted; readonly tools: readonly string[] };
}

export function countWaste(): WasteCount {
  const repeats = new Set<number>();
  const gated = new Set<number>();
  /** The start of each loop, by its identity: its evidence covers only a window. */
  const firsts = new Map<string, number>();

  return {
    loop({ status, findings }, indexOf) {
      if (status !== 'looping') return;
      for (const { signal } of findings) {
        const { identity, evidence } = signal;
        firsts.set(identity, Math.min(firsts.get(identity) ?? Infinity, indexOf[evidence.first] ?? Infinity));
        for (const seq of evidence.events) repeats.add(indexOf[seq] ?? -1);
      }
    },
    gated: (event) => void gated.add(event),
    total(trace, prices) {
      for (const first of firsts.values()) repeats.delete(first);
      const calls = [...new Set([...repeats, ...gated])].filter((i) => eventAt(trace, i)?.kind === 'call');
      return {
        wasted: sumUp(trace, calls, prices),
        tools: calls.map((i) => String(eventAt(trace, i)?.tool)),
      };
    },
  };
}

interface AnyEvent {
  readonly kind?: unknown;
  readonly tool?: unknown;
  readonly tokens?: unknown;
  readonly at?: unknown;
  readonly derived?: unknown;
}

function eventAt({ events }: Trace, index: number): AnyEvent | undefined {
  const event = events[index];
  return typeof event === 'object' && event !== null ? event : undefined;
}

function sumUp(trace: Trace, calls: readonly number[], prices: Prices | undefined): Wasted {
  const tokens = sum(calls, (i) => eventAt(trace, i)?.tokens);
  const milliseconds = sum(calls, (i) => durationOf(trace, i));
  const money = prices && sum(calls, (i) => trace.usages?.[i] && costOf(trace.usages[i], prices));
  return {
    calls: calls.length,
    tokens: tokens ?? null,
    ...(milliseconds !== undefined && { minutes: round(milliseconds / 60_000) }),
    ...(money !== undefined && { money: round(money) }),
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** The sum of known values; `undefined` if there are none. */
function sum(calls: readonly number[], of: (index: number) => unknown): number | undefined {
  const known = calls.map(of).filter((value) => typeof value === 'number' && Number.isFinite(value));
  return known.length > 0 ? (known as number[]).reduce((a, b) => a + b) : undefined;
}

/** A longer gap is idle time of the user. */
const MAX_PAUSE = 30 * 60_000;

/** Derived events take no time. */
function eventAfter(trace: Trace, index: number): AnyEvent | undefined {
  let next = index + 1;
  while (eventAt(trace, next)?.derived === true) next++;
  return eventAt(trace, next);
}

/** From a call to the next event, unless a person sent that. */
function durationOf(trace: Trace, index: number): number | undefined {
  const [now, next] = [eventAt(trace, index), eventAfter(trace, index)];
  if (typeof now?.at !== 'number' || typeof next?.at !== 'number' || next.kind === 'turn') return undefined;
  const pause = next.at - now.at;
  return pause >= 0 && pause <= MAX_PAUSE ? pause : undefined;
}

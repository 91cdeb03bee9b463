import type { Verdict } from '@rutbreak/core';
import type { Wasted } from '../report/report.js';

/** Counts the calls that a loop cost: every repeat, but not the first time, which may have been worth it. */
export interface WasteCount {
  /** `indexOf` leads from an event's number in the session to its index in the trace. */
  readonly loop: (verdict: Verdict, indexOf: readonly number[]) => void;
  /** A call that met a gate. */
  readonly gated: (event: number) => void;
  readonly total: (events: readonly unknown[]) => Wasted;
}

export function countWaste(): WasteCount {
  const repeats = new Set<number>();
  const gated = new Set<number>();
  /** Where each loop began, by its identity: its evidence looks back over a window only. */
  const firsts = new Map<string, number>();

  return {
    loop({ status, voices }, indexOf) {
      if (status !== 'looping') return;
      for (const { signal } of voices) {
        const { identity, evidence } = signal;
        firsts.set(identity, Math.min(firsts.get(identity) ?? Infinity, indexOf[evidence.first] ?? Infinity));
        for (const seq of evidence.events) repeats.add(indexOf[seq] ?? -1);
      }
    },
    gated: (event) => void gated.add(event),
    total(events) {
      for (const first of firsts.values()) repeats.delete(first);
      const calls = [...new Set([...repeats, ...gated])].flatMap((i) => callAt(events, i));
      const tokens = calls.flatMap((call) => (typeof call.tokens === 'number' ? [call.tokens] : []));
      return { calls: calls.length, tokens: tokens.length > 0 ? tokens.reduce((a, b) => a + b) : null };
    },
  };
}

interface AnyEvent {
  readonly kind?: unknown;
  readonly tokens?: unknown;
}

function callAt(events: readonly unknown[], index: number): readonly AnyEvent[] {
  const event = events[index] as AnyEvent | undefined;
  return event?.kind === 'call' ? [event] : [];
}

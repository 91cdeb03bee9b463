import type { Category, Rung, Status } from '@rutbreak/core';

/** One decision to act, as the report tells it. */
export interface Intervention {
  /** Index in the trace's own list of events. */
  readonly event: number;
  readonly rung: Rung;
  readonly category: Category;
  readonly score: number;
  readonly detectors: readonly string[];
  readonly brief: string;
}

export interface Wasted {
  readonly calls: number;
  /** `null` where no wasted call says what it cost. */
  readonly tokens: number | null;
}

/** What came out for one trace. */
export interface TraceReport {
  readonly trace: string;
  /** The worst one reached. */
  readonly verdict: Status;
  readonly events: number;
  readonly interventions: readonly Intervention[];
  readonly wasted: Wasted;
}

export interface Totals {
  readonly traces: Readonly<Record<Status, number>>;
  readonly events: number;
  readonly wasted: Wasted;
  /** Files, lines and events that could not be read. */
  readonly problems: number;
}

/** Turns findings into text, piece by piece, so that the first trace is shown before the last one is read. */
export interface Report {
  readonly trace: (report: TraceReport) => string;
  readonly end: (totals: Totals) => string;
}

const NONE: Wasted = { calls: 0, tokens: null };
export const NO_TOTALS: Totals = {
  traces: { healthy: 0, suspicious: 0, looping: 0 },
  events: 0,
  wasted: NONE,
  problems: 0,
};

export function addTrace(totals: Totals, { verdict, events, wasted }: TraceReport): Totals {
  return {
    ...totals,
    traces: { ...totals.traces, [verdict]: totals.traces[verdict] + 1 },
    events: totals.events + events,
    wasted: addWasted(totals.wasted, wasted),
  };
}

function addWasted(a: Wasted, b: Wasted): Wasted {
  const tokens = a.tokens === null && b.tokens === null ? null : (a.tokens ?? 0) + (b.tokens ?? 0);
  return { calls: a.calls + b.calls, tokens };
}

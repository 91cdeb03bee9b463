import type { Status } from '@rutbreak/core/edge';
import type { Place } from '../transcripts/trace.js';
import type { TraceReport, Wasted } from '../scan/trace-report.js';
import type { Origin } from '../scan/finding.js';
import { addToTally, NO_TALLY, type Tally } from './tally.js';

export interface Totals {
  readonly traces: Readonly<Record<Status, number>>;
  /** Traces in which no tool call was read. */
  readonly callless: number;
  readonly events: number;
  readonly wasted: Wasted;
  /** Files, lines and events that could not be read. */
  readonly problems: number;
  readonly tally: Tally;
}

/** Turns findings into text, piece by piece, so that the first trace is shown before the last one is read. */
export interface Report {
  readonly trace: (report: TraceReport, place: Place, origin: Origin) => string;
  readonly end: (totals: Totals) => string;
}

const NONE: Wasted = { calls: 0, tokens: null };
export const NO_TOTALS: Totals = {
  traces: { healthy: 0, suspicious: 0, looping: 0 },
  callless: 0,
  events: 0,
  wasted: NONE,
  problems: 0,
  tally: NO_TALLY,
};

export function addTrace(totals: Totals, report: TraceReport, origin: Origin): Totals {
  const { verdict, events, wasted } = report;
  return {
    ...totals,
    traces: { ...totals.traces, [verdict]: totals.traces[verdict] + 1 },
    events: totals.events + events,
    wasted: addWasted(totals.wasted, wasted),
    tally: addToTally(totals.tally, report, origin),
  };
}

function addWasted(a: Wasted, b: Wasted): Wasted {
  const minutes = plus(a.minutes, b.minutes);
  const money = plus(a.money, b.money);
  return {
    calls: a.calls + b.calls,
    tokens: plus(a.tokens, b.tokens) ?? null,
    ...(minutes !== undefined && { minutes }),
    ...(money !== undefined && { money }),
  };
}

/** Adds two values that may each be unknown. */
function plus(a: number | null | undefined, b: number | null | undefined): number | undefined {
  return a == null && b == null ? undefined : (a ?? 0) + (b ?? 0);
}

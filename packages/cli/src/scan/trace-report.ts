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
  /** Where the trace says when its events were. */
  readonly minutes?: number;
  /** In the currency of the price table, where there is one. */
  readonly money?: number;
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

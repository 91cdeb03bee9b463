import type { Category, Rung } from '@rutbreak/core';
import type { Status } from '@rutbreak/core/edge';

/** One intervention, for reports. */
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
  /** `null` if no wasted call has a token count. */
  readonly tokens: number | null;
  /** Only if the events have times. */
  readonly minutes?: number;
  /** In the currency of the price table, if there is one. */
  readonly money?: number;
}

/** The result for one trace. */
export interface TraceReport {
  readonly trace: string;
  /** The worst one reached. */
  readonly verdict: Status;
  readonly events: number;
  readonly interventions: readonly Intervention[];
  readonly wasted: Wasted;
}

import type { TraceReport } from './trace-report.js';
import type { Place, Trace } from '../transcripts/trace.js';

/** Where a trace comes from. */
export interface Origin {
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  /** The tool of each wasted call. */
  readonly tools: readonly string[];
  /** The first message of the user, without secrets and cut. */
  readonly prompt?: string | undefined;
  /** The time of the last event. */
  readonly when?: number | undefined;
}

/** One loop of a trace: the events that make it, as indices of the trace. */
export interface Span {
  readonly category: string;
  readonly brief: string;
  readonly events: readonly number[];
}

/** What a page shows of one session. */
export interface PageSession {
  readonly when: number | undefined;
  readonly html: string;
}

/** Makes the part of a page that shows a session; nothing of a healthy one. */
export type ShowSession = (
  trace: Trace,
  report: TraceReport,
  spans: readonly Span[],
) => PageSession | undefined;

/** What the scan of a file comes to, piece by piece: plain data, so that another thread may have found it. */
export type Finding =
  | {
      readonly kind: 'trace';
      readonly place: Place;
      readonly report: TraceReport;
      readonly origin: Origin;
      /** What a page shows of it, where one is asked for. */
      readonly session?: PageSession;
    }
  | { readonly kind: 'note'; readonly where: Place | string; readonly what: string }
  | {
      readonly kind: 'problem';
      readonly where: Place | string;
      readonly what: string;
      readonly hint: string;
      readonly many: number;
    }
  /** Nothing more of this file. */
  | { readonly kind: 'end'; readonly file: string };

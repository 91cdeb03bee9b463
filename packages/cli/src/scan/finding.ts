import type { TraceReport } from './trace-report.js';
import type { Place, Trace } from '../transcripts/trace.js';

/** Where a trace comes from. */
export interface Origin {
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  /** The name of the agent's working folder. */
  readonly project?: string | undefined;
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

/** One session for the HTML report. */
export interface PageSession {
  readonly when: number | undefined;
  readonly html: string;
}

/** Renders a session for the report; nothing for a healthy one. */
export type ShowSession = (
  trace: Trace,
  report: TraceReport,
  spans: readonly Span[],
  from: { readonly place: Place; readonly origin: Origin },
) => PageSession | undefined;

/** One result of the scan of a file. Plain data, so that threads can send it. */
export type Finding =
  | {
      readonly kind: 'trace';
      readonly place: Place;
      readonly report: TraceReport;
      readonly origin: Origin;
      /** A transcript in which only words were found. */
      readonly isCallless?: true;
      /** The part of the HTML report, if there is one. */
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
  /** The end of this file. */
  | { readonly kind: 'end'; readonly file: string };

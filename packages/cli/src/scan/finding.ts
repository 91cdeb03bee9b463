import type { TraceReport } from '../report/report.js';
import type { PageSession } from '../report/html.js';
import type { Origin } from '../report/tally.js';
import type { Place } from '../transcripts/trace.js';

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

import type { TraceReport } from '../scan/trace-report.js';
import type { Place } from '../transcripts/trace.js';
import type { Report } from './totals.js';

/** One line of JSON per trace, and nothing else. */
export const jsonReport: Report = {
  trace: (report, { file, line }) => `${safeJson({ ...report, file, line })}\n`,
  end: () => '',
};

/**
 * JSON escapes only the old control characters; newer ones and direction marks could still act on a terminal.
 */
function safeJson(report: TraceReport & Pick<Place, 'file' | 'line'>): string {
  return JSON.stringify(report).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

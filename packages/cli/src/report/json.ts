import { safeJson } from '../text.js';
import type { Report } from './totals.js';

/** One line of JSON per trace, and nothing else. */
export const jsonReport: Report = {
  trace: (report, { file, line }) => `${safeJson({ ...report, file, line })}\n`,
  end: () => '',
};

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import type { TraceReport } from '../scan/trace-report.js';
import type { Trace } from '../transcripts/trace.js';
import { redactTrace } from './redact-trace.js';

/** Writes the traces of a scan to a file, one per line. */
export interface TraceExport {
  readonly add: (trace: Trace, report: TraceReport) => Promise<void>;
  /** How many were written, and how many of these get another verdict than the run itself. */
  readonly end: () => Promise<{ readonly traces: number; readonly differ: number }>;
}

export interface ExportOptions {
  readonly file: string;
  readonly isRedacted: boolean;
  /** The key for the replacement words. Without it, each export uses a random key that is thrown away. */
  readonly salt?: string | undefined;
  /** Runs detection on the output, to check that the verdict is the same. */
  readonly judge: (trace: Trace) => TraceReport;
}

const MAX_TRIES = 8;

/** Fails if the file cannot be opened. */
export async function exportTo({ file, isRedacted, salt, judge }: ExportOptions): Promise<TraceExport> {
  const stream = createWriteStream(file, { mode: 0o600 });
  await once(stream, 'open');
  const key = salt === undefined ? randomBytes(32) : Buffer.from(salt);
  let traces = 0;
  let differ = 0;
  return {
    async add(trace, report) {
      const isAlike = (one: Trace): boolean => summaryOf(judge(one)) === summaryOf(report);
      let written = isRedacted ? redactTrace(trace, key) : trace;
      // Similarity of texts is estimated from their words: other replacement words may restore the estimate.
      for (let tries = 1; isRedacted && !isAlike(written) && tries <= MAX_TRIES; tries++) {
        if (tries === MAX_TRIES) differ++;
        else written = redactTrace(trace, key, tries);
      }
      traces++;
      const { id, agent, model, events } = written;
      await write(stream, `${JSON.stringify({ version: 1, id, agent, model, events })}\n`);
    },
    async end() {
      stream.end();
      await once(stream, 'finish');
      return { traces, differ };
    },
  };
}

async function write(stream: WriteStream, line: string): Promise<void> {
  if (!stream.write(line)) await once(stream, 'drain');
}

/** The verdict, and the first event of each kind of loop. */
function summaryOf({ verdict, interventions }: TraceReport): string {
  return JSON.stringify([verdict, interventions.map(({ event, category }) => [event, category])]);
}

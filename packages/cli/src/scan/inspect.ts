import type { Guard } from '@rutbreak/core';
import type { Loaded } from '../config/load.js';
import type { Prices } from '../config/prices.js';
import { pageSession } from '../report/html.js';
import type { TraceReport } from '../report/report.js';
import { readTraces } from '../transcripts/read-traces.js';
import { unreadable } from '../transcripts/sources.js';
import type { Entry, Place, Trace } from '../transcripts/trace.js';
import type { Finding } from './finding.js';
import { leftOutFindings } from './left-out.js';
import { tidyAfter } from './memory.js';
import { scanTrace } from './scan-trace.js';

/** How files are looked at. */
export interface Inspection extends Pick<Loaded, 'sessionOf'> {
  readonly guard: Guard;
  readonly prices: Prices | undefined;
  readonly maxLine: number | undefined;
  readonly hasPage: boolean;
  /** So many bytes more have been read. */
  readonly onBytes?: (count: number) => void;
  /** Takes the trace itself too. */
  readonly onTrace?: ((trace: Trace, report: TraceReport) => Promise<void>) | undefined;
}

/** A file, or what is piped in. */
export interface Input {
  readonly name: string;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** Reads all traces of an input and judges them; whatever is wrong with it is a finding too. */
export async function* inspect(input: Input, how: Inspection): AsyncGenerator<Finding> {
  const { name } = input;
  let isEmpty = true;
  try {
    for await (const entry of readTraces(name, counted(input, how), { maxLine: how.maxLine })) {
      isEmpty = false;
      if (entry.kind === 'trace') yield* judged(entry.trace, entry.place, how);
      else yield toldOf(entry);
    }
  } catch (error) {
    // Only reading can fail here: the core never throws on an event.
    isEmpty = false;
    const { problem, hint } = unreadable(name, error);
    yield { kind: 'problem', where: name, what: problem, hint, many: 1 };
  }
  if (isEmpty) yield { kind: 'note', where: name, what: 'has no traces.' };
  yield { kind: 'end', file: name };
}

async function* counted({ open }: Input, { onBytes }: Inspection): AsyncGenerator<Uint8Array> {
  for await (const chunk of open()) {
    onBytes?.(chunk.length);
    tidyAfter(chunk.length);
    yield chunk;
  }
}

function toldOf(entry: Exclude<Entry, { kind: 'trace' }>): Finding {
  const where = entry.place;
  if (entry.kind === 'note') return { kind: 'note', where, what: entry.note };
  return { kind: 'problem', where, what: entry.problem, hint: entry.hint, many: 1 };
}

async function* judged(trace: Trace, place: Place, how: Inspection): AsyncGenerator<Finding> {
  const { guard, prices, sessionOf, hasPage } = how;
  const { report, origin, spans, leftOut } = scanTrace(guard, trace, {
    prices,
    session: sessionOf(trace.model),
  });
  yield* leftOutFindings(place, trace.id, leftOut);
  const session = hasPage ? pageSession(trace, report, spans) : undefined;
  yield { kind: 'trace', place, report, origin, ...(session && { session }) };
  await how.onTrace?.(trace, report);
}

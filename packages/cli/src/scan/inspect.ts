import type { Guard } from '@rutbreak/core';
import type { Loaded } from '../config/load.js';
import type { Prices } from '../config/prices.js';
import type { TraceReport } from './trace-report.js';
import { fieldsOf } from '../transcripts/fields.js';
import { readTraces } from '../transcripts/read-traces.js';
import { unreadable } from '../transcripts/sources.js';
import { type Entry, type Place, tellNotUnderstood, type Trace } from '../transcripts/trace.js';
import type { Finding, ShowSession } from './finding.js';
import { leftOutFindings } from './left-out.js';
import { tidyAfter } from './memory.js';
import { scanTrace } from './scan-trace.js';

/** The settings of a scan. */
export interface Inspection extends Pick<Loaded, 'sessionOf'> {
  readonly guard: Guard;
  readonly prices: Prices | undefined;
  readonly maxLine: number | undefined;
  /** If a report is requested. */
  readonly show?: ShowSession | undefined;
  /** This many more bytes have been read. */
  readonly onBytes?: (count: number) => void;
  /** Also receives the trace itself. */
  readonly onTrace?: ((trace: Trace, report: TraceReport) => Promise<void>) | undefined;
}

/** A file, or standard input. */
export interface Input {
  readonly name: string;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** Reads all traces of an input and runs detection; problems with the input are findings, too. */
export async function* inspect(input: Input, how: Inspection): AsyncGenerator<Finding> {
  const { name } = input;
  let isEmpty = true;
  let calls = 0;
  let strange: Strange | undefined;
  try {
    for await (const entry of readTraces(name, counted(input, how), { maxLine: how.maxLine })) {
      isEmpty = false;
      if (entry.kind === 'not-understood') strange = entry;
      else if (entry.kind !== 'trace') yield toldOf(entry);
      else {
        const made = callsIn(entry.trace);
        calls += made;
        // A partly read run must not count as healthy.
        if (entry.trace.unread !== undefined) yield unreadFinding(entry.place, entry.trace.unread);
        else if (made > 0 || !strange) yield* judged(entry.trace, entry.place, how);
      }
    }
  } catch (error) {
    // Only reading can fail here: the core never throws on an event.
    isEmpty = false;
    const { problem, hint } = unreadable(name, error);
    yield { kind: 'problem', where: name, what: problem, hint, many: 1 };
  }
  if (strange) yield strangeFinding(strange, calls);
  if (isEmpty) yield { kind: 'note', where: name, what: 'has no traces.' };
  yield { kind: 'end', file: name };
}

type Strange = Extract<Entry, { kind: 'not-understood' }>;

function callsIn({ events }: Trace): number {
  return events.filter((event) => ['call', 'attempt'].includes(String(fieldsOf(event)['kind']))).length;
}

const REPORT_FORMAT = 'The agent may have a newer format: upgrade rutbreak, or report it with such a line.';

/** Lines of an unknown shape are a note; if no call was read at all, the file counts as unreadable. */
function strangeFinding(strange: Strange, calls: number): Finding {
  const what = tellNotUnderstood(strange);
  const where = strange.place.file;
  if (calls > 0) return { kind: 'note', where, what: `${what}.` };
  return { kind: 'problem', where, what: `no tool call was read: ${what}`, hint: REPORT_FORMAT, many: 1 };
}

function unreadFinding(where: Place, unread: number): Finding {
  const what = `no tool call was read: ${unread} ${unread === 1 ? 'part' : 'parts'} of messages not understood`;
  return { kind: 'problem', where, what, hint: REPORT_FORMAT, many: 1 };
}

async function* counted({ open }: Input, { onBytes }: Inspection): AsyncGenerator<Uint8Array> {
  for await (const chunk of open()) {
    onBytes?.(chunk.length);
    tidyAfter(chunk.length);
    yield chunk;
  }
}

function toldOf(entry: Exclude<Entry, { kind: 'trace' | 'not-understood' }>): Finding {
  const where = entry.place;
  if (entry.kind === 'note') return { kind: 'note', where, what: entry.note };
  return { kind: 'problem', where, what: entry.problem, hint: entry.hint, many: 1 };
}

async function* judged(trace: Trace, place: Place, how: Inspection): AsyncGenerator<Finding> {
  const { guard, prices, sessionOf, show } = how;
  const { report, origin, spans, leftOut } = scanTrace(guard, trace, {
    prices,
    session: sessionOf(trace.model),
  });
  yield* leftOutFindings(place, trace.id, leftOut);
  const session = show?.(trace, report, spans, { place, origin });
  // Our own traces may be about words alone.
  const isCallless = trace.agent !== undefined && callsIn(trace) === 0;
  yield {
    ...{ kind: 'trace', place, report, origin },
    ...(isCallless && { isCallless }),
    ...(session && { session }),
  };
  await how.onTrace?.(trace, report);
}

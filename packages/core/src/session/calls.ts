import type { Fingerprint } from '../event/fingerprint.js';
import { bitsAt, countAt, printAt, putBits, putCount, putPrint } from './packed.js';
import { type Form, putOn, type Shelf, takeAll } from './shelf.js';

/** What is kept of a call: enough to compare and to name it, never its whole text. */
export interface CallRecord {
  /** The event's number in the session, from 0. */
  readonly seq: number;
  readonly tool: string;
  /** `Bash(git status)` */
  readonly label: string;
  /** Tool and arguments. */
  readonly call: Fingerprint;
  /** What came back, and whether it was an error. */
  readonly outcome: Fingerprint;
  readonly failed: boolean;
}

const FAILED = 1;
/** Between the label and the name of the tool. */
const TAB = '\t';

/** How a call is kept; what is read stands where it was written. */
const FORM: Form<CallRecord> = {
  labels: Infinity,
  width: 11,
  write(into, { seq, call, outcome, failed }) {
    putCount(into, seq);
    putPrint(into, call);
    putPrint(into, outcome);
    putBits(into, failed ? FAILED : 0);
  },
  read(rows, at, text) {
    const end = text.indexOf(TAB);
    const label = end < 0 ? text : text.slice(0, end);
    return {
      seq: countAt(rows, at),
      tool: end < 0 ? toolIn(label) : text.slice(end + 1),
      label,
      call: printAt(rows, at + 2),
      outcome: printAt(rows, at + 6),
      failed: bitsAt(rows, at + 10) === FAILED,
    };
  },
  sketches: () => [],
  count: 0,
};

export function keepCall(calls: Shelf, call: CallRecord, window: number): Shelf {
  // A label begins with the name of the tool, unless that is long.
  const isNamed = toolIn(call.label) === call.tool;
  const text = isNamed ? call.label : `${call.label}${TAB}${call.tool}`;
  return putOn(calls, { ...call, label: text }, FORM, window);
}

/** The last calls, the newest last; how many is what the detectors of the preset ask for. */
export function callsOf({ calls }: { readonly calls: Shelf }): readonly CallRecord[] {
  return takeAll(calls, FORM);
}

function toolIn(label: string): string {
  return label.slice(0, label.indexOf('('));
}

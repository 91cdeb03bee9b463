import { combine, type Fingerprint, fingerprint, textPrint } from '../event/fingerprint.js';
import { labelOf, shownTool } from '../event/label.js';
import { asPlain } from '../event/plain.js';
import { bitsAt, countAt, printAt, putBits, putCount, putPrint } from './packed.js';
import { type Form, putOn, type Shelf, takeAll } from './shelf.js';

/** What is kept of a call: enough to compare and to name it, never its whole text. */
export interface CallRecord {
  /** The event's number in the session, from 0. */
  readonly seq: number;
  readonly tool: string;
  /** In short: `git status`. */
  readonly args: string;
  /** `Bash(git status)` */
  readonly label: string;
  /** Tool and arguments. */
  readonly call: Fingerprint;
  /** What came back, and whether it was an error. */
  readonly outcome: Fingerprint;
  readonly failed: boolean;
}

const FAILED = 1;
/** Between the parts of what is kept of a call's texts: no label has it, because labels are free of control characters. */
const BETWEEN = '\u001f';

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
  read: (rows, at, text) => ({
    seq: countAt(rows, at),
    ...textsIn(text),
    call: printAt(rows, at + 2),
    outcome: printAt(rows, at + 6),
    failed: bitsAt(rows, at + 10) === FAILED,
  }),
  sketches: () => [],
  count: 0,
};

export function keepCall(calls: Shelf, call: CallRecord, window: number): Shelf {
  const { tool, args } = call;
  const name = shownTool(tool);
  const text = name === tool ? `${name}${BETWEEN}${args}` : `${name}${BETWEEN}${args}${BETWEEN}${tool}`;
  return putOn(calls, { ...call, label: text }, FORM, window);
}

/** The last calls, the newest last; how many is what the detectors of the preset ask for. */
export function callsOf({ calls }: { readonly calls: Shelf }): readonly CallRecord[] {
  return takeAll(calls, FORM);
}

/** What makes two calls the same: tool and arguments. Nothing where the arguments are too large to be read whole. */
export function callKey(tool: string, args: unknown): Fingerprint | undefined {
  const { print, partial } = fingerprint(asPlain(args));
  return partial ? undefined : combine(textPrint(tool), print);
}

/** Snapshots before version 4 kept the label instead of its parts. */
function textsIn(text: string): Pick<CallRecord, 'tool' | 'args' | 'label'> {
  const [name = '', args, tool = name] = text.split(BETWEEN);
  if (args === undefined) return { tool: '', args: '', label: name.split('\t', 1)[0]! };
  return { tool, args, label: labelOf(name, args) };
}

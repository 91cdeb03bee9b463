import { combine, type Fingerprint, fingerprint, textPrint } from '../fingerprint/fingerprint.js';
import { asPlain } from '../fingerprint/plain.js';
import { bitsAt, countAt, printAt, putBits, putCount, putPrint } from './packed.js';
import { type RowCodec, append, type PackedLog, readAll } from './packed-log.js';

/** The stored form of a call: enough to compare and name it, never its whole text. */
export interface CallRecord {
  /** The event's number in the session, from 0. */
  readonly seq: number;
  readonly tool: string;
  /** `Bash(git status)` */
  readonly label: string;
  /** The length of the tool's name in the label: `partsOf` splits it. */
  readonly named: number;
  /** Tool and arguments. */
  readonly call: Fingerprint;
  /** The outcome, and whether it was an error. */
  readonly outcome: Fingerprint;
  readonly failed: boolean;
}

const FAILED = 1;
/** Ends the label in the stored form: no label contains it, because labels have no control characters. */
const END = '\u001f';
/**
 * Followed by the length of the tool's name in the label, as one character; then the tool, if its name is
 * longer.
 */
const ZERO = 48;

/** The stored layout of a call; reads mirror the writes. */
const FORM: RowCodec<CallRecord> = {
  labels: Infinity,
  width: 11,
  write(into, { seq, call, outcome, failed }) {
    putCount(into, seq);
    putPrint(into, call);
    putPrint(into, outcome);
    putBits(into, failed ? FAILED : 0);
  },
  read(rows, at, text) {
    const end = text.indexOf(END);
    // Snapshots before version 4 stored the label without the length, and the tool after a tab.
    const label = end < 0 ? text.split('\t', 1)[0]! : text.slice(0, end);
    const named = end < 0 ? 0 : text.charCodeAt(end + 1) - ZERO;
    return {
      seq: countAt(rows, at),
      tool: text.length > end + 2 && end >= 0 ? text.slice(end + 2) : label.slice(0, named),
      label,
      named,
      call: printAt(rows, at + 2),
      outcome: printAt(rows, at + 6),
      failed: bitsAt(rows, at + 10) === FAILED,
    };
  },
  sketches: () => [],
  count: 0,
};

export function keepCall(calls: PackedLog, call: CallRecord, window: number): PackedLog {
  const { seq, tool, named, call: print, outcome, failed } = call;
  const text = call.label + END + String.fromCharCode(ZERO + named);
  const label = named === tool.length ? text : text + tool;
  // Field by field: overwriting a spread takes longer than all the rest.
  return append(calls, { seq, tool, label, named, call: print, outcome, failed }, FORM, window);
}

/** The two parts of a call's label, by the length of the first. */
export function partsOf({ label, named }: Pick<CallRecord, 'label' | 'named'>): {
  tool: string;
  args: string;
} {
  return { tool: label.slice(0, named), args: label.slice(named + 1, -1) };
}

/** The last calls, newest last; the detectors of the preset determine how many. */
export function callsOf({ calls }: { readonly calls: PackedLog }): readonly CallRecord[] {
  return readAll(calls, FORM);
}

/** The identity of a call: tool and arguments. Nothing if the arguments are too large to read completely. */
export function callKey(tool: string, args: unknown): Fingerprint | undefined {
  const { print, partial } = fingerprint(asPlain(args));
  return partial ? undefined : combine(textPrint(tool), print);
}

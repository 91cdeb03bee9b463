import type { Answer } from './progress/answers.js';
import { type Envelope, NO_ENVELOPE } from './progress/envelope.js';
import { type Frames, NO_FRAMES } from './progress/frames.js';
import { type Handles, keepNamed, NO_HANDLES } from './progress/handles.js';
import { type HashString, NO_HASHES } from './hash-string.js';
import type { OutcomeMemory } from './progress/outcome-memory.js';

/** One call, as later events need it. */
export interface RecentCall {
  readonly seq: number;
  readonly call: number;
  readonly tool: number;
  readonly target: number;
  /** Equal for attempts at one thing with varying arguments; `call` if it is not another attempt. */
  readonly attempt: number;
  readonly round: number | null;
  /** It brought the same outcome as before. */
  readonly isStale: boolean;
  /** The tool had already given this answer, to similar arguments. */
  readonly isAgain: boolean;
  readonly isAct: boolean;
  readonly isDeed: boolean;
  readonly isNews: boolean;
  /** Edits of files in the session so far. */
  readonly edits: number;
  readonly hasFailed: boolean;
  readonly isNote: boolean;
  readonly isWait: boolean;
  /** It says that something was done, with its own number. */
  readonly isReceipt: boolean;
  /** It checked something that may still change by itself. */
  readonly isPoll: boolean;
  /** It brought content, or failed. */
  readonly isTold: boolean;
  /** It only looks or waits: it changes nothing. */
  readonly isLook: boolean;
  /** It came minutes after the last event. */
  readonly isLate: boolean;
}

export interface KnownCall {
  readonly call: number;
  /** Including its ids. */
  readonly exact: number;
  readonly seq: number;
  /** Consecutive times that it brought nothing new. */
  readonly times: number;
  readonly hasFailed: boolean;
  /** The session's actions and calls at its last occurrence. */
  readonly acts: number;
  readonly calls: number;
  readonly memory: OutcomeMemory;
}

/** What one run has brought so far. Plain JSON, bounded. */
export interface Ledger {
  readonly calls: number;
  /** Actions: calls that changed something for the first time, and edits. */
  readonly acts: number;
  readonly edits: number;
  /** Calls that did or brought something for the first time. */
  readonly deeds: number;
  /** Calls whose outcome changed since their last occurrence. */
  readonly changes: number;
  /** New tasks and scheduled runs so far. */
  readonly spans: number;
  /** Of these, runs that nobody requested in new words. */
  readonly runs: number;
  /** How often the last prompt asks for something, such as `8x` or `20 times`; 0 if it does not say. */
  readonly asked: number;
  /** The largest number in the last prompt that may say how often; 0 if there is none. */
  readonly named: number;
  readonly hasWaited: boolean;
  readonly at: number;
  readonly envelope: Envelope;
  readonly frames: Frames;
  /** The most recently used call is last. */
  readonly known: readonly KnownCall[];
  readonly recent: readonly RecentCall[];
  readonly answers: readonly Answer[];
  /** Lines, and words and values, of recent results. */
  readonly lines: HashString;
  readonly tokens: HashString;
  /** Calls that changed something, so that the same action does not count twice. */
  readonly acted: readonly number[];
  readonly handles: Handles;
}

export const NEW_LEDGER: Ledger = {
  ...{
    calls: 0,
    acts: 0,
    edits: 0,
    deeds: 0,
    changes: 0,
    spans: 0,
    runs: 0,
    asked: 0,
    named: 0,
    hasWaited: false,
    at: 0,
  },
  ...{
    envelope: NO_ENVELOPE,
    frames: NO_FRAMES,
    known: [],
    recent: [],
    answers: [],
    lines: NO_HASHES,
    tokens: NO_HASHES,
    acted: [],
    handles: NO_HANDLES,
  },
};

/** A file changed its content. */
export function recordEdit(ledger: Ledger): Ledger {
  return { ...ledger, acts: ledger.acts + 1, edits: ledger.edits + 1 };
}

/** The agent did not invent ids that a person named. */
export function recordIds(ledger: Ledger, ids: readonly number[]): Ledger {
  const handles = keepNamed(ledger.handles, ids);
  return handles === ledger.handles ? ledger : { ...ledger, handles };
}

/** New work: of the past, only failures still matter. */
export function beginSpan(ledger: Ledger, isRun: boolean): Ledger {
  const known = ledger.known.filter(({ hasFailed }) => hasFailed);
  return {
    ...ledger,
    spans: ledger.spans + 1,
    runs: ledger.runs + (isRun ? 1 : 0),
    known,
    recent: [],
    answers: [],
    lines: NO_HASHES,
    tokens: NO_HASHES,
  };
}

import type { AgentEvent, AttemptEvent, CallEvent, TurnEvent } from '../event/event.js';
import { combine, type Fingerprint, fingerprint, textPrint } from '../event/fingerprint.js';
import { callLabel } from '../event/label.js';
import { pushBounded } from './window.js';

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

/** The outcome of a call that came back with nothing: it proves no likeness between different calls. */
export const NO_OUTCOME: Fingerprint = combine(fingerprint(undefined).print, 0);

/** What one agent run looks like from outside. Plain JSON, bounded. */
export interface Session {
  /** How many events came so far; the next one gets this number. */
  readonly seq: number;
  /** User turns so far. */
  readonly turns: number;
  /** Model steps that called tools since the last user turn. */
  readonly rounds: number;
  readonly round: number | null;
  readonly calls: readonly CallRecord[];
}

/** One event as the session saw it: what a detector looks at. */
export interface Moment {
  readonly event: AgentEvent;
  readonly seq: number;
  /** The session with this event in it. */
  readonly session: Session;
  /** Of a call event. */
  readonly call?: CallRecord;
}

export function newSession(): Session {
  return { seq: 0, turns: 0, rounds: 0, round: null, calls: [] };
}

/** Takes one event in; `window` is how many calls are kept. */
export function absorb(session: Session, event: AgentEvent, window: number): Moment {
  const { seq } = session;
  if (event.kind === 'call') {
    const call = recordCall(event, seq);
    const calls = pushBounded(session.calls, call, window);
    return { event, seq, call, session: { ...session, ...countRound(session, event), seq: seq + 1, calls } };
  }
  if (event.kind === 'turn') return { event, seq, session: { ...session, ...countTurn(session, event), seq: seq + 1 } };
  return { event, seq, session: { ...session, seq: seq + 1 } };
}

/** Tool and arguments in one number. What was too large to read through is like nothing else. */
export function callPrint(event: AttemptEvent | CallEvent, seq: number): Fingerprint {
  return combine(textPrint(event.tool), provenPrint(event.args, seq));
}

function recordCall(event: CallEvent, seq: number): CallRecord {
  const failed = event.isError === true;
  return {
    seq,
    tool: event.tool.length > 80 ? event.tool.slice(0, 80) : event.tool,
    label: callLabel(event.tool, event.args),
    call: callPrint(event, seq),
    outcome: combine(provenPrint(event.result, seq), failed ? 1 : 0),
    failed,
  };
}

/** A partial print must not prove identity, so the event's number is mixed into it. */
function provenPrint(value: unknown, seq: number): Fingerprint {
  const { print, partial } = fingerprint(value);
  return partial ? combine(print, seq + 0.5) : print;
}

/** Calls of one model step count as one round; a call that names no round is a round of its own. */
function countRound(session: Session, event: CallEvent): Pick<Session, 'rounds' | 'round'> {
  const round = event.round ?? null;
  const same = round !== null && round === session.round;
  return { round, rounds: session.rounds + (same ? 0 : 1) };
}

function countTurn(session: Session, event: TurnEvent): Pick<Session, 'turns' | 'rounds'> {
  return event.role === 'user' ? { turns: session.turns + 1, rounds: 0 } : session;
}

import type { AgentEvent, CallEvent, StateEvent, TurnEvent } from '../event/event.js';
import { combine, type Fingerprint, fingerprint, proven, textPrint } from '../fingerprint/fingerprint.js';
import { argsLabel, label, labelOf, shownTool } from '../event/label.js';
import { standIn } from '../event/oversize.js';
import type { CallFeatures } from '../features/call-features.js';
import type { ToolTrait } from '../event/tool-trait.js';
import { asPlain } from '../fingerprint/plain.js';
import { nameTable } from '../text/name-table.js';
import { type CallRecord, keepCall } from './calls.js';
import { EMPTY_LOG, type PackedLog } from './packed-log.js';
import { hasPrint, pushPrint } from './packed.js';
import type { CallProgress } from './progress/call-progress.js';
import { type Ledger, NEW_LEDGER } from './ledger.js';

/** The outcome of a call without a result: it proves no similarity between different calls. */
export const NO_OUTCOME: Fingerprint = combine(fingerprint(undefined).print, 0);

/** The outside view of one agent run. Plain JSON, bounded. */
export interface Session {
  /** The number of events so far; the next one gets this number. */
  readonly seq: number;
  /** User turns so far. */
  readonly turns: number;
  /** Model steps that called tools since the last user turn. */
  readonly rounds: number;
  readonly round: number | null;
  /** The last calls, packed; `callsOf` reads them. */
  readonly calls: PackedLog;
  /** Calls so far. */
  readonly made: number;
  /** New tasks of a person so far. */
  readonly tasks: number;
  /** Scheduled runs so far. */
  readonly runs: number;
  /** The last few user texts: a repeated one starts nothing new. */
  readonly prompts: string;
  /** The ledger; empty unless a detector needs it. */
  readonly ledger: Ledger;
}

/** How the session observes events. */
export interface ObservationConfig {
  /** How many calls are kept with their labels. */
  readonly window: number;
  /** Whether to compute features and the ledger; costs time, so only if a detector needs them. */
  readonly hasFeatures: boolean;
  readonly tools: Readonly<Record<string, ToolTrait>>;
}

/** The boundary between two pieces of work: a scheduled run, or a person's new task. */
export type Boundary = 'none' | 'run' | 'task';

/** One event as the session saw it: the input of a detector. */
export interface EventContext {
  readonly event: AgentEvent;
  readonly seq: number;
  /** The session including this event. */
  readonly session: Session;
  /** Of a call event. */
  readonly call?: CallRecord;
  /** For a call, an attempt or a step, if a detector needs them. */
  readonly features?: CallFeatures;
  readonly progress?: CallProgress;
  /** The ledger without this event. */
  readonly ledgerBefore?: Ledger;
  readonly boundary: Boundary;
}

export function newSession(): Session {
  return {
    seq: 0,
    turns: 0,
    rounds: 0,
    round: null,
    calls: EMPTY_LOG,
    made: 0,
    tasks: 0,
    runs: 0,
    prompts: '',
    ledger: NEW_LEDGER,
  };
}

/** The same session with another ledger. */
export function withOtherLedger(session: Session, ledger: Ledger): Session {
  const { seq, turns, rounds, round, calls, made, tasks, runs, prompts } = session;
  return { seq, turns, rounds, round, calls, made, tasks, runs, prompts, ledger };
}

/** Processes one event. */
export function recordEvent(
  session: Session,
  event: AgentEvent,
  observation: ObservationConfig,
): EventContext {
  const { seq } = session;
  if (event.kind === 'call') return recordCallEvent(session, event, observation);
  if (event.kind === 'turn') return recordTurn(session, event);
  if (event.kind === 'state')
    return { event: boundState(event, seq), seq, boundary: 'none', session: { ...session, seq: seq + 1 } };
  if (event.kind === 'reset')
    return { event, seq, boundary: 'task', session: { ...newSession(), seq: seq + 1 } };
  return { event, seq, boundary: 'none', session: { ...session, seq: seq + 1 } };
}

function recordCallEvent(session: Session, given: CallEvent, { window }: ObservationConfig): EventContext {
  const { seq } = session;
  const { event, prints } = readCall(given, seq);
  const call = recordCall(event, seq, prints);
  const { round, rounds } = countRound(session, event);
  const made = session.made + 1;
  const calls = keepCall(session.calls, call, window);
  const { turns, tasks, runs, prompts, ledger } = session;
  // Field by field: a spread takes longer than all the rest of this.
  const next = { seq: seq + 1, turns, rounds, round, calls, made, tasks, runs, prompts, ledger };
  return { event, seq, call, boundary: 'none', session: next };
}

/**
 * Only new words of a person, or a new run, form a boundary; compaction, nudges and repeated prompts do not.
 */
function recordTurn(session: Session, event: TurnEvent): EventContext {
  const { seq } = session;
  const boundary = boundaryOf(session, event);
  const prompts =
    event.role === 'user' ? pushPrint(session.prompts, textPrint(event.text ?? ''), 4) : session.prompts;
  const next = {
    ...session,
    ...countTurn(session, event),
    seq: seq + 1,
    prompts,
    tasks: session.tasks + (boundary === 'task' ? 1 : 0),
    runs: session.runs + (boundary === 'run' ? 1 : 0),
  };
  return { event, seq, boundary, session: next };
}

function boundaryOf(session: Session, { role, reason, text = '' }: TurnEvent): Boundary {
  if (reason === 'schedule') return 'run';
  const isPerson = role === 'user' && (reason === undefined || reason === 'prompt' || reason === 'other');
  return isPerson && (text === '' || !hasPrint(session.prompts, textPrint(text))) ? 'task' : 'none';
}

const toolName = nameTable((name) => ({
  print: textPrint(name),
  tool: label(name, 77),
  shown: shownTool(name),
}));

/** The fingerprints of a call, and the event with oversized values replaced. */
function readCall(
  given: CallEvent,
  seq: number,
): { readonly prints: Pick<CallRecord, 'call' | 'outcome'>; readonly event: CallEvent } {
  const args = asPlain(given.args);
  const result = asPlain(given.result);
  const approach = fingerprint(args);
  const answer = fingerprint(result);
  const isPlain = args === given.args && result === given.result && !approach.partial && !answer.partial;
  return {
    prints: {
      call: combine(toolName(given.tool).print, proven(approach, seq)),
      outcome: combine(proven(answer, seq), given.isError === true ? 1 : 0),
    },
    event: isPlain
      ? given
      : {
          ...given,
          args: approach.partial ? standIn(args, seq) : args,
          result: answer.partial ? standIn(result, seq) : result,
        },
  };
}

function boundState(event: StateEvent, seq: number): StateEvent {
  let bound = event;
  for (const name of ['files', 'todos', 'error'] as const) {
    if (event[name] !== undefined && fingerprint(event[name]).partial)
      bound = { ...bound, [name]: standIn(event[name], seq) };
  }
  return bound;
}

function recordCall(event: CallEvent, seq: number, prints: Pick<CallRecord, 'call' | 'outcome'>): CallRecord {
  const { tool, shown } = toolName(event.tool);
  return {
    seq,
    tool,
    label: labelOf(shown, argsLabel(event.args)),
    named: shown.length,
    call: prints.call,
    outcome: prints.outcome,
    failed: event.isError === true,
  };
}

/** Calls of one model step count as one round; a call without a round number is its own round. */
function countRound(session: Session, event: CallEvent): Pick<Session, 'rounds' | 'round'> {
  const round = event.round ?? null;
  const same = round !== null && round === session.round;
  return { round, rounds: session.rounds + (same ? 0 : 1) };
}

/** Many harnesses number the rounds of each turn from the start. */
function countTurn(session: Session, event: TurnEvent): Pick<Session, 'turns' | 'rounds' | 'round'> {
  return event.role === 'user' ? { turns: session.turns + 1, rounds: 0, round: null } : session;
}

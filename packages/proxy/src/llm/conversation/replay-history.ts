import {
  type Act,
  type CallEvent,
  type Decision,
  type GuardSession,
  observeWithDerived,
  rungAtLeast,
} from '@rutbreak/core';
import {
  isShellText,
  type MessageEvent,
  readEachOutcome,
  readShellText,
  type TurnEvent,
} from '@rutbreak/core/edge';
import { record, text } from '../../shared/json.js';
import { type Call, callsOf, type Keyed, lastRound } from './history-diff.js';

/** The proxy's own answers about loops begin with this, so that people and agents can recognise them. */
export const LOOP_DETECTED = 'LOOP_DETECTED';

type HistoryEvent = CallEvent | MessageEvent | TurnEvent;

interface Replay {
  readonly at: number;
  /** Number of the model's tool-calling steps before this request. */
  readonly rounds: number;
  /** Whether the proxy wrote this answer. Asked once for each answer. */
  readonly isOwn: (text: string) => boolean;
  readonly onEvent: (event: HistoryEvent) => void;
  readonly onDecision?: (decision: Decision) => string | undefined;
}

/**
 * Runs detection on the new entries of a history, in order. Returns the strongest decision about the last round. Without
 * a session, detection is off.
 */
export function replayHistory(
  session: GuardSession | undefined,
  history: readonly Keyed[],
  fresh: readonly number[],
  { at, rounds, isOwn, onEvent, onDecision }: Replay,
): { readonly decision: Act | undefined; readonly rounds: number } {
  const calls = callsOf(history);
  // A shortened history counts rounds from 1 again; the session's rounds continue.
  const seen = new Map<number, number>();
  const roundOf = ({ round }: Call): number => {
    if (!seen.has(round)) seen.set(round, rounds + seen.size + 1);
    return seen.get(round) ?? 0;
  };
  const since = lastRound(history);
  let strongest: Act | undefined;
  for (const i of fresh) {
    const one = history[i];
    const call = calls.get(i);
    const event = one && eventOf(one, call && { ...call, round: roundOf(call) }, { at, isOwn });
    if (!event) continue;
    onEvent(event);
    if (!session) continue;
    const decision = observeWithDerived(session, event);
    const added = onDecision?.(decision);
    if (decision.kind !== 'act' || i < since) continue;
    const act = softened(withText(decision, added));
    if (!strongest || rungAtLeast(act.rung, strongest.rung)) strongest = act;
  }
  return { decision: strongest, rounds: rounds + seen.size };
}

function eventOf(
  { entry }: Keyed,
  call: Call | undefined,
  { at, isOwn }: Pick<Replay, 'at' | 'isOwn'>,
): HistoryEvent | undefined {
  switch (entry.kind) {
    case 'user':
      return { kind: 'turn', role: 'user', reason: 'prompt', text: entry.text, at };
    case 'harness':
      return { kind: 'turn', role: 'harness', reason: 'other', text: entry.text, at };
    case 'assistant':
      return isOwn(entry.text)
        ? { kind: 'turn', role: 'harness', reason: 'guard', at }
        : { kind: 'message', text: entry.text, at };
    case 'result':
      return {
        kind: 'call',
        ...{ tool: call?.name ?? entry.name ?? 'unknown', args: call?.args, at },
        ...outcomeOf(entry.result, entry.isError === true),
        ...(call && { round: call.round }),
      };
    // A call becomes an event once its result is present.
    case 'call':
      return undefined;
  }
}

/** An agent's report about a command, without the numbers of processes and without the command itself. */
function outcomeOf(result: unknown, isError: boolean): Pick<CallEvent, 'result' | 'isError'> {
  const told = typeof result === 'string' ? result : text(record(result)['output']);
  const read = isShellText(told) ? readShellText(told) : (readEachOutcome(result) ?? { result, isError });
  return { result: read.result, ...((isError || read.isError) && { isError: true }) };
}

function withText(act: Act, added: string | undefined): Act {
  return added === undefined || act.text === '' ? act : { ...act, text: `${act.text}\n${added}` };
}

const TEXT_LOOPS: readonly unknown[] = ['TOKEN_REPETITION', 'PHRASE_LOOP', 'STRUCTURAL_LOOP'];

/** The repetitive text is already complete, so there is nothing to halt; the model only gets a note. */
function softened(act: Act): Act {
  const isText = TEXT_LOOPS.includes(act.verdict.primary?.category);
  return isText && rungAtLeast(act.rung, 'redirect') ? { ...act, rung: 'nudge' } : act;
}

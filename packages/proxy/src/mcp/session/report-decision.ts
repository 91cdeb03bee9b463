/** Records a decision, carries out its actions other than the text, and reports both. Returns the text for the model. */
import type { Decision } from '@rutbreak/core';
import { carryOut, hostCallbacks, type OwnActions } from '../../shared/carry-out.js';
import type { RelayParts, RelayState } from './relay-state.js';

/** The relay itself adds the text to a result and refuses the calls of the loop. */
const ALWAYS = (): true => true;
const NO_TASKS = (): string => 'MCP has no tasks; the text is all that the model gets';
const NO_HISTORY = (): string => 'MCP does not carry the history of the model';
const NO_USER = (): string => 'MCP has no messages of the user; the text goes into a result';

export function reportDecision(
  { live: { id }, records }: RelayState,
  entry: { readonly seq: number },
  decision: Decision,
  parts: RelayParts,
): string {
  const added = parts.onDecision?.(id, decision, parts.clock());
  if (decision.kind !== 'act') {
    records.decided(entry, decision, []);
    return '';
  }
  // The response to an attempt repeats an earlier decision, whose actions were already carried out.
  const actions = decision.isAttempt
    ? []
    : carryOut(decision, ownActions(parts), {
        ...hostCallbacks(parts.host ?? {}, { session: id, decision }),
      });
  records.decided(entry, decision, actions);
  parts.gateway?.report?.(id, actions);
  const brief = decision.verdict.primary?.brief ?? decision.status ?? 'a loop';
  const question = decision.actions.includes('ask-a-person') ? { question: decision.text } : {};
  parts.onReport?.({ session: id, rung: decision.rung, brief, ...question, actions });
  return added === undefined || decision.text === '' ? decision.text : `${decision.text}\n${added}`;
}

function ownActions({ onReport }: RelayParts): OwnActions {
  return {
    'append-to-result': ALWAYS,
    'forbid-call': ALWAYS,
    'user-message': NO_USER,
    'halt-generation': () => 'MCP does not carry what the model writes',
    'drop-loop-from-context': NO_HISTORY,
    reset: NO_HISTORY,
    'switch-model': () => 'MCP does not name the model',
    'ask-a-person': () => 'MCP has no message for a person; the calls are refused until a person lifts that',
    'decompose-task': NO_TASKS,
    'summarise-and-stop': NO_TASKS,
    'mark-blocked': NO_TASKS,
    'warn-user': () => (onReport ? true : 'nobody listens to reports'),
  };
}

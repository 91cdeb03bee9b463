/** Records a decision, does what it asks for besides its text, and reports both. */
import type { Decision } from '@rutbreak/core';
import { carryOut, hostCallbacks, type OwnActions } from '../../carry-out.js';
import type { RelayParts, SessionState } from './session-state.js';

/** The text goes into a result, and the calls of the loop are refused when they come. */
const ALWAYS = (): true => true;
const NO_USER = (): string => 'MCP has no messages of the user; the text goes into a result';

export function reportDecision(
  { id, book }: SessionState,
  entry: { readonly seq: number },
  decision: Decision,
  parts: RelayParts,
): void {
  if (decision.kind !== 'act') {
    book.decided(entry, decision, []);
    return;
  }
  // The answer to an attempt repeats a decision whose actions were carried out when it was made.
  const actions = decision.isAttempt
    ? []
    : carryOut(decision, ownActions(parts), {
        'switch-model': undefined,
        ...hostCallbacks(parts.host ?? {}, { session: id, decision }),
      });
  book.decided(entry, decision, actions);
  const brief = decision.verdict.primary?.brief ?? decision.status ?? 'a loop';
  parts.onReport?.({ session: id, rung: decision.rung, brief, actions });
}

function ownActions({ onReport }: RelayParts): OwnActions {
  return {
    'append-to-result': ALWAYS,
    'forbid-call': ALWAYS,
    'user-message': NO_USER,
    'warn-user': () => (onReport ? true : 'nobody listens to reports'),
  };
}

import type { Decision, Rung } from '@rutbreak/core';
import { type HookAnswer, type HookCall, SILENT } from './hook.js';

/** Translates a decision into a hook answer, depending on the moment of the run. */
export function answerTo(call: Pick<HookCall, 'event'>, decision: Decision): HookAnswer {
  if (decision.kind !== 'act') return SILENT;
  const { rung, text, actions } = decision;
  const answer = answerWith(call, rung, text);
  return answer.kind === 'tell' && actions.includes('warn-user') ? { ...answer, user: text } : answer;
}

/** The same for a rung, from any source. */
export function answerWith({ event }: Pick<HookCall, 'event'>, rung: Rung, text: string): HookAnswer {
  if (rung === 'observe' || text === '') return SILENT;
  const ends = rung === 'pause' || rung === 'stop';
  if (event?.kind === 'attempt') {
    return ends || rung === 'block' ? { kind: 'deny', text, ends } : { kind: 'tell', text };
  }
  if (ends) return { kind: 'end', text };
  // The call has already run. The text reaches the model now, and the next attempt is denied.
  return event?.kind === 'call' ? { kind: 'tell', text } : SILENT;
}

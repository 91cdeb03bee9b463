import type { Decision, Rung } from '@rutbreak/core';
import { type HookAnswer, type HookCall, SILENT } from './hook.js';

/** What a decision comes to at this moment of the agent's run. */
export function answerTo(call: Pick<HookCall, 'event'>, decision: Decision): HookAnswer {
  return decision.kind === 'act' ? answerWith(call, decision.rung, decision.text) : SILENT;
}

/** The same for a rung, whoever wants it. */
export function answerWith({ event }: Pick<HookCall, 'event'>, rung: Rung, text: string): HookAnswer {
  if (rung === 'observe' || text === '') return SILENT;
  const ends = rung === 'pause' || rung === 'stop';
  if (event?.kind === 'attempt') {
    return ends || rung === 'block' ? { kind: 'deny', text, ends } : { kind: 'tell', text };
  }
  if (ends) return { kind: 'end', text };
  // A call that has run cannot be kept from running: what was decided is said, and meets the next attempt.
  return event?.kind === 'call' ? { kind: 'tell', text } : SILENT;
}

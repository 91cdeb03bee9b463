import type { Decision } from '@rutbreak/core';
import { type HookAnswer, type HookCall, SILENT } from './hook.js';

/** What a decision comes to at this moment of the agent's run. */
export function answerTo({ event }: Pick<HookCall, 'event'>, decision: Decision): HookAnswer {
  if (decision.kind !== 'act' || decision.rung === 'observe' || decision.text === '') return SILENT;
  const { rung, text } = decision;
  const ends = rung === 'pause' || rung === 'stop';
  if (event?.kind === 'attempt') {
    return ends || rung === 'block' ? { kind: 'deny', text, ends } : { kind: 'tell', text };
  }
  if (ends) return { kind: 'end', text };
  // A call that has run cannot be kept from running: what was decided is said, and meets the next attempt.
  return event?.kind === 'call' ? { kind: 'tell', text } : SILENT;
}

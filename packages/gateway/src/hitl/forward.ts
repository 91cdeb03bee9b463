import type { AgentEvent } from '@rutbreak/core';
import type { DecisionLog } from '../api/decision-log.js';
import type { StepChange } from '../api/hitl.js';
import type { StoredEvent } from '../api/sessions.js';
import { change, type Draft } from '../engine/draft.js';
import { runEvent } from '../engine/events.js';
import { intervene } from '../engine/loops/loops.js';
import { runStep } from '../engine/steps.js';
import { isHeld } from '../session/held.js';

/** Replays held steps in order, once nothing holds them any more. Returns how many there were. */
export function forward(draft: Draft, held: readonly StoredEvent[]): number {
  const { hold, agentPauses = {} } = draft.record;
  if (isHeld(draft.record)) return 0;
  const over = new Map(Object.entries(agentPauses).filter(([, { isOver }]) => isOver));
  if (hold === null && over.size === 0) return 0;
  const left = Object.entries(agentPauses).filter(([agent]) => !over.has(agent));
  change(draft, { hold: null, ...(over.size > 0 && { agentPauses: Object.fromEntries(left) }) });
  let forwarded = 0;
  for (const { seq, door, agent, body } of held) {
    // Steps held for one agent depend on that agent only: it may still be paused, or have been resumed earlier.
    const from = agent === undefined ? hold : over.get(agent)?.hold;
    if (!from || seq < from.from || body === null || from.drops.includes(seq)) continue;
    forwarded++;
    if (door === 'messages') runStep(draft, withChange(body as DecisionLog, from.changes[seq]), seq);
    else intervene(draft, runEvent(draft, body as AgentEvent, seq));
  }
  return forwarded;
}

/** Applies a person's changes to the step; other fields stay the same. */
function withChange(message: DecisionLog, wanted: StepChange | undefined): DecisionLog {
  if (!wanted) return message;
  const known = <T extends object>(part: T | undefined): Partial<T> =>
    Object.fromEntries(Object.entries(part ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;
  return {
    ...message,
    cognition: { ...message.cognition, ...(known(wanted.cognition) as { intent?: string }) },
    action: { ...message.action, ...(known(wanted.action) as { tool_call?: string }) },
  };
}

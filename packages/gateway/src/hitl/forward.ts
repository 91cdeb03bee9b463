import type { AgentEvent } from '@rutbreak/core';
import type { DecisionLog } from '../api/decision-log.js';
import type { StepChange } from '../api/hitl.js';
import type { StoredEvent } from '../api/sessions.js';
import { change, type Draft } from '../engine/draft.js';
import { runEvent } from '../engine/events.js';
import { intervene } from '../engine/loops.js';
import { runStep } from '../engine/steps.js';
import { isHeld } from '../session/held.js';

/** Nobody has to speak any more: what was kept counts now, in its order. Resolves to how many there were. */
export function forward(draft: Draft, kept: readonly StoredEvent[]): number {
  const { hold, agentPauses = {} } = draft.record;
  if (isHeld(draft.record)) return 0;
  const over = new Map(Object.entries(agentPauses).filter(([, { isOver }]) => isOver));
  if (hold === null && over.size === 0) return 0;
  const left = Object.entries(agentPauses).filter(([agent]) => !over.has(agent));
  change(draft, { hold: null, ...(over.size > 0 && { agentPauses: Object.fromEntries(left) }) });
  let forwarded = 0;
  for (const { seq, door, agent, body } of kept) {
    // What was kept of one agent belongs to that alone: it may still wait, or have gone on before.
    const from = agent === undefined ? hold : over.get(agent)?.hold;
    if (!from || seq < from.from || body === null || from.drops.includes(seq)) continue;
    forwarded++;
    if (door === 'messages') runStep(draft, withChange(body as DecisionLog, from.changes[seq]), seq);
    else intervene(draft, runEvent(draft, body as AgentEvent, seq));
  }
  return forwarded;
}

/** The step as a person wants it; what they did not name stays. */
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

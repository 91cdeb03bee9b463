import { redact } from '@rutbreak/core';
import type { StoredEvent } from '../api/sessions.js';
import { audited, change, type Draft } from '../engine/draft.js';
import { isAgentPaused, pauseOf } from '../session/held.js';
import type { SessionRecord } from '../session/record.js';
import { forward } from './forward.js';

export function hasAgent({ agent, agents = [] }: SessionRecord, id: string): boolean {
  return agent.id === id || agents.some((one) => one.id === id);
}

/** An agent that is alone in its session is the session: then all of it waits. */
export function isOneOfSeveral({ agents = [] }: SessionRecord): boolean {
  return agents.length > 1;
}

export function hasPausedAgents({ agentPauses = {} }: SessionRecord): boolean {
  return Object.values(agentPauses).some(({ isOver }) => !isOver);
}

/** This one waits, the others go on. */
export function pauseAgent(draft: Draft, agent: string, by: string, reason: string): false | number {
  const { record, context } = draft;
  if (isAgentPaused(record, agent)) return false;
  const safe = redact(reason, { limit: 2000 });
  // What was kept of it before, and waits for the session, still does.
  const hold = pauseOf(record.agentPauses, agent)?.hold ?? null;
  const pause = { by, at: context.now, reason: safe, isOver: false, hold };
  audited(draft, by, 'pause', { reason: safe, agent }, () =>
    change(draft, { agentPauses: { ...record.agentPauses, [agent]: pause } }),
  );
  return 0;
}

/** What was kept of it counts now, or with the rest where the whole session waits. */
export function unpauseAgent(draft: Draft, agent: string, by: string, kept: readonly StoredEvent[]): number {
  let forwarded = 0;
  audited(draft, by, 'unpause', { agent }, () => {
    release(draft, (one) => one === agent);
    forwarded = forward(draft, kept);
  });
  return forwarded;
}

/** Nobody of the session has to wait any more. */
export function releaseAgents(draft: Draft): void {
  if (draft.record.agentPauses) release(draft, () => true);
}

function release(draft: Draft, isMeant: (agent: string) => boolean): void {
  const pauses = Object.entries(draft.record.agentPauses ?? {});
  const next = pauses.map(([agent, one]) => [agent, isMeant(agent) ? { ...one, isOver: true } : one]);
  change(draft, { agentPauses: Object.fromEntries(next) as SessionRecord['agentPauses'] & object });
}

import { redact } from '@rutbreak/core';
import type { StoredEvent } from '../api/sessions.js';
import { audited, change, type Draft } from '../engine/draft.js';
import { isAgentPaused, pauseOf } from '../session/held.js';
import type { SessionRecord } from '../session/record.js';
import { forward } from './forward.js';

export function hasAgent({ agent, agents = [] }: SessionRecord, id: string): boolean {
  return agent.id === id || agents.some((one) => one.id === id);
}

/** A pause of the only agent in a session is a pause of the session. */
export function isOneOfSeveral({ agents = [] }: SessionRecord): boolean {
  return agents.length > 1;
}

export function hasPausedAgents({ agentPauses = {} }: SessionRecord): boolean {
  return Object.values(agentPauses).some(({ isOver }) => !isOver);
}

/** Pauses this agent; the other agents of the session continue. */
export function pauseAgent(draft: Draft, agent: string, by: string, reason: string): false | number {
  const { record, context } = draft;
  if (isAgentPaused(record, agent)) return false;
  const safe = redact(reason, { limit: 2000 });
  // Steps that already wait for the session stay held.
  const hold = pauseOf(record.agentPauses, agent)?.hold ?? null;
  const pause = { by, at: context.now, reason: safe, isOver: false, hold };
  audited(draft, by, 'pause', { reason: safe, agent }, () =>
    change(draft, { agentPauses: { ...record.agentPauses, [agent]: pause } }),
  );
  return 0;
}

/** Replays the held steps of this agent, or leaves them held while the whole session is paused. */
export function unpauseAgent(draft: Draft, agent: string, by: string, kept: readonly StoredEvent[]): number {
  let forwarded = 0;
  audited(draft, by, 'unpause', { agent }, () => {
    release(draft, (one) => one === agent);
    forwarded = forward(draft, kept);
  });
  return forwarded;
}

/** Resumes all paused agents of the session. */
export function releaseAgents(draft: Draft): void {
  if (draft.record.agentPauses) release(draft, () => true);
}

function release(draft: Draft, isMeant: (agent: string) => boolean): void {
  const pauses = Object.entries(draft.record.agentPauses ?? {});
  const next = pauses.map(([agent, one]) => [agent, isMeant(agent) ? { ...one, isOver: true } : one]);
  change(draft, { agentPauses: Object.fromEntries(next) as SessionRecord['agentPauses'] & object });
}

import type { AgentPause, Hold, SessionRecord } from './record.js';

/** Is this agent, one of several, paused by a person? */
export function isAgentPaused({ agentPauses }: SessionRecord, agent: string): boolean {
  return pauseOf(agentPauses, agent)?.isOver === false;
}

/** Agents choose their names, so inherited properties must not count. */
export function pauseOf(pauses: SessionRecord['agentPauses'], agent: string): AgentPause | undefined {
  return pauses && Object.hasOwn(pauses, agent) ? pauses[agent] : undefined;
}

/** Are steps of the whole session held, because it is paused or a gate is open? */
export function isHeld({ paused, gates }: SessionRecord): boolean {
  return paused !== null || gates.some(({ status }) => status === 'open');
}

function holdsOf({ hold, agentPauses }: SessionRecord): readonly Hold[] {
  return [hold, ...Object.values(agentPauses ?? {}).map((one) => one.hold)].filter((one) => one !== null);
}

/** The number of held steps, over all agents. */
export function heldCount(record: SessionRecord): number {
  return holdsOf(record).reduce((sum, { count }) => sum + count, 0);
}

export function heldBytes(record: SessionRecord): number {
  return holdsOf(record).reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}

/** The sequence number of the first held step; undefined if no step is held. */
export function heldFrom(record: SessionRecord): number | undefined {
  const starts = holdsOf(record).map(({ from }) => from);
  return starts.length > 0 ? Math.min(...starts) : undefined;
}

/** Does this agent or the whole session wait for a person? */
export function waits(record: SessionRecord, agent: string | undefined): boolean {
  const isOwn = agent !== undefined && isAgentPaused(record, agent);
  return isOwn || record.paused !== null || record.hold !== null;
}

import { change, type Draft } from './draft.js';
import type { AgentPause, Hold, SessionRecord } from './record.js';

/** One agent of several waits for a person, whatever the others do. */
export function isAgentPaused({ agentPauses }: SessionRecord, agent: string): boolean {
  return pauseOf(agentPauses, agent)?.isOver === false;
}

/** Names come from outside: only what was put there counts. */
export function pauseOf(pauses: SessionRecord['agentPauses'], agent: string): AgentPause | undefined {
  return pauses && Object.hasOwn(pauses, agent) ? pauses[agent] : undefined;
}

/** So many more steps are kept; of one agent alone where it is named. */
export function hold(draft: Draft, from: number, count: number, agent?: string): void {
  const { record } = draft;
  const more = (before: Hold | null): Hold => {
    const known = before ?? { from, count: 0, changes: {}, drops: [] };
    return { ...known, count: known.count + count };
  };
  const own = agent === undefined ? undefined : pauseOf(record.agentPauses, agent);
  if (agent === undefined || !own) change(draft, { hold: more(record.hold) });
  else change(draft, { agentPauses: { ...record.agentPauses, [agent]: { ...own, hold: more(own.hold) } } });
}

/** The same change to all that is kept: whose step it is need not be known. */
export function changeHolds(draft: Draft, next: (hold: Hold) => Hold): void {
  const { hold: all, agentPauses } = draft.record;
  const changed = Object.entries(agentPauses ?? {}).map(
    ([agent, one]) => [agent, { ...one, hold: one.hold && next(one.hold) }] as const,
  );
  change(draft, {
    hold: all && next(all),
    ...(agentPauses && { agentPauses: Object.fromEntries(changed) }),
  });
}

function holdsOf({ hold: all, agentPauses }: SessionRecord): readonly Hold[] {
  return [all, ...Object.values(agentPauses ?? {}).map((one) => one.hold)].filter((one) => one !== null);
}

/** How many steps wait, of all agents. */
export function heldCount(record: SessionRecord): number {
  return holdsOf(record).reduce((sum, { count }) => sum + count, 0);
}

/** The first of them; undefined where none waits. */
export function heldFrom(record: SessionRecord): number | undefined {
  const starts = holdsOf(record).map(({ from }) => from);
  return starts.length > 0 ? Math.min(...starts) : undefined;
}

/** Has somebody to speak before this agent, or any, goes on? */
export function waits(record: SessionRecord, agent: string | undefined): boolean {
  const isOwn = agent !== undefined && isAgentPaused(record, agent);
  return isOwn || record.paused !== null || record.hold !== null;
}

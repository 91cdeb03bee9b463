import { pauseOf } from '../../session/held.js';
import type { Hold } from '../../session/record.js';
import { change, type Draft } from '../draft.js';

/** Stored steps that wait for a person. */
export interface HeldSteps {
  readonly from: number;
  readonly count: number;
  readonly bytes: number;
}

/** Adds held steps to the given agent, or to the whole session. */
export function hold(draft: Draft, { from, count, bytes }: HeldSteps, agent?: string): void {
  const { record } = draft;
  const more = (before: Hold | null): Hold => {
    const known = before ?? { from, count: 0, bytes: 0, changes: {}, drops: [] };
    return { ...known, count: known.count + count, bytes: (known.bytes ?? 0) + bytes };
  };
  const own = agent === undefined ? undefined : pauseOf(record.agentPauses, agent);
  if (agent === undefined || !own) change(draft, { hold: more(record.hold) });
  else change(draft, { agentPauses: { ...record.agentPauses, [agent]: { ...own, hold: more(own.hold) } } });
}

/** Applies a change to every hold, because the caller may not know which agent owns the step. */
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

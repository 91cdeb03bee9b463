import { type Amount, type FleetFigures } from '../api/figures.js';
import type { Loop, SessionSummary } from '../api/sessions.js';
import { placeOf } from '../routes/read/place.js';
import { addAmounts } from '../session/amount.js';
import { wasteKey } from '../session/summary.js';

type Sort = 'recent' | 'waste' | undefined;

export interface SessionPage {
  readonly sessions: readonly SessionSummary[];
  readonly next: string | null;
  readonly total: number;
}

/** One page over all gateways. Every gateway sorts the same way, so one position works for all of them. */
export function mergeSessions(pages: readonly SessionPage[], sort: Sort, limit: number): SessionPage {
  const key = (one: SessionSummary): number => (sort === 'waste' ? wasteKey(one) : one.updated_at);
  const all = pages
    .flatMap(({ sessions }) => sessions)
    .sort((a, b) => key(b) - key(a) || compare(a.id, b.id));
  const sessions = all.slice(0, limit);
  const last = sessions.at(-1);
  const isMore = all.length > limit || pages.some(({ next }) => next !== null);
  return {
    sessions,
    next: last && isMore ? placeOf({ updatedAt: last.updated_at, waste: wasteKey(last), id: last.id }) : null,
    total: pages.reduce((sum, { total }) => sum + total, 0),
  };
}

/** By code points, as the stores compare ids. */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

export function mergeLoops(lists: readonly (readonly Loop[])[], sort: Sort, limit: number): Loop[] {
  const key = ({ figures, last_at }: Loop): number => (sort === 'waste' ? wasteKey(figures) : last_at);
  return lists
    .flat()
    .sort((a, b) => key(b) - key(a))
    .slice(0, limit);
}

export function addFigures(all: readonly FleetFigures[]): FleetFigures {
  const sum = (pick: (one: FleetFigures) => number): number =>
    all.reduce((total, one) => total + pick(one), 0);
  const amount = (pick: (one: FleetFigures) => Amount): Amount =>
    all.map(pick).reduce(addAmounts, { calls: 0, tokens: 0, cost: 0 });
  return {
    ...{ sessions: sum((one) => one.sessions), active: sum((one) => one.active) },
    ...{ looping: sum((one) => one.looping), paused: sum((one) => one.paused) },
    ...{ ended: sum((one) => one.ended), loops_today: sum((one) => one.loops_today) },
    recovered_today: sum((one) => one.recovered_today),
    ...{ wasted: amount((one) => one.wasted), saved: amount((one) => one.saved) },
  };
}

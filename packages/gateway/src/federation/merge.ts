import { type Amount, type FleetFigures } from '../api/figures.js';
import type { Loop, SessionSummary } from '../api/sessions.js';
import { addCounts } from '../ops/loops-by-hour.js';
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
    loops_by_hour: addHours(all.map((one) => one.loops_by_hour)),
    loops_by_category: addCounts(all.map((one) => one.loops_by_category)),
    ...{ wasted: amount((one) => one.wasted), saved: amount((one) => one.saved) },
  };
}

type Hours = FleetFigures['loops_by_hour'];

/** By the time at which the hour began: while an hour begins, one gateway may be an hour ahead. */
function addHours(lists: readonly Hours[]): Hours {
  const sums = new Map<number, number>();
  for (const { at, loops } of lists.flat()) sums.set(at, (sums.get(at) ?? 0) + loops);
  return [...sums].map(([at, loops]) => ({ at, loops })).sort((a, b) => a.at - b.at);
}

import type { FleetFigures, LoopCount } from '../api/figures.js';

/** A loop when it is first found. */
export interface FoundLoop {
  readonly category: string;
  readonly model: string;
}

type Counts = Readonly<Record<string, number>>;
interface Hour {
  readonly loops: number;
  readonly categories: Counts;
  readonly models: Counts;
}

/** By the number of the hour since 1970. */
export type Hours = Readonly<Record<string, Hour>>;

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** Agents choose the names of models, so an hour counts this many by name. */
const MAX_NAMES = 40;
const OTHERS = 'others';

const NO_HOUR: Hour = { loops: 0, categories: {}, models: {} };
const hourOf = (now: number): number => Math.floor(now / HOUR_MS);

/** Counts loops in the present hour, and drops hours that no figure needs any more. */
export function addLoops(hours: Hours = {}, found: readonly FoundLoop[], now: number): Hours {
  const current = hourOf(now);
  const recent = Object.entries(hours).filter(([hour]) => Number(hour) > current - HOURS);
  if (found.length === 0) return Object.fromEntries(recent);
  const before = hours[current] ?? NO_HOUR;
  const next: Hour = {
    loops: before.loops + found.length,
    categories: found.reduce((all, { category }) => withOne(all, category), before.categories),
    models: found.reduce((all, { model }) => withOne(all, model), before.models),
  };
  return Object.fromEntries([...recent.filter(([hour]) => Number(hour) !== current), [current, next]]);
}

function withOne(counts: Counts, name: string): Counts {
  const all = new Map(Object.entries(counts));
  const key = all.has(name) || all.size < MAX_NAMES ? name : OTHERS;
  // From entries, because a model may be called `__proto__`.
  return Object.fromEntries(all.set(key, (all.get(key) ?? 0) + 1));
}

type LastDay = Pick<FleetFigures, 'loops_by_hour' | 'loops_by_category' | 'loops_by_model'>;

export function lastDay(hours: Hours = {}, now: number): LastDay {
  const first = hourOf(now) - HOURS + 1;
  const all = Array.from({ length: HOURS }, (_, i) => hours[first + i] ?? NO_HOUR);
  return {
    loops_by_hour: all.map(({ loops }, i) => ({ at: (first + i) * HOUR_MS, loops })),
    loops_by_category: addCounts(all.map(({ categories }) => countsOf(categories))),
    loops_by_model: addCounts(all.map(({ models }) => countsOf(models))),
  };
}

function countsOf(counts: Counts): LoopCount[] {
  return Object.entries(counts).map(([name, loops]) => ({ name, loops }));
}

/** Sums by name, the most frequent first. */
export function addCounts(lists: readonly (readonly LoopCount[])[]): LoopCount[] {
  const sums = new Map<string, number>();
  for (const { name, loops } of lists.flat()) sums.set(name, (sums.get(name) ?? 0) + loops);
  return [...sums]
    .map(([name, loops]) => ({ name, loops }))
    .sort((a, b) => b.loops - a.loops || a.name.localeCompare(b.name));
}

import type { Category } from '@rutbreak/core';
import type { FleetFigures, LoopCount } from '../api/figures.js';

type Counts = Readonly<Record<string, number>>;
interface Hour {
  readonly loops: number;
  readonly categories: Counts;
}

/** By the number of the hour since 1970. */
export type Hours = Readonly<Record<string, Hour>>;

const HOUR_MS = 3_600_000;
const HOURS = 24;
const NO_HOUR: Hour = { loops: 0, categories: {} };
const hourOf = (now: number): number => Math.floor(now / HOUR_MS);

/**
 * Counts loops in the present hour by their categories, and drops hours that no figure needs any more. Categories are ours;
 * nothing that a sender chose may be here, because these counts stay when a session is deleted.
 */
export function addLoops(hours: Hours = {}, found: readonly Category[], now: number): Hours {
  const current = hourOf(now);
  const recent = Object.entries(hours).filter(([hour]) => Number(hour) > current - HOURS);
  if (found.length === 0) return Object.fromEntries(recent);
  const before = hours[current] ?? NO_HOUR;
  const next: Hour = {
    loops: before.loops + found.length,
    categories: found.reduce(withOne, before.categories),
  };
  return Object.fromEntries([...recent.filter(([hour]) => Number(hour) !== current), [current, next]]);
}

function withOne(counts: Counts, name: string): Counts {
  return { ...counts, [name]: (counts[name] ?? 0) + 1 };
}

type LastDay = Pick<FleetFigures, 'loops_by_hour' | 'loops_by_category'>;

export function lastDay(hours: Hours = {}, now: number): LastDay {
  const first = hourOf(now) - HOURS + 1;
  const all = Array.from({ length: HOURS }, (_, i) => hours[first + i] ?? NO_HOUR);
  return {
    loops_by_hour: all.map(({ loops }, i) => ({ at: (first + i) * HOUR_MS, loops })),
    loops_by_category: addCounts(all.map(({ categories }) => countsOf(categories))),
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

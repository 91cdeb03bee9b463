/** Consecutive items that repeat: `count` times the same `period` items. A single item has count 1. */
export interface Run<T> {
  readonly items: readonly T[];
  readonly period: number;
  readonly count: number;
}

interface RunOptions<T> {
  /** Equal for items that are the same. */
  readonly exact: (item: T) => string;
  /** Equal for items at the same place of a cycle; they may differ in details. */
  readonly loose?: (item: T) => string;
  /** A new run starts with this item. */
  readonly isBreak?: (item: T) => boolean;
}

const MAX_PERIOD = 6;
const LEAST_COUNT = 3;
/** Two rounds of a known cycle are enough to collapse it. */
const LEAST_LOOSE = 2;

/** Divides a list into runs. At each item it takes the repetition that covers the most items. */
export function findRuns<T>(items: readonly T[], options: RunOptions<T>): readonly Run<T>[] {
  const exact = items.map(options.exact);
  const loose = items.map(options.loose ?? options.exact);
  const breaks = items.map((item) => options.isBreak?.(item) ?? false);
  const runs: Run<T>[] = [];
  for (let start = 0; start < items.length;) {
    const { period, count } = longestAt(start, exact, loose, breaks);
    runs.push({ items: items.slice(start, start + period * count), period, count });
    start += period * count;
  }
  return runs;
}

function longestAt(
  start: number,
  exact: readonly string[],
  loose: readonly string[],
  breaks: readonly boolean[],
): { readonly period: number; readonly count: number } {
  let best = { period: 1, count: 1 };
  for (let period = 1; period <= MAX_PERIOD; period++) {
    const names = period === 1 ? exact : loose;
    const count = repeatsAt(start, period, names, breaks);
    const isExact =
      names === exact || loose.slice(start, start + period).every((one, i) => one === exact[start + i]);
    const least = isExact ? LEAST_COUNT : LEAST_LOOSE;
    if (count >= least && period * count > best.period * best.count) best = { period, count };
  }
  return best;
}

function repeatsAt(
  start: number,
  period: number,
  names: readonly string[],
  breaks: readonly boolean[],
): number {
  let end = start + 1;
  while (
    end < names.length &&
    breaks[end] !== true &&
    (end < start + period || names[end] === names[end - period])
  )
    end++;
  return Math.floor((end - start) / period);
}

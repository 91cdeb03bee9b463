/** The last `size` items, newest last. Never changes the given list. */
export function pushBounded<T>(items: readonly T[], item: T, size: number): readonly T[] {
  const start = Math.max(0, items.length + 1 - size);
  const count = items.length - start;
  // `slice` and `push` would reserve half as much again, and take longer.
  const kept = new Array<T>(count + 1);
  for (let i = 0; i < count; i++) kept[i] = items[start + i]!;
  kept[count] = item;
  return kept;
}

const NO_NUMBERS: readonly number[] = [];

/** A copy without spare room: a list that grew item by item has some, which a memory would keep for long. */
export function compact(list: readonly number[]): readonly number[] {
  return list.length === 0 ? NO_NUMBERS : list.slice();
}

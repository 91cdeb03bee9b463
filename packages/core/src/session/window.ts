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

/** The last `size` items, the newest at the end. Never changes the list it was given. */
export function pushBounded<T>(items: readonly T[], item: T, size: number): readonly T[] {
  const start = Math.max(0, items.length + 1 - size);
  const count = items.length - start;
  // `slice` and `push` would leave room for half as many again, and take longer.
  const kept = new Array<T>(count + 1);
  for (let i = 0; i < count; i++) kept[i] = items[start + i]!;
  kept[count] = item;
  return kept;
}

/** The last `size` items, the newest at the end. Never changes the list it was given. */
export function pushBounded<T>(items: readonly T[], item: T, size: number): readonly T[] {
  const kept = items.length < size ? items.slice() : items.slice(items.length - size + 1);
  kept.push(item);
  return kept;
}

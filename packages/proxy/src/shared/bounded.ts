/** Collections with a size limit. They drop the entry that was added or set the longest time ago. */

/** A map that keeps the most recently set entries. */
export interface RecentlyUsed<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  /** Sets the entry and makes it the most recent one. */
  readonly set: (key: Key, value: Value) => void;
  readonly values: () => Iterable<Value>;
}

export function recentlyUsed<Key, Value>(
  most: number,
  onDrop: (key: Key, value: Value) => void = () => undefined,
): RecentlyUsed<Key, Value> {
  const entries = new Map<Key, Value>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      for (const [oldest, dropped] of entries) {
        if (entries.size <= most) break;
        entries.delete(oldest);
        onDrop(oldest, dropped);
      }
    },
    values: () => entries.values(),
  };
}

/** Adds a value as the newest one and drops the oldest ones beyond the limit. */
export function addRecent<T>(values: Set<T>, value: T, most: number): void {
  values.delete(value);
  values.add(value);
  for (const oldest of values) {
    if (values.size <= most) break;
    values.delete(oldest);
  }
}

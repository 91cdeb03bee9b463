/** A map that keeps the most recently set entries. */
export interface RecentlyUsed<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => void;
}

export function recentlyUsed<Key, Value>(
  most: number,
  onForgotten: (key: Key) => void,
): RecentlyUsed<Key, Value> {
  const entries = new Map<Key, Value>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= most) break;
        entries.delete(oldest);
        onForgotten(oldest);
      }
    },
  };
}

import { setRecent } from '@rutbreak/core/edge';

export { addRecent } from '@rutbreak/core/edge';

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
      setRecent(entries, key, value, most, onDrop);
    },
    values: () => entries.values(),
  };
}

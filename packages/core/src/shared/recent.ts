/** Sets an entry and makes it the most recent one. Beyond `most` entries, drops the least recently set ones. */
export function setRecent<Key, Value>(
  entries: Map<Key, Value>,
  key: Key,
  value: Value,
  most: number,
  onDrop?: (key: Key, value: Value) => void,
): void {
  entries.delete(key);
  entries.set(key, value);
  // Nearly always: an iterator takes longer than the rest.
  if (entries.size <= most) return;
  for (const [oldest, dropped] of entries) {
    if (entries.size <= most) break;
    entries.delete(oldest);
    onDrop?.(oldest, dropped);
  }
}

/** The same for a set. */
export function addRecent<Value>(values: Set<Value>, value: Value, most: number): void {
  values.delete(value);
  values.add(value);
  for (const oldest of values) {
    if (values.size <= most) break;
    values.delete(oldest);
  }
}

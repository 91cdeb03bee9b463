/** What JSON, or a reader, would see of the value; the value itself if it is already plain. Never throws. */
export function asPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  try {
    return Array.isArray(value) || value.constructor === Object ? value : plainOf(value, MAX_ITEMS);
  } catch {
    return value;
  }
}

/** More than a fingerprint reads. */
const MAX_ITEMS = 20_000;

/** The same for an object that may not be plain; of many items only the first. */
export function plainOf(value: object, most: number): unknown {
  const prototype: unknown = Object.getPrototypeOf(value);
  const { toJSON } = value as { toJSON?: unknown };
  if (ArrayBuffer.isView(value))
    return [...new Uint8Array(value.buffer, value.byteOffset, Math.min(value.byteLength, most))];
  if (typeof toJSON === 'function') return (toJSON as (this: object, key: string) => unknown).call(value, '');
  if (prototype === Object.prototype || prototype === null) return value;
  if (
    value instanceof Number ||
    value instanceof String ||
    value instanceof Boolean ||
    value instanceof BigInt
  )
    return value.valueOf();
  // JSON writes `{}` for all of these, although they differ.
  if (value instanceof Error) return Object.assign({}, value, { name: value.name, message: value.message });
  if (value instanceof Map || value instanceof Set) return firstOf(value, most);
  return value;
}

function firstOf(items: Iterable<unknown>, most: number): readonly unknown[] {
  const first: unknown[] = [];
  for (const item of items) {
    if (first.length === most) break;
    first.push(item);
  }
  return first;
}

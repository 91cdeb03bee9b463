import { deserialize, serialize } from 'node:v8';

/** Field names of objects with the same shape, stored once for all sessions. */
const shapes: (readonly string[])[] = [];
const numbers = new Map<string, number>();
/** Agents choose field names freely, so the number of shapes is limited; other objects are packed with their names. */
const MAX_SHAPES = 2000;
const MAX_FIELDS = 60;

const LIST = -1;
const WRITTEN_OUT = -2;

/**
 * Packs a JSON value into a binary string for the in-memory cache. Only the process that packed it can unpack it. JSON
 * would take half as much memory again for the packed texts of a state, and a string has less overhead than a buffer.
 */
export function pack(value: unknown): string {
  return serialize(flatten(value)).toString('latin1');
}

export function unpack(packed: string): unknown {
  return restoreValue(deserialize(Buffer.from(packed, 'latin1')));
}

function flatten(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return [LIST, ...value.map(flatten)];
  const names = Object.keys(value);
  const items = Object.values(value).map(flatten);
  const shape = shapeOf(names);
  return shape === undefined ? [WRITTEN_OUT, names, ...items] : [shape, ...items];
}

function shapeOf(names: readonly string[]): number | undefined {
  if (names.length > MAX_FIELDS || names.includes('__proto__')) return undefined;
  const key = JSON.stringify(names);
  const known = numbers.get(key);
  if (known !== undefined || shapes.length >= MAX_SHAPES) return known;
  numbers.set(key, shapes.length);
  return shapes.push(names) - 1;
}

function restoreValue(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const [kind, ...items] = value as [number, ...unknown[]];
  if (kind === LIST) return items.map(restoreValue);
  const [names, values] =
    kind === WRITTEN_OUT ? [items[0] as readonly string[], items.slice(1)] : [shapes[kind] ?? [], items];
  return Object.fromEntries(names.map((name, i) => [name, restoreValue(values[i])]));
}

import { deserialize, serialize } from 'node:v8';

/** The names of the fields of objects that look alike, kept once for all sessions instead of in each. */
const shapes: (readonly string[])[] = [];
const numbers = new Map<string, number>();
/** What agents send may have any names: only so many shapes are kept, and the rest is written out. */
const MAX_SHAPES = 2000;
const MAX_FIELDS = 60;

const LIST = -1;
const WRITTEN_OUT = -2;

/**
 * A value that JSON carries, as a text of bytes: for what is at rest in memory. Only the process that packed it can read it.
 * Not JSON, because the packed texts of a state would take half as much again, and with a text less is lost around the
 * bytes than with a buffer.
 */
export function pack(value: unknown): string {
  return serialize(flat(value)).toString('latin1');
}

export function unpack(packed: string): unknown {
  return whole(deserialize(Buffer.from(packed, 'latin1')));
}

function flat(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return [LIST, ...value.map(flat)];
  const names = Object.keys(value);
  const items = Object.values(value).map(flat);
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

function whole(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const [kind, ...items] = value as [number, ...unknown[]];
  if (kind === LIST) return items.map(whole);
  const [names, values] =
    kind === WRITTEN_OUT ? [items[0] as readonly string[], items.slice(1)] : [shapes[kind] ?? [], items];
  return Object.fromEntries(names.map((name, i) => [name, whole(values[i])]));
}

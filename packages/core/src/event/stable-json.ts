const MAX_DEPTH = 256;
/** Shared references can make a small value unfold without end. */
const MAX_NODES = 1_000_000;
let nodes = 0;

/**
 * JSON with sorted keys, so that equal values give equal text. Says what JSON.stringify says about `undefined`, NaN,
 * dates and functions; a BigInt becomes `"123n"`; what is too deep, cyclic or unreadable becomes a marked string.
 */
export function stableStringify(value: unknown): string {
  nodes = 0;
  return write(value, 0, []) ?? 'null';
}

/** `undefined` for what JSON leaves out. */
function write(value: unknown, depth: number, above: object[]): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      return Number.isFinite(value) ? String(value + 0) : 'null';
    case 'bigint':
      return `"${value.toString()}n"`;
    case 'object':
      return value === null ? 'null' : writeObject(value, depth, above);
    default:
      return undefined;
  }
}

function writeObject(value: object, depth: number, above: object[]): string | undefined {
  if (depth >= MAX_DEPTH || ++nodes > MAX_NODES) return '"[too deep]"';
  if (above.includes(value)) return '"[cycle]"';
  above.push(value);
  try {
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === 'function') {
      return write((toJSON as (this: object, key: string) => unknown).call(value, ''), depth + 1, above);
    }
    return Array.isArray(value)
      ? `[${writeItems(value, depth, above).join(',')}]`
      : `{${writeKeys(value as Readonly<Record<string, unknown>>, depth, above).join(',')}}`;
  } catch {
    return '"[unreadable]"';
  } finally {
    above.pop();
  }
}

/** Not `map`: it would skip holes, which are null in JSON. They cost nothing to make, so they are counted. */
function writeItems(value: readonly unknown[], depth: number, above: object[]): string[] {
  const items: string[] = [];
  for (let i = 0; i < value.length; i++) {
    if (!(i in value) && ++nodes > MAX_NODES) return [...items, '"[too deep]"'];
    items.push(write(value[i], depth + 1, above) ?? 'null');
  }
  return items;
}

function writeKeys(value: Readonly<Record<string, unknown>>, depth: number, above: object[]): string[] {
  const pairs: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const text = write(value[key], depth + 1, above);
    if (text !== undefined) pairs.push(`${JSON.stringify(key)}:${text}`);
  }
  return pairs;
}

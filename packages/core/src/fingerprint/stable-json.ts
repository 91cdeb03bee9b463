import { textPrint } from './fingerprint.js';
import { plainOf } from './plain.js';

const MAX_DEPTH = 256;
/** Shared references can make a small value expand endlessly. */
const MAX_NODES = 1_000_000;
const MAX_CHARS = 1 << 27;
/** Writing a larger number in decimal takes more than linear time. */
const MAX_DECIMAL = 4096;

// One value at a time (the core is synchronous).
let nodes = 0;
let chars = 0;

/**
 * JSON with sorted keys, so that equal values give equal text. Treats `undefined`, NaN, dates and functions
 * like JSON.stringify; a BigInt becomes `"123n"`; maps, sets, bytes and errors are written as their content;
 * values that are too deep, too large, cyclic or unreadable become a marked string. Never throws.
 */
export function stableStringify(value: unknown): string {
  nodes = 0;
  chars = 0;
  return write(value, 0, []) ?? 'null';
}

/** `undefined` for values that JSON omits. */
function write(value: unknown, depth: number, above: object[]): string | undefined {
  switch (typeof value) {
    case 'string':
      return writeText(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      return Number.isFinite(value) ? String(value + 0) : 'null';
    case 'bigint':
      return writeText(`${isShort(value) ? value.toString() : `0x${value.toString(16)}`}n`);
    case 'object':
      return value === null ? 'null' : writeObject(value, depth, above);
    default:
      return undefined;
  }
}

function isShort(value: bigint): boolean {
  return BigInt.asIntN(MAX_DECIMAL, value) === value;
}

function writeText(text: string): string {
  chars += text.length;
  return chars > MAX_CHARS ? `"[too large: ${text.length} ${textPrint(text)}]"` : JSON.stringify(text);
}

function writeObject(value: object, depth: number, above: object[]): string | undefined {
  if (depth >= MAX_DEPTH || ++nodes > MAX_NODES) return '"[too deep]"';
  if (above.includes(value)) return '"[cycle]"';
  above.push(value);
  try {
    if (Array.isArray(value)) return `[${writeItems(value, depth, above).join(',')}]`;
    const plain = plainOf(value, MAX_NODES);
    if (plain !== value) return write(plain, depth + 1, above);
    return `{${writeKeys(value as Readonly<Record<string, unknown>>, depth, above).join(',')}}`;
  } catch {
    return '"[unreadable]"';
  } finally {
    above.pop();
  }
}

/**
 * Not `map`: it would skip holes, which are null in JSON. Holes cost nothing to create, so the items are
 * counted.
 */
function writeItems(value: readonly unknown[], depth: number, above: object[]): string[] {
  const items: string[] = [];
  for (let i = 0; i < value.length; i++) {
    if (++nodes > MAX_NODES) {
      items.push('"[too deep]"');
      break;
    }
    items.push(write(value[i], depth + 1, above) ?? 'null');
  }
  return items;
}

function writeKeys(value: Readonly<Record<string, unknown>>, depth: number, above: object[]): string[] {
  const pairs: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const text = write(value[key], depth + 1, above);
    if (text !== undefined) pairs.push(`${writeText(key)}:${text}`);
  }
  return pairs;
}

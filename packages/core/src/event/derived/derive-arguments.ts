import { ARGUMENTS, type ArgumentRole, squeezed } from './derive-table.js';
import { nameTable } from '../../text/name-table.js';

export type Fields = Readonly<Record<string, unknown>>;

/** No tool has more arguments than this. */
const MAX_NAMES = 64;

const RANKS = new Map<string, readonly (readonly [ArgumentRole, number])[]>();
for (const [role, names] of Object.entries(ARGUMENTS) as [ArgumentRole, readonly string[]][]) {
  names.forEach((name, rank) => {
    RANKS.set(squeezed(name), [...(RANKS.get(squeezed(name)) ?? []), [role, rank]]);
  });
}

const NOTHING: readonly (readonly [ArgumentRole, number])[] = [];
const ranksOf = nameTable((name) => RANKS.get(squeezed(name)) ?? NOTHING);

/** The arguments of a call, by the meaning of their names. */
export type Arguments = Readonly<Partial<Record<ArgumentRole, unknown>>>;

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** May throw if a getter does. */
export function argumentsOf(value: unknown): Arguments {
  const fields = fieldsOf(value);
  const found: Partial<Record<ArgumentRole, unknown>> = {};
  const best: Partial<Record<ArgumentRole, number>> = {};
  let left = MAX_NAMES;
  for (const name in fields) {
    if (left-- === 0) break;
    const item = fields[name];
    if (item === undefined || item === null) continue;
    for (const [role, rank] of ranksOf(name)) {
      if (rank >= (best[role] ?? Infinity)) continue;
      best[role] = rank;
      found[role] = item;
    }
  }
  return found;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

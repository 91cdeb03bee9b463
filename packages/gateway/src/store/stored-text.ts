/** Marks an escaped character. A private-use character, which is rare in real text. */
const ESCAPE = '\uE000';
const ESCAPED = /\uE000([0-9a-f]{4})/g;
const UNFIT = /[\0\uE000]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Node has it; the TypeScript library we compile against does not. */
type Formed = string & { readonly isWellFormed: () => boolean };

/**
 * Escapes NUL and unpaired surrogates. PostgreSQL rejects them, and SQLite cuts a text at NUL. Agents choose session
 * names freely, so one odd name must not fail the transaction that it shares with other sessions.
 */
export function toText(value: string): string {
  if ((value as Formed).isWellFormed() && !value.includes('\0') && !value.includes(ESCAPE)) return value;
  return value.replaceAll(UNFIT, (unit) => ESCAPE + unit.charCodeAt(0).toString(16).padStart(4, '0'));
}

function fromText(value: string): string {
  if (!value.includes(ESCAPE)) return value;
  return value.replaceAll(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** The row with every text unescaped. Also gives driver rows an ordinary prototype. */
export function fromRow<Row extends object>(row: Row): Row {
  const entries = Object.entries(row) as [string, unknown][];
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? fromText(value) : value]),
  ) as Row;
}

/** A bigint column holds neither fractions nor infinity. */
export function toWhole(value: number): number {
  return Math.trunc(Math.min(Math.max(value, -Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER));
}

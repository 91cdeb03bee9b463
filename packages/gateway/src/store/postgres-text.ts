/** Starts what PostgreSQL cannot keep as it is: it is in private use, so texts with it are rare. */
const ESCAPE = '\uE000';
const CODED = /\uE000([0-9a-f]{4})/g;
const UNFIT = /[\0\uE000]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Node has it; the library that types are checked against is older. */
type Formed = string & { readonly isWellFormed: () => boolean };

/**
 * PostgreSQL's text knows neither NUL nor half a surrogate pair. A name is whatever an agent sends, and one that could not
 * be written would take the whole tick with it, so such characters are spelt out.
 */
export function toText(value: string): string {
  if ((value as Formed).isWellFormed() && !value.includes('\0') && !value.includes(ESCAPE)) return value;
  return value.replaceAll(UNFIT, (unit) => ESCAPE + unit.charCodeAt(0).toString(16).padStart(4, '0'));
}

export function fromText(value: string): string {
  if (!value.includes(ESCAPE)) return value;
  return value.replaceAll(CODED, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** A bigint has no fractions and no infinity. */
export function toWhole(value: number): number {
  return Math.trunc(Math.min(Math.max(value, -Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER));
}

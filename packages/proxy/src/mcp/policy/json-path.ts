/** A step into a value: a key, an index, or any element. */
type Step = string | number | typeof ANY;
const ANY = null;

export interface JsonPath {
  readonly source: string;
  readonly steps: readonly Step[];
}

const NAME_END = /[.[\]]/;
const INDEX = /^(?:0|[1-9]\d{0,8})$/;

/** `$.a.b`, `$['a b']`, `$.list[0]`, `$.list[*]`; undefined where it is none of these. */
export function jsonPathOf(source: string): JsonPath | undefined {
  if (!source.startsWith('$')) return undefined;
  const steps: Step[] = [];
  let rest = source.slice(1);
  while (rest !== '') {
    const read = rest.startsWith('.') ? readName(rest) : readBracket(rest);
    if (read === undefined) return undefined;
    steps.push(read.step);
    rest = read.rest;
  }
  return { source, steps };
}

interface Read {
  readonly step: Step;
  readonly rest: string;
}

function readName(text: string): Read | undefined {
  const after = text.slice(1);
  const end = after.search(NAME_END);
  const name = end < 0 ? after : after.slice(0, end);
  if (name === '') return undefined;
  return { step: name === '*' ? ANY : name, rest: after.slice(name.length) };
}

function readBracket(text: string): Read | undefined {
  const quote = text.charAt(1);
  if (!text.startsWith('[')) return undefined;
  if (quote === "'" || quote === '"') {
    const end = text.indexOf(`${quote}]`, 2);
    return end < 0 ? undefined : { step: text.slice(2, end), rest: text.slice(end + 2) };
  }
  const end = text.indexOf(']');
  const inside = text.slice(1, end);
  if (end < 0) return undefined;
  if (inside === '*') return { step: ANY, rest: text.slice(end + 1) };
  return INDEX.test(inside) ? { step: Number(inside), rest: text.slice(end + 1) } : undefined;
}

/** More elements than this are not looked at one by one: the answer would come too late. */
const MAX_VALUES = 10_000;

/** Everything the path leads to; only own properties count. */
export function valuesAt(value: unknown, { steps }: JsonPath): readonly unknown[] {
  let values: readonly unknown[] = [value];
  for (const step of steps) {
    values = values.flatMap((one) => inside(one, step)).slice(0, MAX_VALUES);
    if (values.length === 0) break;
  }
  return values;
}

function inside(value: unknown, step: Step): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step === ANY) return Object.values(value).slice(0, MAX_VALUES) as unknown[];
  return Object.hasOwn(value, step) ? [(value as Readonly<Record<string | number, unknown>>)[step]] : [];
}

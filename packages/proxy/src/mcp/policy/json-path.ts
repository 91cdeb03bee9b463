import { foldCase } from '../../fold-case.js';

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

/** Everything the path leads to; only own properties count. */
export function valuesAt(value: unknown, { steps }: JsonPath): readonly unknown[] {
  return steps.reduce<readonly unknown[]>(
    (values, step) => values.flatMap((one) => inside(one, step)),
    [value],
  );
}

function inside(value: unknown, step: Step): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step === ANY) return Object.values(value) as unknown[];
  return Object.hasOwn(value, step) ? [(value as Readonly<Record<string | number, unknown>>)[step]] : [];
}

/** What a server may find at a path if it is less exact than the path. */
export interface LooseValues {
  /** Where the path leads, whatever the case of the keys, in each element of a list. */
  readonly values: readonly unknown[];
  /** These, and everything inside them. */
  readonly nested: readonly unknown[];
  /** There are too many to look at each. */
  readonly isCut: boolean;
}

/** More values are not looked at one by one: the call would wait too long. */
const MAX_VALUES = 10_000;

export function looseValuesAt(value: unknown, { steps }: JsonPath): LooseValues {
  let values: readonly unknown[] = [value];
  for (const step of steps) {
    values = values.flatMap((one) => looselyInside(one, step));
    if (values.length > MAX_VALUES) return { values: [], nested: [], isCut: true };
  }
  const nested: unknown[] = [...values];
  for (let i = 0; i < nested.length; i++) {
    const one = nested[i];
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) nested.push(inner);
    if (nested.length > MAX_VALUES) return { values, nested, isCut: true };
  }
  return { values, nested, isCut: false };
}

function looselyInside(value: unknown, step: Step): readonly unknown[] {
  if (typeof step !== 'string') return inside(value, step);
  if (Array.isArray(value)) return value.flatMap((item) => looselyInside(item, step));
  if (typeof value !== 'object' || value === null) return [];
  const folded = foldCase(step);
  return Object.entries(value).flatMap(([key, inner]): unknown[] =>
    key === step || foldCase(key) === folded ? [inner] : [],
  );
}

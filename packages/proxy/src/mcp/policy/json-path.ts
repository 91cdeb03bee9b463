import { parseJson } from '../../shared/json.js';
import { foldCase } from '../wire/fold-case.js';
import { countMembers, hasKeyWithNul, scanStructure } from '../wire/structure.js';

/** One path step: a key, an index, or any element. */
type Step = string | number | typeof ANY;
const ANY = null;

export interface JsonPath {
  readonly source: string;
  readonly steps: readonly Step[];
}

const NAME_END = /[.[\]]/;
const INDEX = /^(?:0|[1-9]\d{0,8})$/;

/** Parses `$.a.b`, `$['a b']`, `$.list[0]` and `$.list[*]`. Returns undefined for anything else. */
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

/** All values at the path. Only own properties count. */
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

/** Values that a lenient server might find at a path. */
export interface LooseValues {
  /**
   * Values at the path, ignoring the case of keys and looking into each element of lists and into texts that are JSON. A
   * single value counts as a list of one.
   */
  readonly values: readonly unknown[];
  /** These values and everything nested in them. */
  readonly nested: readonly unknown[];
  /** Why nobody can say what a server finds there, if so. */
  readonly doubt?: string;
}

/** Checking more values one by one would delay the call too long. */
const MAX_VALUES = 10_000;
const TOO_MANY: LooseValues = { values: [], nested: [], doubt: 'has too many values to look at all' };
/** A text that parsers read differently. */
const AMBIGUOUS = Symbol('ambiguous JSON');
const TWO_READINGS: LooseValues = { values: [], nested: [], doubt: 'has JSON that may be read in two ways' };

export function looseValuesAt(value: unknown, { steps }: JsonPath): LooseValues {
  let values: readonly unknown[] = [value];
  for (const step of steps) {
    values = values.flatMap((one) => looselyInside(one, step));
    if (values.length > MAX_VALUES) return TOO_MANY;
  }
  const nested: unknown[] = [...values];
  for (let i = 0; i < nested.length; i++) {
    const one = opened(nested[i]);
    if (one === AMBIGUOUS) return TWO_READINGS;
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) nested.push(inner);
    if (nested.length > MAX_VALUES) return TOO_MANY;
  }
  return { values, nested };
}

function looselyInside(given: unknown, step: Step): readonly unknown[] {
  const value = opened(given);
  if (value === AMBIGUOUS) return [AMBIGUOUS];
  if (typeof value !== 'object' || value === null) return typeof step === 'string' ? [] : [value];
  if (typeof step !== 'string') return [...inside(value, step), ...(Array.isArray(value) ? [] : [value])];
  if (Array.isArray(value)) return value.flatMap((item) => looselyInside(item, step));
  const folded = foldCase(step);
  return Object.entries(value).flatMap(([key, inner]): unknown[] =>
    key === step || foldCase(key) === folded ? [inner] : [],
  );
}

/** Words of numbers that Python reads in JSON. */
const NO_NUMBERS = /-?\b(?:NaN|Infinity)\b/g;

/** Some servers, such as those of the Python SDK, parse a text as JSON where they expect a list or an object. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  // Many servers end a text at its first NUL.
  const [text = ''] = value.split('\0', 1);
  const read = parseJson(text) ?? parseJson(text.replaceAll(NO_NUMBERS, 'null'));
  if (read === undefined) return value;
  return isAmbiguous(text, read) ? AMBIGUOUS : read;
}

/** As deep as a message may be. */
const MAX_DEPTH = 256;

/** The strict reader refuses such messages; it does not look into texts. */
function isAmbiguous(text: string, read: unknown): boolean {
  const { depth, members } = scanStructure(text);
  return depth > MAX_DEPTH || members !== countMembers(read) || hasKeyWithNul(read);
}

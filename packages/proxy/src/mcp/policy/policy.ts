import type { Glob } from './glob.js';
import { type JsonPath, looseValuesAt, valuesAt } from './json-path.js';

/** Rules about calls. The first rule that matches a call decides. */
export interface Policy {
  readonly rules: readonly Rule[];
  readonly fallback: Action;
}

export const ACTIONS = ['allow', 'deny', 'ask'] as const;
export type Action = (typeof ACTIONS)[number];

export interface Rule {
  readonly action: Action;
  /** The line of the rule in its file. */
  readonly line: number;
  readonly name?: string;
  readonly reason?: string;
  /** One of these patterns must match. An absent list matches everything. */
  readonly servers: readonly Glob[];
  readonly tools: readonly Glob[];
  /** All of these conditions must hold. */
  readonly conditions: readonly Condition[];
}

export interface Condition {
  readonly path: JsonPath;
  /** A glob for strings, or a value to compare with. */
  readonly wants: { readonly glob: Glob } | { readonly equals: unknown };
}

export interface PolicyCall {
  readonly server: string;
  readonly tool: string;
  readonly args: unknown;
}

export interface Ruling {
  readonly action: Action;
  /** The rule that decided; undefined if no rule matches and the default applies. */
  readonly rule?: Rule;
}

export const ALLOW_ALL: Policy = { rules: [], fallback: 'allow' };

/** Strictness: higher is stricter. */
const STRICTNESS: Readonly<Record<Action, number>> = { allow: 0, ask: 1, deny: 2 };

/**
 * The first matching rule decides. If a rule matches only in part, or only when the server reads the arguments
 * leniently, it is uncertain which rule applies, so the stricter one does.
 */
export function decide({ rules, fallback }: Policy, call: PolicyCall): Ruling {
  let ruling: Ruling | undefined;
  const consider = (next: Ruling): void => {
    if (!ruling || STRICTNESS[next.action] > STRICTNESS[ruling.action]) ruling = next;
  };
  for (const rule of rules) {
    const { fit } = fitOf(rule, call);
    if (fit === 'no') continue;
    consider({ action: rule.action, rule });
    if (fit === 'yes') return ruling ?? { action: rule.action, rule };
  }
  consider({ action: fallback });
  return ruling ?? { action: fallback };
}

/** Explains why a rule does not match a call for certain; undefined if it does. */
export function misfit(rule: Rule, call: PolicyCall): string | undefined {
  return fitOf(rule, call).why;
}

type Fit =
  { readonly fit: 'yes'; readonly why?: never } | { readonly fit: 'no' | 'maybe'; readonly why: string };

function fitOf({ servers, tools, conditions }: Rule, call: PolicyCall): Fit {
  if (!anyMatches(servers, call.server)) return { fit: 'no', why: `server is not ${listOf(servers)}` };
  if (!anyMatches(tools, call.tool)) return { fit: 'no', why: `tool is not ${listOf(tools)}` };
  const fits = conditions.map((condition) => conditionFit(condition, call.args));
  return fits.find(({ fit }) => fit === 'no') ?? fits.find(({ fit }) => fit === 'maybe') ?? { fit: 'yes' };
}

function conditionFit({ path, wants }: Condition, args: unknown): Fit {
  const isMatch = (value: unknown): boolean =>
    'glob' in wants ? typeof value === 'string' && wants.glob.matches(value) : isEqual(value, wants.equals);
  const exact = valuesAt(args, path);
  const { values, nested, doubt } = looseValuesAt(args, path);
  if (doubt !== undefined) return { fit: 'maybe', why: `${path.source} ${doubt}` };
  if (values.length === 0) return { fit: 'no', why: `there is no ${path.source}` };
  const isSure = (value: unknown): boolean =>
    isMatch(value) && (typeof value !== 'string' || isMatch(cutAtNul(value)));
  if (exact.length > 0 && values.every(isSure)) return { fit: 'yes' };
  const isPartly = nested.some((value) => isMatch(value) || isMatchAsText(value, wants));
  if (isPartly) return { fit: 'maybe', why: `${path.source} fits in part` };
  const wanted =
    'glob' in wants ? `does not match ${wants.glob.source}` : `is not ${JSON.stringify(wants.equals)}`;
  return { fit: 'no', why: `${path.source} ${wanted}` };
}

/** Many servers convert `"true"` to true and 5 to `"5"`, or end a text at its first NUL. */
function isMatchAsText(value: unknown, wants: Condition['wants']): boolean {
  const text = scalarText(value);
  if (text === undefined) return false;
  return 'glob' in wants ? wants.glob.matches(text) : scalarText(wants.equals) === text;
}

/** What a server reads that ends a text at its first NUL. */
function cutAtNul(text: string): string {
  return text.split('\0', 1)[0] ?? '';
}

function scalarText(value: unknown): string | undefined {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar ? cutAtNul(String(value)) : undefined;
}

function anyMatches(globs: readonly Glob[], text: string): boolean {
  return globs.length === 0 || globs.some((glob) => glob.matches(text));
}

function listOf(globs: readonly Glob[]): string {
  return globs.map(({ source }) => source).join(' or ');
}

/**
 * Compares values as JSON does, ignoring the order of keys. The expected value comes from a file and is not deeply
 * nested.
 */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) &&
      isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}

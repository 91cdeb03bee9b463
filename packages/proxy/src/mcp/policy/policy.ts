import type { Glob } from './glob.js';
import { type JsonPath, valuesAt } from './json-path.js';

/** What a person decided about calls, in advance. The first rule that fits a call decides. */
export interface Policy {
  readonly rules: readonly Rule[];
  readonly fallback: Action;
}

export const ACTIONS = ['allow', 'deny', 'ask'] as const;
export type Action = (typeof ACTIONS)[number];

export interface Rule {
  readonly action: Action;
  /** Where it stands in its file. */
  readonly line: number;
  readonly name?: string;
  readonly reason?: string;
  /** One of these must match; none given means any. */
  readonly servers: readonly Glob[];
  readonly tools: readonly Glob[];
  /** All of these must hold. */
  readonly conditions: readonly Condition[];
}

export interface Condition {
  readonly path: JsonPath;
  /** A glob for texts, or a value to be equal to. */
  readonly wants: { readonly glob: Glob } | { readonly equals: unknown };
}

export interface PolicyCall {
  readonly server: string;
  readonly tool: string;
  readonly args: unknown;
}

export interface Ruling {
  readonly action: Action;
  /** The rule that decided; absent where none fits and the default holds. */
  readonly rule?: Rule;
}

export const ALLOW_ALL: Policy = { rules: [], fallback: 'allow' };

export function decide({ rules, fallback }: Policy, call: PolicyCall): Ruling {
  for (const rule of rules) if (misfit(rule, call) === undefined) return { action: rule.action, rule };
  return { action: fallback };
}

/** Why a rule does not fit a call, in words; undefined where it does. */
export function misfit({ servers, tools, conditions }: Rule, call: PolicyCall): string | undefined {
  if (!anyMatches(servers, call.server)) return `server is not ${listOf(servers)}`;
  if (!anyMatches(tools, call.tool)) return `tool is not ${listOf(tools)}`;
  for (const { path, wants } of conditions) {
    const values = valuesAt(call.args, path);
    if (values.length === 0) return `there is no ${path.source}`;
    if ('glob' in wants) {
      if (!values.some((value) => typeof value === 'string' && wants.glob.matches(value)))
        return `${path.source} does not match ${wants.glob.source}`;
    } else if (!values.some((value) => isEqual(value, wants.equals))) {
      return `${path.source} is not ${JSON.stringify(wants.equals)}`;
    }
  }
  return undefined;
}

function anyMatches(globs: readonly Glob[], text: string): boolean {
  return globs.length === 0 || globs.some((glob) => glob.matches(text));
}

function listOf(globs: readonly Glob[]): string {
  return globs.map(({ source }) => source).join(' or ');
}

/** As JSON sees it: the order of keys does not matter. The expected value is from a file and not deep. */
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

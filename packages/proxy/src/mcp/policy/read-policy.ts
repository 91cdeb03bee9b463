import type { RutbreakError } from '@rutbreak/core';
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import { globOf, type Glob } from './glob.js';
import { jsonPathOf } from './json-path.js';
import { type Action, ACTIONS, type Condition, type Policy, type Rule } from './policy.js';
import { ProxyError } from '../../shared/error.js';

const TOP_KEYS = ['version', 'default', 'rules'];
const RULE_KEYS = ['action', 'name', 'server', 'tool', 'args', 'reason'];
const MAX_TEXT = 1 << 20;

/** Reports every mistake before the first call, each with its line and a correction. */
export function readPolicy(text: string, file: string): Policy {
  if (text.length > MAX_TEXT) throw invalid(file, 1, 'is larger than 1 MiB');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const [broken] = document.errors;
  if (broken) {
    const hint = broken.code === 'BAD_ALIAS' ? ' (put a text that begins with * in quotes)' : '';
    throw invalid(file, lines.linePos(broken.pos[0]).line, `${broken.message}${hint}`);
  }
  return policyOf({ file, lines }, document.contents);
}

function invalid(file: string, line: number, problem: string): RutbreakError {
  return new ProxyError('POLICY_INVALID', { file, line, hint: `Line ${line}: ${problem}.` });
}

/** Walks the YAML document instead of the parsed value, because only the document has line numbers. */
interface Place {
  readonly file: string;
  readonly lines: LineCounter;
}

function policyOf(at: Place, root: Node | null): Policy {
  if (!isMap(root)) throw fail(at, root, 'a policy is a map with `default` and `rules`');
  checkKeys(at, root, TOP_KEYS);
  const version = nodeAt(at, root, 'version');
  if (version && !(isScalar(version) && version.value === 1))
    throw fail(at, version, 'this program reads `version: 1`');
  const fallback = nodeAt(at, root, 'default');
  const rules = nodeAt(at, root, 'rules');
  if (rules && !isSeq(rules)) throw fail(at, rules, '`rules` is a list');
  return {
    fallback: fallback ? actionOf(at, fallback) : 'allow',
    rules: rules ? rules.items.map((item) => ruleOf(at, item as Node)) : [],
  };
}

function ruleOf(at: Place, node: Node): Rule {
  if (!isMap(node)) throw fail(at, node, 'a rule is a map with `action`, and `server`, `tool` or `args`');
  checkKeys(at, node, RULE_KEYS);
  const action = nodeAt(at, node, 'action');
  if (!action) throw fail(at, node, `a rule needs \`action\`: ${ACTIONS.join(', ')}`);
  const name = textAt(at, node, 'name');
  const reason = textAt(at, node, 'reason');
  return {
    action: actionOf(at, action),
    line: lineOf(at, node),
    ...(name !== undefined && { name }),
    ...(reason !== undefined && { reason }),
    servers: globsOf(at, node, 'server'),
    tools: globsOf(at, node, 'tool'),
    conditions: conditionsOf(at, node),
  };
}

function actionOf(at: Place, node: Node): Action {
  const value = isScalar(node) ? node.value : undefined;
  const action = ACTIONS.find((one) => one === value);
  if (!action) throw fail(at, node, `an action is one of ${ACTIONS.join(', ')}`);
  return action;
}

function textAt(at: Place, map: YAMLMap, key: string): string | undefined {
  const node = nodeAt(at, map, key);
  if (!node) return undefined;
  if (!isScalar(node) || typeof node.value !== 'string') throw fail(at, node, `\`${key}\` is a text`);
  return node.value;
}

function globsOf(at: Place, map: YAMLMap, key: string): readonly Glob[] {
  const node = nodeAt(at, map, key);
  if (!node) return [];
  const items = isSeq(node) ? (node.items as Node[]) : [node];
  if (items.length === 0) throw fail(at, node, `\`${key}\` is empty; leave it out to match any`);
  return items.map((item) => {
    if (!isScalar(item) || typeof item.value !== 'string')
      throw fail(at, item, `\`${key}\` is a name or a list of names, in which * stands for any text`);
    return globOf(item.value);
  });
}

function conditionsOf(at: Place, map: YAMLMap): readonly Condition[] {
  const node = nodeAt(at, map, 'args');
  if (!node) return [];
  if (!isMap(node)) throw fail(at, node, '`args` is a map from paths such as $.path to what stands there');
  return node.items.map((pair) => conditionOf(at, pair as Pair<Node, Node | null>));
}

function conditionOf(at: Place, { key, value }: Pair<Node, Node | null>): Condition {
  const source = isScalar(key) ? key.value : undefined;
  const path = typeof source === 'string' ? jsonPathOf(source) : undefined;
  if (!path) throw fail(at, key, 'a path looks like $.path, $.list[0], $.list[*] or $["a key"]');
  if (isScalar(value)) {
    const wanted = value.value;
    return { path, wants: typeof wanted === 'string' ? { glob: globOf(wanted) } : { equals: wanted } };
  }
  if (isMap(value) && value.items.length === 1 && value.has('equals')) {
    const wanted = nodeAt(at, value, 'equals');
    return { path, wants: { equals: (wanted?.toJSON() as unknown) ?? null } };
  }
  throw fail(
    at,
    value ?? key,
    'write a text with * for any text, a number, true, false, null, or { equals: … }',
  );
}

function nodeAt(at: Place, map: YAMLMap, key: string): Node | undefined {
  return map.get(key, true) ?? undefined;
}

function checkKeys(at: Place, map: YAMLMap, known: readonly string[]): void {
  for (const { key } of map.items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (!known.includes(name))
      throw fail(at, key as Node, `there is no \`${name.slice(0, 40)}\` here; known are ${known.join(', ')}`);
  }
}

function fail(at: Place, node: Node | null, problem: string): RutbreakError {
  const said = isAlias(node) ? 'put a text that begins with * in quotes' : problem;
  return invalid(at.file, node ? lineOf(at, node) : 1, said);
}

function lineOf(at: Place, node: Node): number {
  return at.lines.linePos(node.range?.[0] ?? 0).line;
}

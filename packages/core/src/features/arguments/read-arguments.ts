import { asPlain } from '../../fingerprint/plain.js';
import type { ToolTrait } from '../../event/tool-trait.js';
import { hashNumber, hashOf, mix } from '../../text/hash.js';
import { addToSequence, addValue, type ArgumentReading, newArgumentReading } from './argument-reading.js';
import { readText, type Role } from './argument-text.js';
import { type FieldKnowledge, fieldKnowledge } from './field-knowledge.js';
import { parseJson, takeLeaf } from '../leaves.js';

const ROOT = 31;
const TOP = 0;

/** Never throws. */
export function readArguments(args: unknown, trait: ToolTrait): ArgumentReading {
  const into = newArgumentReading();
  try {
    const given = asPlain(args);
    const inner = typeof given === 'string' ? parseJson(given) : undefined;
    const visitor: Visitor = { into, trait };
    readValue(visitor, inner ?? given, fieldKnowledge(''), ROOT, TOP, 'identity');
  } catch {
    // A getter of the caller threw: continue with what was read so far.
    into.budget.isWhole = false;
  }
  return into;
}

interface Visitor {
  readonly into: ArgumentReading;
  readonly trait: ToolTrait;
}

function readValue(
  visitor: Visitor,
  value: unknown,
  field: FieldKnowledge,
  path: number,
  depth: number,
  role: Role,
): void {
  const { into } = visitor;
  if (!takeLeaf(into.budget, depth) || value === null || value === '') return;
  switch (typeof value) {
    case 'string': {
      const inner = parseJson(value);
      if (inner === undefined) readText(into, value, field, path, role);
      else readValue(visitor, inner, field, path, depth + 1, role);
      return;
    }
    case 'number':
      if (role !== 'echo') readNumber(into, value, field, path, role);
      return;
    case 'boolean':
      if (role !== 'echo') addFlag(into, mix(path, value ? 3 : 4), role);
      return;
    case 'bigint':
      if (Number.isSafeInteger(Number(value))) readNumber(into, Number(value), field, path, role);
      else into.budget.isWhole = false;
      return;
    case 'object':
      if (Array.isArray(value)) readList(visitor, value, field, path, depth, role);
      else readFields(visitor, value, path, depth, role);
      return;
    default:
    // JSON omits all other values.
  }
}

function readNumber(
  into: ArgumentReading,
  value: number,
  field: FieldKnowledge,
  path: number,
  role: Role,
): void {
  if (field.isWait) {
    if (value > 0 && !field.isTimeout) into.hasWait = true;
    return;
  }
  if (!Number.isFinite(value)) return;
  const hash = hashNumber(value + 0);
  const part = mix(path, hash);
  addValue(into, value + 0);
  addToSequence(into, hash >>> 1);
  if (role === 'identity') into.call = (into.call + part) | 0;
  into.target = (into.target + part) | 0;
  into.template = (into.template + mix(path, 2)) | 0;
}

function addFlag(into: ArgumentReading, hash: number, role: Role): void {
  if (role === 'identity') into.call = (into.call + hash) | 0;
  into.template = (into.template + hash) | 0;
}

function readList(
  visitor: Visitor,
  items: readonly unknown[],
  field: FieldKnowledge,
  path: number,
  depth: number,
  role: Role,
): void {
  const { budget } = visitor.into;
  for (let i = 0; i < items.length && budget.leaves >= 0; i++)
    readValue(visitor, asPlain(items[i]), field, mix(path, i + 3), depth + 1, role);
}

function readFields(visitor: Visitor, value: object, path: number, depth: number, role: Role): void {
  const { budget } = visitor.into;
  for (const name in value) {
    if (budget.leaves < 0) return;
    const field = fieldKnowledge(name);
    // Remarks about a call are not part of it, unless there is nothing else.
    if (field.isRemark && !hasOneField(value)) continue;
    if (!field.isWhole) budget.isWhole = false;
    const item = asPlain((value as Readonly<Record<string, unknown>>)[name]);
    if (field.isReference && typeof item === 'string' && !hasOneField(value)) {
      addReference(visitor.into, item);
      continue;
    }
    readValue(
      visitor,
      item,
      field,
      mix(path, field.hash),
      depth + 1,
      depth === TOP ? roleOf(visitor.trait, name) : role,
    );
  }
}

function addReference(into: ArgumentReading, text: string): void {
  const hash = hashOf(text);
  into.reference = mix(into.reference, hash);
  addToSequence(into, hash >>> 1);
}

function hasOneField(value: object): boolean {
  return Object.keys(value).length === 1;
}

function roleOf({ loopKey, volatileKeys }: ToolTrait, name: string): Role {
  if (volatileKeys?.includes(name) === true) return 'echo';
  return loopKey === undefined || loopKey.includes(name) ? 'identity' : 'other';
}

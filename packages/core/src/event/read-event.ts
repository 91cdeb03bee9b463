import type { AgentEvent, EventKind } from './event.js';
import { boundName, boundText } from './oversize.js';

/**
 * A bad event: it changed nothing.
 *
 * @example
 * ```ts
 * import { createGuard, type Refusal } from '@rutbreak/core';
 * const codeOf = (refusal: Refusal): string => refusal.code;
 * const decision = createGuard().session('run-1').observe({ kind: 'no such kind' });
 * decision.kind === 'refused' && codeOf(decision); // => 'EVENT_KIND'
 * ```
 */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: 'EVENT_SHAPE' | 'EVENT_KIND' | 'EVENT_FIELD';
  readonly field?: string;
  readonly hint: string;
}

type FieldType = 'any' | 'name' | 'text' | 'number' | 'time' | 'boolean' | readonly string[];

const TIME: Record<string, FieldType> = { at: 'time', agent: 'name', to: 'name', group: 'name' };

const DERIVED: Record<string, FieldType> = { derived: 'boolean', ...TIME };

/** Name → type; a trailing `!` marks a required field. */
const FIELDS: Record<EventKind, Record<string, FieldType>> = {
  attempt: { 'tool!': 'name', args: 'any', round: 'number', ...TIME },
  call: {
    'tool!': 'name',
    args: 'any',
    result: 'any',
    isError: 'boolean',
    round: 'number',
    tokens: 'number',
    cost: 'number',
    ...TIME,
  },
  message: { 'text!': 'text', tokens: 'number', cost: 'number', ...TIME },
  delta: { 'text!': 'text', channel: ['text', 'reasoning', 'arguments'], ...TIME },
  turn: {
    'role!': ['user', 'harness'],
    reason: ['prompt', 'compaction', 'schedule', 'restart', 'nudge', 'guard', 'other'],
    text: 'text',
    ...TIME,
  },
  edit: { 'path!': 'name', before: 'text', 'after!': 'text', ...DERIVED },
  error: { 'message!': 'text', type: 'name', fix: 'text', ...DERIVED },
  state: { goal: 'text', files: 'any', todos: 'any', error: 'any', ...DERIVED },
  step: { 'intent!': 'text', tool: 'name', 'status!': ['success', 'failure', 'pending', 'skipped'], ...TIME },
  reset: { ...TIME },
};

interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
}

const SCHEMA = new Map<unknown, readonly Field[]>(
  Object.entries(FIELDS).map(([kind, fields]) => [
    kind,
    Object.entries(fields).map(([name, type]) => ({
      name: name.replace('!', ''),
      type,
      required: name.endsWith('!'),
    })),
  ]),
);

const KINDS = Object.keys(FIELDS).join(', ');
const MAX_TIME = 64;

/**
 * Parses an event once, on arrival (the caller may know the kind): returns a fresh plain event with known
 * fields only, or the reason for refusing it. Never throws.
 */
export function readEvent(input: unknown, kind?: EventKind): AgentEvent | Refusal {
  if (typeof input !== 'object' || input === null) {
    return { kind: 'refused', code: 'EVENT_SHAPE', hint: 'An event is an object with a `kind`.' };
  }
  try {
    const fields = input as Readonly<Record<string, unknown>>;
    return readFields(fields, kind ?? fields['kind']);
  } catch {
    // A getter or proxy of the caller threw during the read.
    return { kind: 'refused', code: 'EVENT_SHAPE', hint: 'A property of the event could not be read.' };
  }
}

function readFields(input: Readonly<Record<string, unknown>>, kind: unknown): AgentEvent | Refusal {
  const fields = SCHEMA.get(kind);
  if (!fields) return { kind: 'refused', code: 'EVENT_KIND', field: 'kind', hint: `Use one of: ${KINDS}.` };

  const event: Record<string, unknown> = { kind };
  for (const field of fields) {
    const value = input[field.name];
    // An explicit null means "unknown" in JSON, except for fields that take any value.
    if (value === undefined || (value === null && field.type !== 'any')) {
      if (field.required) return refuseField(field, kind);
      continue;
    }
    const plain = typeof value === 'string' ? readText(value, field.type) : value;
    if (!fits(plain, field.type)) return refuseField(field, kind);
    event[field.name] = plain;
  }
  return event as unknown as AgentEvent;
}

/** Foreign traces write times as ISO dates. */
function readText(text: string, type: FieldType): unknown {
  if (type === 'time') return text.length > MAX_TIME ? NaN : Date.parse(text);
  if (type === 'name') return boundName(text);
  return type === 'text' ? boundText(text) : text;
}

function fits(value: unknown, type: FieldType): boolean {
  if (type === 'any') return true;
  if (type === 'text' || type === 'name') return typeof value === 'string';
  if (type === 'number' || type === 'time') return typeof value === 'number' && Number.isFinite(value);
  if (type === 'boolean') return typeof value === 'boolean';
  return typeof value === 'string' && type.includes(value);
}

function refuseField(field: Field, kind: unknown): Refusal {
  const hint = `\`${field.name}\` of a ${String(kind)} event must be ${wanted(field.type)}.`;
  return { kind: 'refused', code: 'EVENT_FIELD', field: field.name, hint };
}

function wanted(type: FieldType): string {
  if (type === 'time') return 'milliseconds or an ISO date';
  if (type === 'name') return 'a text';
  return typeof type === 'string' ? `a ${type}` : `one of: ${type.join(', ')}`;
}

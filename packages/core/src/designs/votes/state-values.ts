import type { StateEvent } from '../../event/event.js';
import { combine, provenPrint, textPrint } from '../../fingerprint/fingerprint.js';
import { tidyPath } from '../../fingerprint/normalise.js';

/** One part of a state snapshot that can return to an earlier value. */
export interface StateValue {
  readonly kind: 'goal-flip-flop' | 'edit-undo' | 'todo-cycling';
  readonly key: string;
  readonly what: string;
  readonly value: number;
}

const MAX_PARTS = 24;

type Pair = readonly [name: string, value: unknown];

/** The goal, each todo's status and each file's content hash, as far as the snapshot has them. Never throws. */
export function stateValues({ goal, todos, files }: StateEvent, seq: number): readonly StateValue[] {
  const values: StateValue[] = [];
  if (goal !== undefined)
    values.push({ kind: 'goal-flip-flop', key: 'goal', what: goal, value: provenPrint(goal, seq) });
  for (const [name, status] of pairs(todos)) {
    values.push({
      kind: 'todo-cycling',
      key: `todo:${textPrint(name)}`,
      what: name,
      value: provenPrint(status, seq),
    });
  }
  if (!Array.isArray(files)) {
    for (const [name, content] of pairs(files)) {
      const key = `edit:${textPrint(tidyPath(name))}`;
      values.push({ kind: 'edit-undo', key, what: name, value: provenPrint(content, seq) });
    }
  }
  return values;
}

/** `{name: status}`, or a list of `{id | content | title, status}`. */
function pairs(value: unknown): readonly Pair[] {
  if (typeof value !== 'object' || value === null) return [];
  try {
    const items: readonly unknown[] = Array.isArray(value)
      ? value.slice(0, MAX_PARTS)
      : Object.entries(value).slice(0, MAX_PARTS);
    return items.flatMap((item) => (Array.isArray(value) ? namedStatus(item) : [item as Pair]));
  } catch {
    return [];
  }
}

function namedStatus(item: unknown): readonly Pair[] {
  if (typeof item !== 'object' || item === null) return [];
  const { id, content, title, text, status } = item as Readonly<Record<string, unknown>>;
  const name = [id, content, title, text].find((one) => typeof one === 'string' || typeof one === 'number');
  return name === undefined || status === undefined ? [] : [[String(name).slice(0, 120), status]];
}

/** An empty snapshot is not a state to return to. */
export function isBlank({ goal, files, todos, error }: StateEvent): boolean {
  return [goal, files, todos, error].every((part) => part == null);
}

export function stateHash({ goal, files, todos, error }: StateEvent, seq: number): number {
  return combine(...[goal, files, todos, error].map((part) => provenPrint(part ?? null, seq)));
}

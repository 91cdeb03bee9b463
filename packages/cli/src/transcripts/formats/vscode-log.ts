import { type Fields, fieldsOf, isFields, listOf, numberOf } from '../fields.js';

/** The kinds of change: a field is set, entries are added to a list, a field is removed. */
const SET = 1;
const PUSH = 2;
const REMOVE = 3;

export function isChange(value: unknown): value is Fields {
  const { kind, k: path } = fieldsOf(value);
  return (kind === SET || kind === PUSH || kind === REMOVE) && Array.isArray(path) && path.every(isStep);
}

/** A name that would change the object itself is no field. */
function isStep(step: unknown): step is string | number {
  return (typeof step === 'string' && step !== '__proto__') || (Number.isInteger(step) && Number(step) >= 0);
}

/** Changes the session; `false` if the place of the change is not there. */
export function applyChange(session: unknown, change: Fields): boolean {
  const path = listOf(change['k']) as readonly (string | number)[];
  const last = path.at(-1);
  const parent = path.slice(0, -1).reduce(childOf, session);
  if (last === undefined) return false;
  if (change['kind'] === PUSH) return push(childOf(parent, last), change);
  return put(parent, last, change['kind'] === SET ? change['v'] : undefined);
}

function childOf(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return typeof step === 'number' ? (value as unknown[])[step] : undefined;
  return isFields(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function put(parent: unknown, step: string | number, value: unknown): boolean {
  if (Array.isArray(parent)) {
    if (typeof step !== 'number' || step > parent.length) return false;
    parent[step] = value;
    return true;
  }
  if (!isFields(parent)) return false;
  (parent as Record<string, unknown>)[step] = value;
  return true;
}

/** With `i`, everything from there on goes first. */
function push(list: unknown, { v: added, i: start }: Fields): boolean {
  if (!Array.isArray(list)) return false;
  list.length = Math.min(list.length, Math.max(0, numberOf(start) ?? list.length));
  for (const entry of listOf(added)) list.push(entry);
  return true;
}

import { argumentsOf, textOf } from './derive-arguments.js';
import { editsOf, patchIn } from './derive-edits.js';
import { textsOf, wasDone } from './derive-result.js';
import { plainName, ROLES, SHOWING_COMMANDS, type ToolRole } from './derive-table.js';
import type { AgentEvent, CallEvent, EditEvent, ErrorEvent, StateEvent } from '../event.js';
import { textPrint } from '../../fingerprint/fingerprint.js';
import { nameTable } from '../../text/name-table.js';
import { boundName } from '../oversize.js';
import type { Piece } from './patch-text.js';
import { readTestFailure } from './test-report.js';
import { readTodos } from './todo-list.js';

/** An event derived from a call. */
export type DerivedEvent = (EditEvent | StateEvent | ErrorEvent) & { readonly derived: true };

const NONE: readonly DerivedEvent[] = [];
const MAX_EVENTS = 32;
const MAX_GOAL = 500;
const MAX_OUTPUT = 32_768;

const roleOf: (tool: string) => ToolRole | 'none' = nameTable((tool) => ROLES.get(plainName(tool)) ?? 'none');

/**
 * What a call changed besides returning a result: files (`edit`), the list of todos (`state`), failed tests
 * (`error`). Pure, bounded, and never throws. For most tools the name shows that there is nothing.
 */
export function deriveEvents(call: CallEvent): readonly DerivedEvent[] {
  try {
    const role = roleOf(call.tool);
    if (role === 'none') return NONE;
    if (role === 'edit') return wasDone(call) ? editEvents(call, editsOf(call)) : NONE;
    if (role === 'todos') return wasDone(call) ? stateEvents(call) : NONE;
    const patched = patchIn(call);
    if (patched.length > 0) return wasDone(call) ? editEvents(call, patched) : NONE;
    return errorEvents(call);
  } catch {
    // A getter or proxy of the caller threw.
    return NONE;
  }
}

/** The event and its derived events, in the order in which a session processes them. */
export function withDerived<Event extends AgentEvent>(event: Event): readonly (Event | DerivedEvent)[] {
  if (event.kind !== 'call') return [event];
  const derived = deriveEvents(event);
  return derived.length === 0 ? [event] : [event, ...derived];
}

/** Whether the event was derived from a call. */
export function isDerived(event: AgentEvent): boolean {
  return 'derived' in event && event.derived;
}

/** A derived edit or error repeats the call before it. A list of todos is new information. */
export function restatesCall(event: AgentEvent): boolean {
  return event.kind !== 'state' && isDerived(event);
}

function stamp({ at }: CallEvent): { readonly derived: true; readonly at?: number } {
  return at === undefined ? { derived: true } : { derived: true, at };
}

function editEvents(call: CallEvent, pieces: readonly Piece[]): readonly DerivedEvent[] {
  return pieces.slice(0, MAX_EVENTS).map(({ path, before, after }) => ({
    kind: 'edit',
    path: boundName(path),
    // No old text: the piece was inserted, or the file is new.
    ...(before !== undefined && before !== '' && { before: hashOf(before) }),
    after: hashOf(after),
    ...stamp(call),
  }));
}

/** For comparing only. */
function hashOf(text: string): string {
  return textPrint(text).toString(36);
}

function stateEvents(call: CallEvent): readonly DerivedEvent[] {
  const given = argumentsOf(call.args);
  const todos = readTodos(given.todos);
  const goal = textOf(given.goal)?.slice(0, MAX_GOAL);
  if (todos === undefined && goal === undefined) return NONE;
  return [
    {
      kind: 'state',
      ...(goal !== undefined && { goal }),
      ...(todos !== undefined && { todos }),
      ...stamp(call),
    },
  ];
}

/** A failed call without a test report already says everything. */
function errorEvents(call: CallEvent): readonly DerivedEvent[] {
  if (isShowing(textOf(argumentsOf(call.args).command))) return NONE;
  for (const text of textsOf(call.result, MAX_OUTPUT)) {
    const failure = readTestFailure(text);
    if (failure) return [{ kind: 'error', ...failure, ...stamp(call) }];
  }
  return NONE;
}

function isShowing(command = ''): boolean {
  if (command.includes('&&') || command.includes(';')) return false;
  const [first = ''] = command.slice(0, 80).trimStart().split(/\s/, 1);
  return SHOWING_COMMANDS.has(first);
}

import type {
  AgentEvent,
  CallEvent,
  DeltaEvent,
  EditEvent,
  ErrorEvent,
  MessageEvent,
  StateEvent,
  StepEvent,
  TurnEvent,
} from '../event/event.js';

/** A call with its result. */
export function call(
  tool: string,
  args?: unknown,
  result?: unknown,
  more: Partial<CallEvent> = {},
): CallEvent {
  return { kind: 'call', tool, args, result, ...more };
}

/** A call that ended in an error. */
export function failure(
  tool: string,
  args: unknown,
  message: string,
  more: Partial<CallEvent> = {},
): CallEvent {
  return call(tool, args, message, { isError: true, ...more });
}

export function message(text: string, more: Partial<MessageEvent> = {}): MessageEvent {
  return { kind: 'message', text, ...more };
}

export function delta(text: string, more: Partial<DeltaEvent> = {}): DeltaEvent {
  return { kind: 'delta', text, ...more };
}

/** A text as it streams in, `size` characters at a time. */
export function deltas(text: string, size = 7): DeltaEvent[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
    delta(text.slice(i * size, (i + 1) * size)),
  );
}

export function turn(text = 'next', more: Partial<TurnEvent> = {}): TurnEvent {
  return { kind: 'turn', role: 'user', reason: 'prompt', text, ...more };
}

export function edit(path: string, before: string | undefined, after: string): EditEvent {
  return before === undefined ? { kind: 'edit', path, after } : { kind: 'edit', path, before, after };
}

export function error(type: string, message_ = '', more: Partial<ErrorEvent> = {}): ErrorEvent {
  return { kind: 'error', type, message: message_, ...more };
}

export function state(fields: Omit<StateEvent, 'kind'>): StateEvent {
  return { kind: 'state', ...fields };
}

export function step(
  intent: string,
  tool: string | undefined,
  status: StepEvent['status'] = 'success',
): StepEvent {
  return tool === undefined ? { kind: 'step', intent, status } : { kind: 'step', intent, tool, status };
}

export function times<T extends AgentEvent>(count: number, events: T | readonly T[]): T[] {
  return Array.from({ length: count }, () => events).flat() as T[];
}

/** The numbers from `from` on, `count` of them. */
export function range(count: number, from = 0): number[] {
  return Array.from({ length: count }, (_, i) => from + i);
}

import type { Loop, StoredEvent } from '../../contract.js';
import { json } from '../../format.js';
import { omit } from '../../omit.js';

/** One event of the timeline, from any ingest route. */
export interface EventRow {
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
  /** The tool, or the speaker. */
  readonly name: string;
  /** Arguments or text. */
  readonly what: string;
  /** The result. */
  readonly result: string;
  readonly isFailure: boolean;
  readonly isHeld: boolean;
  /** Derived by the guard from the call before it: not an action of the agent. */
  readonly isDerived: boolean;
  /** The event in which the agent asked before this call. */
  readonly question?: number;
  readonly event: StoredEvent;
}

type Body = Readonly<Record<string, unknown>>;

export function bodyOf({ body }: StoredEvent): Body {
  return typeof body === 'object' && body !== null ? (body as Body) : {};
}

const part = (body: Body, name: string): Body =>
  typeof body[name] === 'object' && body[name] !== null ? (body[name] as Body) : {};
const text = (value: unknown): string => (value === undefined || value === null ? '' : flat(value));
const flat = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export function rowOf(event: StoredEvent): EventRow {
  const body = bodyOf(event);
  const common = {
    ...{ seq: event.seq, at: event.at, isHeld: event.held, event },
    isDerived: body['derived'] === true,
  };
  return isStep(body) ? { ...common, ...stepRow(body) } : { ...common, ...nativeRow(body) };
}

/** A DecisionLog message. */
export function isStep(body: Body): boolean {
  return 'cognition' in body && 'action' in body;
}

type Told = Pick<EventRow, 'kind' | 'name' | 'what' | 'result' | 'isFailure'>;

function stepRow(body: Body): Told {
  const action = part(body, 'action');
  const intent = text(part(body, 'cognition')['intent']);
  const input = action['tool_input'] === undefined ? '' : ` ${text(action['tool_input'])}`;
  return {
    kind: 'step',
    name: text(action['tool_call']) || 'thinks',
    what: intent + input,
    result: text(action['tool_output_summary']) || text(action['status']),
    isFailure: action['status'] === 'failure',
  };
}

function nativeRow(body: Body): Told {
  const kind = text(body['kind']) || 'event';
  const told = { kind, name: kind, what: '', result: '', isFailure: body['isError'] === true };
  switch (kind) {
    case 'call':
    case 'attempt':
      return {
        ...told,
        name: text(body['tool']),
        what: argsText(body['args']),
        result: text(body['result']),
      };
    case 'edit':
      return {
        ...told,
        what: text(body['path']),
        result: `${text(body['before'])} → ${text(body['after'])}`,
      };
    case 'error':
      return {
        ...told,
        ...{ name: text(body['type']) || 'error', what: text(body['message']), isFailure: true },
        result: body['fix'] === undefined ? '' : `fix: ${text(body['fix'])}`,
      };
    case 'turn':
      return { ...told, name: text(body['role']) || 'turn', what: text(body['text']) };
    case 'message':
    case 'delta':
      return { ...told, what: text(body['text']) };
    default: {
      const rest = omit(body, ['kind', 'at']);
      return { ...told, what: Object.keys(rest).length === 0 ? '' : flat(rest) };
    }
  }
}

/** `{"command":"git status"}` reads better as `git status`. */
function argsText(args: unknown): string {
  if (typeof args !== 'object' || args === null) return text(args);
  const values = Object.values(args as Body);
  const [only] = values;
  return values.length === 1 && typeof only === 'string' ? only : flat(args);
}

export function fullText(event: StoredEvent): string {
  return json(event.body);
}

/** The newest loop that contains the event. */
export function loopAt(loops: readonly Loop[], seq: number): Loop | undefined {
  return loops.findLast((loop) => {
    const [first, last] = spanOf(loop);
    return seq >= first && seq <= last;
  });
}

/** `held` marks events that were held on arrival; only the last `count` of them are still held. */
export function stillHeld(events: readonly StoredEvent[], count: number): readonly StoredEvent[] {
  const held = events.filter((event) => event.held);
  const over = new Set(held.slice(0, Math.max(0, held.length - count)));
  return over.size === 0
    ? events
    : events.map((event) => (over.has(event) ? { ...event, held: false } : event));
}

/** From the first repeat to the last one. */
export function spanOf(loop: Loop): readonly [first: number, last: number] {
  const { events } = loop.evidence;
  return [Math.min(loop.first_seq, ...events), Math.max(loop.last_seq, ...events)];
}

import {
  type AgentEvent,
  createGuard,
  type Guard,
  type GuardOptions,
  type GuardSession,
} from '@rutbreak/core';

/** The next answer of a scripted model. */
export interface Step {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
}

export interface ScriptedCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A model that plays a script and records its requests. */
export interface ScriptedModel {
  /** Each request as JSON. */
  readonly requests: string[];
  readonly next: (request: unknown) => Step;
}

export function scripted(script: (step: number, request: string) => Step): ScriptedModel {
  const requests: string[] = [];
  return {
    requests,
    next(request) {
      const text = JSON.stringify(request);
      requests.push(text);
      return script(requests.length, text);
    },
  };
}

interface SearchCall {
  readonly args: { readonly q: string };
}

let made = 0;

/** A call with a unique id. */
export function callOf(q: string, tool: 'search' | 'fail' = 'search'): ScriptedCall & SearchCall {
  return { id: `call_${(made += 1)}`, tool, args: { q } };
}

/** The tools of the tests: `search` never finds `x`, and `fail` fails. */
export function runTool(tool: string, { q }: { readonly q: string }): string {
  if (tool === 'fail') throw new Error(`no access to ${q}`);
  return q === 'x' ? 'no results' : `found ${q}`;
}

/** An event without times and tokens, for comparison. */
export type Heard = Readonly<Record<string, unknown>>;

/** A guard that records its events by session. */
export function recordingGuard(options: GuardOptions = {}): {
  readonly guard: Guard;
  readonly recorded: Map<string, Heard[]>;
} {
  const guard = createGuard(options);
  const recorded = new Map<string, Heard[]>();
  const session: Guard['session'] = (id, given) => {
    const list = recorded.get(id) ?? [];
    recorded.set(id, list);
    return recording(guard.session(id, given), list);
  };
  return { guard: { ...guard, session }, recorded };
}

const KINDS: Readonly<Partial<Record<keyof GuardSession, AgentEvent['kind']>>> = {
  ...{ before: 'attempt', after: 'call', delta: 'delta', message: 'message', turn: 'turn', reset: 'reset' },
};

function recording(session: GuardSession, list: Heard[]): GuardSession {
  return new Proxy(session, {
    get(target, name: keyof GuardSession) {
      const kind = KINDS[name];
      if (name === 'observe')
        return (event: AgentEvent) => {
          list.push(comparable(event.kind, event));
          return target.observe(event);
        };
      if (kind === undefined) return Reflect.get(target, name) as unknown;
      return (fields: unknown) => {
        list.push(comparable(kind, fields));
        return (target[name] as (fields: unknown) => unknown)(fields);
      };
    },
  });
}

function comparable(kind: string, fields: unknown): Heard {
  const rest = Object.entries((typeof fields === 'object' ? fields : {}) as Heard);
  return { kind, ...Object.fromEntries(rest.filter(([name]) => name !== 'at' && name !== 'tokens')) };
}

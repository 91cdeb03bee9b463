import { archiveRecorder } from './guard/archive-recorder.js';
import type { Engine, PresetOptions } from './configure.js';
import type { Decision, State } from './decision.js';
import type { EventKind } from './event/event.js';
import { guardEngine, ownEngines, reconfigured } from './guard/engines.js';
import type { Guard, GuardOptions, GuardSession, SessionOptions } from './guard/types.js';
import { override } from './override.js';
import { reduce, start } from './pipeline.js';
import type { PresetName } from './presets/index.js';
import type { Preset } from './presets/preset.js';
import { setRecent } from './shared/recent.js';
import { restore, snapshot } from './snapshot.js';

/**
 * The front door for embedders: sessions in memory, one decision per event.
 *
 * @example
 * ```ts
 * import { createGuard } from '@rutbreak/core';
 * const session = createGuard().session('run-1');
 * const status = { tool: 'Bash', args: { command: 'git status' }, result: 'clean' };
 * const decisions = [1, 2, 3, 4, 5].map(() => session.after(status));
 * const last = decisions.at(-1)!;
 * last.kind; // => 'act'
 * last.kind === 'act' && last.rung; // => 'nudge'
 * ```
 */
export function createGuard<const P extends PresetName | Preset = 'default'>(
  options: GuardOptions<P> = {},
): Guard<P> {
  let engine = guardEngine(options);
  const { maxSessions = 10_000, archive } = options;
  const own = ownEngines(options);
  const memory = archive && archiveRecorder(archive);
  const { states, keep, drop } = keepStates(maxSessions, own.drop, memory?.forget);
  const engineOf = (id: string): Engine => own.of(id, engine);
  const stateOf = (id: string): State => states.get(id) ?? start(engineOf(id));
  const observe: Observe = (id, event, kind) => {
    const { state, decision } = reduce(stateOf(id), event, engineOf(id), kind);
    if (decision.kind !== 'refused') keep(id, state);
    memory?.note(id, event, decision);
    return decision;
  };

  const session = (id: string, given?: SessionOptions): GuardSession => {
    if (given) own.set(id, engine, given);
    return sessionOf(id, observe, {
      snapshot: () => snapshot(stateOf(id), engineOf(id)),
      override(request) {
        const overridden = override(stateOf(id), request, engineOf(id), id);
        if (overridden.kind === 'refused') return overridden;
        keep(id, overridden.state);
        memory?.overridden(overridden.loop, request.at);
        return overridden.record;
      },
    });
  };

  return {
    preset: engine.preset.id,
    session,
    restore: (id, value) => (keep(id, restore(value, engine)), session(id)),
    forget: drop,
    configure: (next) => void (engine = reconfigured(engine, next as PresetOptions, options)),
  };
}

type Drop = (id: string) => void;

/** The states of all sessions; beyond the maximum, the least recently used one is dropped. */
function keepStates(maxSessions: number, ...others: readonly (Drop | undefined)[]) {
  const states = new Map<string, State>();
  let newest: string | undefined;
  const drop = (id: string): void => {
    states.delete(id);
    if (id === newest) newest = undefined;
    for (const other of others) other?.(id);
  };
  const keep = (id: string, state: State): void => {
    // Mostly one session goes on; to move it to the end of the map would take longer.
    if (id === newest) states.set(id, state);
    else setRecent(states, (newest = id), state, maxSessions, drop);
  };
  return { states, keep, drop };
}

type Observe = (id: string, event: unknown, kind?: EventKind) => Decision;

function sessionOf(
  id: string,
  observe: Observe,
  rest: Pick<GuardSession, 'snapshot' | 'override'>,
): GuardSession {
  const tell = (kind: EventKind, fields: unknown): Decision => observe(id, fields, kind);
  const textOr = (input: unknown): unknown => (typeof input === 'string' ? { text: input } : input);
  return {
    id,
    before: (call) => tell('attempt', call),
    after: (call) => tell('call', call),
    delta: (delta) => tell('delta', textOr(delta)),
    message: (message) => tell('message', textOr(message)),
    turn: (turn) => tell('turn', turn),
    edit: (edit) => tell('edit', edit),
    state: (state) => tell('state', state),
    error: (error) => tell('error', error),
    step: (step) => tell('step', step),
    observe: (event) => observe(id, event),
    reset: (at) => observe(id, at === undefined ? { kind: 'reset' } : { kind: 'reset', at }),
    ...rest,
  };
}

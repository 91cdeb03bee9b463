import { archivist } from './archivist.js';
import { checkObject, configure, type Engine, type PresetOptions } from './configure.js';
import { RutbreakError } from './error.js';
import type { EdgeOptions } from './escalation/policy.js';
import type {
  AgentEvent,
  AttemptEvent,
  CallEvent,
  DeltaEvent,
  EditEvent,
  ErrorEvent,
  EventKind,
  MessageEvent,
  StateEvent,
  StepEvent,
  TurnEvent,
} from './event/event.js';
import type { ToolTrait } from './event/tool-trait.js';
import type { Decision, State } from './decision.js';
import type { OverrideRecord, OverrideRefusal, OverrideRequest } from './escalation/override.js';
import type { Archive } from './memory/archive.js';
import { override } from './override.js';
import { reduce, start } from './pipeline.js';
import type { Preset } from './presets/preset.js';
import { DEFAULT_PRESET } from './presets/index.js';
import { restore, type Snapshot, snapshot } from './snapshot.js';

export interface GuardOptions extends EdgeOptions {
  /** One of ours by its name, or a preset of your own. Default `default`. */
  readonly preset?: string | Preset;
  readonly options?: PresetOptions;
  /** What is known about tools, by name: what makes two calls the same, what they do. */
  readonly tools?: Readonly<Record<string, ToolTrait>>;
  /** Options that hold for sessions of one model only, by its name. */
  readonly models?: Readonly<Record<string, PresetOptions>>;
  /** What is known of loops across sessions: it is told what was seen, what became of it, and what was overridden. */
  readonly archive?: Archive;
  /** Beyond this many sessions the one unused for longest is forgotten. Default 10,000. */
  readonly maxSessions?: number;
}

/** What holds for one session only; the guard's own settings stand where nothing is given. */
export interface SessionOptions extends EdgeOptions {
  /** Picks the options of that model. */
  readonly model?: string;
  /** Over the guard's and the model's: what the host knows only while the session runs, such as its re-injections. */
  readonly options?: PresetOptions;
  /** Added to what the guard knows about tools. */
  readonly tools?: Readonly<Record<string, ToolTrait>>;
}

type Fields<Event extends AgentEvent> = Omit<Event, 'kind'>;

/** One agent run. Each method takes one event in and returns what should happen; none throws on bad input. */
export interface GuardSession {
  readonly id: string;
  /** Ask before a call is made: the last chance to veto it. */
  before(call: Fields<AttemptEvent>): Decision;
  /** Tell what a call brought. */
  after(call: Fields<CallEvent>): Decision;
  delta(delta: string | Fields<DeltaEvent>): Decision;
  message(message: string | Fields<MessageEvent>): Decision;
  turn(turn: Fields<TurnEvent>): Decision;
  edit(edit: Fields<EditEvent>): Decision;
  state(state: Fields<StateEvent>): Decision;
  error(error: Fields<ErrorEvent>): Decision;
  step(step: Fields<StepEvent>): Decision;
  /** Any event of the trace format. */
  observe(event: unknown): Decision;
  /** Lift what is blocked and start afresh. */
  reset(at?: number): Decision;
  /** A person says that this is no loop: the record of it, or what is still missing. */
  override(request: OverrideRequest): OverrideRecord | OverrideRefusal;
  snapshot(): Snapshot;
}

export interface Guard {
  readonly preset: string;
  /** The session of that name; a new one if there is none. Options hold from the next event on. */
  session(id: string, options?: SessionOptions): GuardSession;
  /** Puts a session back as it was. Throws a RutbreakError if the snapshot does not fit. */
  restore(id: string, snapshot: unknown): GuardSession;
  forget(id: string): void;
  /** New options from the next event on; on a bad value it throws and the old ones stay. */
  configure(options: PresetOptions): void;
}

/** The front door for embedders: sessions in memory, one decision an event. */
export function createGuard(options: GuardOptions = {}): Guard {
  checkObject('createGuard', options, 'Use createGuard({ preset, options, … }).');
  const { preset = DEFAULT_PRESET, tools, maxSessions = 10_000, archive } = options;
  checkMost(maxSessions);
  checkArchive(archive);
  let engine = checkModels(configure(preset, options.options, tools, options), options);
  const own = ownEngines(options);
  const memory = archive && archivist(archive);
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
    configure(next) {
      engine = configure(engine.preset, mergeOptions(engine.options, next), engine.lens.tools, options);
    },
  };
}

type Drop = (id: string) => void;

/** The states of all sessions; the one unused for longest goes when there are too many. */
function keepStates(maxSessions: number, ...others: readonly (Drop | undefined)[]) {
  const states = new Map<string, State>();
  const drop = (id: string): void => {
    states.delete(id);
    for (const other of others) other?.(id);
  };
  const keep = (id: string, state: State): void => {
    states.delete(id);
    states.set(id, state);
    for (const oldest of states.keys()) {
      if (states.size <= maxSessions) break;
      drop(oldest);
    }
  };
  return { states, keep, drop };
}

/** The engine of a session with settings of its own, and what it was made from. */
interface OwnEngine {
  readonly base: Engine;
  readonly given: SessionOptions;
  readonly engine: Engine;
}

/** Engines of sessions with settings of their own; made anew when the guard's change. */
function ownEngines(options: GuardOptions) {
  const engines = new Map<string, OwnEngine>();
  const set = (id: string, base: Engine, given: SessionOptions): Engine => {
    const engine = ownEngine(base, given, options);
    engines.set(id, { base, given, engine });
    return engine;
  };
  return {
    set,
    of(id: string, base: Engine): Engine {
      const own = engines.get(id);
      if (!own) return base;
      return own.base === base ? own.engine : set(id, base, own.given);
    },
    drop: (id: string): void => void engines.delete(id),
  };
}

function ownEngine(base: Engine, given: SessionOptions, { models = {}, ...edge }: GuardOptions): Engine {
  const { model, tools } = given;
  const ofModel = model !== undefined && Object.hasOwn(models, model) ? models[model]! : {};
  const options = mergeOptions(mergeOptions(base.options, ofModel), given.options ?? {});
  return configure(base.preset, options, { ...base.lens.tools, ...tools }, { ...edge, ...given });
}

/** A wrong limit is told when the guard is made, not when the first session of that model comes. */
function checkModels(engine: Engine, options: GuardOptions): Engine {
  const { models = {} } = options;
  checkObject('models', models, 'Use an object: model → options.');
  for (const [model, given] of Object.entries(models)) {
    checkObject(`models.${model}`, given, 'Use an object: detector → { option: value }.');
    ownEngine(engine, { model }, options);
  }
  return engine;
}

function checkArchive(archive: Partial<Archive> | null | undefined): void {
  if (archive === undefined || typeof archive?.record === 'function') return;
  throw new RutbreakError('OPTION_TYPE', { option: 'archive', got: archive, hint: 'Use createArchive().' });
}

function checkMost(maxSessions: number): void {
  if (Number.isInteger(maxSessions) && maxSessions >= 1) return;
  const hint = 'Use a whole number from 1.';
  throw new RutbreakError('OPTION_RANGE', { option: 'maxSessions', got: maxSessions, hint });
}

/** What is no object goes through as it is: `configure` refuses it by name. */
function mergeOptions(options: PresetOptions, next: PresetOptions): PresetOptions {
  const owners = [...new Set([...Object.keys(options), ...Object.keys(next)])];
  const merged = owners.map((owner): [string, unknown] => {
    const given: unknown = next[owner];
    const isObject = typeof given === 'object' && given !== null;
    return [owner, isObject ? { ...options[owner], ...given } : given === undefined ? options[owner] : given];
  });
  return Object.fromEntries(merged) as PresetOptions;
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

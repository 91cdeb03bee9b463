import { configure, type Engine, type PresetOptions } from './configure.js';
import { RutbreakError } from './error.js';
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
import type { ToolTrait } from './event/percept.js';
import { type Decision, reduce, start, type State } from './pipeline.js';
import type { Preset } from './presets/preset.js';
import { DEFAULT_PRESET } from './presets/index.js';
import { restore, type Snapshot, snapshot } from './snapshot.js';

export interface GuardOptions {
  /** One of ours by its name, or a preset of your own. Default `votes`. */
  readonly preset?: string | Preset;
  readonly options?: PresetOptions;
  /** What is known about tools, by name: what makes two calls the same, what they do. */
  readonly tools?: Readonly<Record<string, ToolTrait>>;
  /** Beyond this many sessions the one unused for longest is forgotten. Default 10,000. */
  readonly maxSessions?: number;
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
  snapshot(): Snapshot;
}

export interface Guard {
  readonly preset: string;
  /** The session of that name; a new one if there is none. */
  session(id: string): GuardSession;
  /** Puts a session back as it was. Throws a RutbreakError if the snapshot does not fit. */
  restore(id: string, snapshot: unknown): GuardSession;
  forget(id: string): void;
  /** New options from the next event on; on a bad value it throws and the old ones stay. */
  configure(options: PresetOptions): void;
}

/** The front door for embedders: sessions in memory, one decision an event. */
export function createGuard({
  preset = DEFAULT_PRESET,
  options,
  tools,
  maxSessions = 10_000,
}: GuardOptions = {}): Guard {
  checkMost(maxSessions);
  let engine = configure(preset, options, tools);
  const states = new Map<string, State>();

  const keep = (id: string, state: State): void => {
    states.delete(id);
    states.set(id, state);
    for (const oldest of states.keys()) {
      if (states.size <= maxSessions) break;
      states.delete(oldest);
    }
  };
  const observe: Observe = (id, event, kind) => {
    const { state, decision } = reduce(states.get(id) ?? start(engine), event, engine, kind);
    if (decision.kind !== 'refused') keep(id, state);
    return decision;
  };

  const session = (id: string): GuardSession =>
    sessionOf(id, observe, () => snapshot(states.get(id) ?? start(engine), engine));

  return {
    preset: engine.preset.id,
    session,
    restore(id, value) {
      keep(id, restore(value, engine));
      return session(id);
    },
    forget: (id) => void states.delete(id),
    configure(next) {
      engine = configure(engine.preset, mergeOptions(engine, next), engine.lens.tools);
    },
  };
}

function checkMost(maxSessions: number): void {
  if (Number.isInteger(maxSessions) && maxSessions >= 1) return;
  const hint = 'Use a whole number from 1.';
  throw new RutbreakError('OPTION_RANGE', { option: 'maxSessions', got: maxSessions, hint });
}

/** What is no object goes through as it is: `configure` refuses it by name. */
function mergeOptions({ options }: Engine, next: PresetOptions): PresetOptions {
  const owners = [...new Set([...Object.keys(options), ...Object.keys(next)])];
  const merged = owners.map((owner): [string, unknown] => {
    const given: unknown = next[owner];
    const isObject = typeof given === 'object' && given !== null;
    return [owner, isObject ? { ...options[owner], ...given } : given === undefined ? options[owner] : given];
  });
  return Object.fromEntries(merged) as PresetOptions;
}

type Observe = (id: string, event: unknown, kind?: EventKind) => Decision;

function sessionOf(id: string, observe: Observe, takeSnapshot: () => Snapshot): GuardSession {
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
    snapshot: takeSnapshot,
  };
}

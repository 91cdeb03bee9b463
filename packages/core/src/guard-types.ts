import type { PresetOptions } from './configure.js';
import type { Decision } from './decision.js';
import type { OverrideRecord, OverrideRefusal, OverrideRequest } from './escalation/override.js';
import type { EdgeOptions } from './escalation/policy.js';
import type {
  AgentEvent,
  AttemptEvent,
  CallEvent,
  DeltaEvent,
  EditEvent,
  ErrorEvent,
  MessageEvent,
  StateEvent,
  StepEvent,
  TurnEvent,
} from './event/event.js';
import type { ToolTrait } from './event/tool-trait.js';
import type { Archive } from './memory/archive.js';
import type { OptionsByPreset, PresetName } from './presets/index.js';
import type { Preset } from './presets/preset.js';
import type { Snapshot } from './snapshot.js';

/** The options that a preset takes: typed for one of ours, any for a preset of your own. */
type OptionsFor<P extends PresetName | Preset> = P extends PresetName ? OptionsByPreset[P] : PresetOptions;

/**
 * The settings of a guard. All are optional.
 *
 * @example
 * ```ts
 * import { createGuard, type GuardOptions } from '@rutbreak/core';
 * const options: GuardOptions<'default'> = { preset: 'default', options: { 'repeated-call': { limit: 6 } } };
 * createGuard(options).preset; // => 'default'
 * ```
 */
export interface GuardOptions<P extends PresetName | Preset = PresetName | Preset> extends EdgeOptions {
  /** One of ours by its name, or a preset of your own. Default `default`. */
  readonly preset?: P;
  readonly options?: OptionsFor<P>;
  /** What is known about tools, by name: what makes two calls the same, what they do. */
  readonly tools?: Readonly<Record<string, ToolTrait>>;
  /** Options that hold for sessions of one model only, by its name. */
  readonly models?: Readonly<Record<string, OptionsFor<P>>>;
  /** What is known of loops across sessions: it is told what was seen, what became of it, and what was overridden. */
  readonly archive?: Archive;
  /** Beyond this many sessions the one unused for longest is forgotten. Default 10,000. */
  readonly maxSessions?: number;
}

/**
 * What holds for one session only; the guard's own settings stand where nothing is given.
 *
 * @example
 * ```ts
 * import { createGuard, type SessionOptions } from '@rutbreak/core';
 * const options: SessionOptions = { mode: 'shadow', budgets: { calls: 100 } };
 * createGuard().session('run-1', options).id; // => 'run-1'
 * ```
 */
export interface SessionOptions extends EdgeOptions {
  /** Picks the options of that model. */
  readonly model?: string;
  /** Over the guard's and the model's: what the host knows only while the session runs, such as its re-injections. */
  readonly options?: PresetOptions;
  /** Added to what the guard knows about tools. */
  readonly tools?: Readonly<Record<string, ToolTrait>>;
}

type Fields<Event extends AgentEvent> = Omit<Event, 'kind'>;

/**
 * One agent run. Each method takes one event in and returns what should happen; none throws on bad input.
 *
 * @example
 * ```ts
 * import { createGuard, type GuardSession } from '@rutbreak/core';
 * const session: GuardSession = createGuard().session('run-1');
 * session.before({ tool: 'Bash', args: { command: 'ls' } }).kind; // => 'proceed'
 * session.after({ tool: 'Bash', args: { command: 'ls' }, result: 'a.ts' }).kind; // => 'proceed'
 * ```
 */
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

/**
 * A guard: the sessions of one configuration, kept in memory.
 *
 * @example
 * ```ts
 * import { createGuard, type Guard } from '@rutbreak/core';
 * const guard: Guard<'votes'> = createGuard({ preset: 'votes' });
 * guard.configure({ 'tool-repetition': { exact: 4 } });
 * guard.session('run-1').message('Hello').kind; // => 'proceed'
 * ```
 */
export interface Guard<P extends PresetName | Preset = PresetName | Preset> {
  readonly preset: string;
  /** The session of that name; a new one if there is none. Options hold from the next event on. */
  session(id: string, options?: SessionOptions): GuardSession;
  /** Puts a session back as it was. Throws a RutbreakError if the snapshot does not fit. */
  restore(id: string, snapshot: unknown): GuardSession;
  forget(id: string): void;
  /** New options from the next event on; on a bad value it throws and the old ones stay. */
  configure(options: OptionsFor<P>): void;
}

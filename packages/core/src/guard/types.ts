import type { PresetOptions } from '../configure.js';
import type { Decision } from '../decision.js';
import type { OverrideRecord, OverrideRefusal, OverrideRequest } from '../escalation/override.js';
import type { EdgeOptions } from '../escalation/policy.js';
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
} from '../event/event.js';
import type { ToolTrait } from '../event/tool-trait.js';
import type { Archive } from '../memory/archive.js';
import type { OptionsByPreset, PresetName } from '../presets/index.js';
import type { Preset } from '../presets/preset.js';
import type { Snapshot } from '../snapshot.js';

/** The options of a preset: typed for a built-in preset, any for your own. */
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
  /** The name of a built-in preset, or a preset of your own. Default `default`. */
  readonly preset?: P;
  readonly options?: OptionsFor<P>;
  /** Facts about tools, by name: what identifies a call, and what it does. */
  readonly tools?: Readonly<Record<string, ToolTrait>>;
  /** Options for the sessions of one model, by its name. */
  readonly models?: Readonly<Record<string, OptionsFor<P>>>;
  /** Knowledge about loops across sessions: the archive receives loops, outcomes and overrides. */
  readonly archive?: Archive;
  /** Beyond this many sessions the least recently used one is dropped. Default 10,000. */
  readonly maxSessions?: number;
}

/**
 * Settings of one session; the guard's own settings apply where none are given.
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
  /**
   * Override the guard's and the model's options: for values that the host knows only at run time, such as
   * its re-injections.
   */
  readonly options?: PresetOptions;
  /** Adds to the guard's facts about tools. */
  readonly tools?: Readonly<Record<string, ToolTrait>>;
}

type Fields<Event extends AgentEvent> = Omit<Event, 'kind'>;

/**
 * One agent run. Each method takes one event and returns a decision; none throws on bad input.
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
  /** Ask before a call runs: the last chance to veto it. */
  before(call: Fields<AttemptEvent>): Decision;
  /** Report the outcome of a call. */
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
  /** Lift all blocks and start afresh. */
  reset(at?: number): Decision;
  /** A person says that this is not a loop: returns a record of the override, or what is still missing. */
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
  /** The session with that name; created if there is none. Options apply from the next event on. */
  session(id: string, options?: SessionOptions): GuardSession;
  /** Restores a session. Throws a RutbreakError if the snapshot does not fit. */
  restore(id: string, snapshot: unknown): GuardSession;
  forget(id: string): void;
  /** New options from the next event on; on a bad value it throws and the old options stay. */
  configure(options: OptionsFor<P>): void;
}

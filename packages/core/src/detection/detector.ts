import type { EventKind } from '../event/event.js';
import type { Boundary, EventContext } from '../session/session.js';
import type { Category } from './category.js';
import type { OptionsOf, OptionSpec } from './options.js';

/** A call that is part of a finding. */
export interface CallFact {
  readonly tool: string;
  /** Short form for labels, such as `git status`; empty if there are no arguments. */
  readonly args: string;
  /** Equal for the same tool with the same arguments. */
  readonly key: number;
}

/** The events and facts that a person needs to agree or disagree. */
export interface Evidence {
  /** Numbers of the events that repeat, oldest first, at most 20. */
  readonly events: readonly number[];
  /** What repeats, in short. */
  readonly elements: readonly string[];
  readonly count: number;
  /** How many events the detector considered. */
  readonly window: number;
  readonly first: number;
  readonly last: number;
  readonly examples: readonly string[];
  /** How the repeats differ, if they do. */
  readonly variations: readonly string[];
  /** The different calls among the events, oldest first, at most 8. Absent in older snapshots. */
  readonly calls?: readonly CallFact[];
}

/** A sign to note; a loop to warn of; a loop to act on at once. */
export type Urgency = 'note' | 'warn' | 'hard';

/** A detector's finding about one event. */
export interface Signal<MessageId extends string = string> {
  readonly messageId: MessageId;
  /** How sure the detector is, above 0 and up to 1. A verdict has the probability instead, where `share` is known. */
  readonly score: number;
  /** How much of its limit the finding has reached: 1 is a loop. Absent where a detector scores by itself. */
  readonly share?: number;
  readonly urgency: Urgency;
  /** Equal for the same loop seen again. */
  readonly identity: string;
  readonly data: Readonly<Record<string, string | number>>;
  readonly evidence: Evidence;
}

export interface Message {
  /** A sentence fragment for a status line; `{{name}}` is filled from `data`. */
  readonly text: string;
  readonly category: Category;
  /** Set if this message has another category than the detector's others. */
  readonly family?: Family;
  /** The hardest rung that this evidence alone justifies; `stop` where absent. */
  readonly cap?: Cap;
}

/**
 * The evidence decides: words justify a nudge, similarity a redirect, identical calls without effect any
 * rung.
 */
export type Cap = 'nudge' | 'redirect' | 'stop';

/** A message: its category, the hardest rung that it justifies, and its text. */
export function says(category: Category, cap: Cap, text: string): Message {
  return { text, category, cap };
}

type Family = 'calls' | 'failures' | 'words' | 'state' | 'text';

/** A fact for sinks: a classification or an alert in its design's own form. */
export interface Report {
  readonly event_type: string;
  readonly [name: string]: unknown;
}

export interface Step<State, MessageId extends string = string> {
  readonly state: State;
  readonly signal?: Signal<MessageId>;
  readonly reports?: readonly Report[];
}

/** How a detector counts; each method has its own table of probabilities. */
export const MECHANISMS = ['run', 'cycle', 'similar', 'return', 'novelty', 'text'] as const;
export type Mechanism = (typeof MECHANISMS)[number];

export interface Meta<Spec extends OptionSpec, MessageId extends string> {
  readonly id: string;
  readonly summary: string;
  /** The detector receives no other kinds of event. */
  readonly listens: readonly EventKind[];
  readonly options: Spec;
  readonly messages: Readonly<Record<MessageId, Message>>;
  /** The kind of its evidence: signs from two families support each other. */
  readonly family?: Family;
  /** The category of messages that name none. */
  readonly cap?: Cap;
  /** Turns the share of its signals into a probability; without it their score stays. */
  readonly mechanism?: Mechanism;
  /** `features`: it reads `moment.features`, `moment.progress` and `session.ledger`. */
  readonly needs?: 'features';
  /** When it forgets: at every new run or task, at a new task only, or never (default). */
  readonly memory?: 'run' | 'task' | 'session';
  /** How many past calls of the session it reads; absent: none. */
  readonly calls?: (options: OptionsOf<Spec>) => number;
  /** The problem with options that are each in range but do not fit together. */
  readonly conflict?: (options: OptionsOf<Spec>) => string | undefined;
}

/** A pure step that looks for one pattern. */
export interface Detector<State, Spec extends OptionSpec, MessageId extends string> {
  readonly meta: Meta<Spec, MessageId>;
  /** Plain JSON that does not grow without bound. */
  readonly init: () => State;
  /** The same state, moment and options give the same step; nothing that was passed in is changed. */
  readonly step: (state: State, context: EventContext, options: OptionsOf<Spec>) => Step<State, MessageId>;
}

/**
 * A detector with its own types erased. These are methods, because the compiler lets a method accept more
 * than the detector does: the caller only passes back what the detector returned.
 */
export interface AnyDetector {
  readonly meta: Omit<Meta<OptionSpec, string>, 'calls' | 'conflict'> & {
    calls?(this: void, options: object): number;
    conflict?(this: void, options: object): string | undefined;
  };
  init(this: void): unknown;
  step(this: void, state: unknown, context: EventContext, options: object): Step<unknown>;
}

/** Whether the detector remembers across this boundary. */
export function remembers(
  { memory = 'session' }: Pick<AnyDetector['meta'], 'memory'>,
  boundary: Boundary,
): boolean {
  return boundary === 'none' || memory === 'session' || (memory === 'task' && boundary === 'run');
}

/** Fixes the type parameters; does nothing at run time. */
export function defineDetector<State, Spec extends OptionSpec, MessageId extends string>(
  detector: Detector<State, Spec, MessageId>,
): Detector<State, Spec, MessageId> {
  return detector;
}

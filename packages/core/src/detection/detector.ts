import type { EventKind } from '../event/event.js';
import type { Boundary, EventContext } from '../session/session.js';
import type { Category } from './category.js';
import type { OptionsOf, OptionSpec } from './options.js';

/** A call that takes part in what was found. */
export interface CallFact {
  readonly tool: string;
  /** In short, as in labels: `git status`; empty where there are none. */
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
  /** How many items the detector looked at. */
  readonly window: number;
  readonly first: number;
  readonly last: number;
  readonly examples: readonly string[];
  /** In what the repeats differ, where they do. */
  readonly variations: readonly string[];
  /** The different calls among the events, oldest first, at most 8. Absent in older snapshots. */
  readonly calls?: readonly CallFact[];
}

/** A sign to note; a loop to warn of; a loop to act on at once. */
export type Urgency = 'note' | 'warn' | 'hard';

/** What a detector says about one event, when it has something to say. */
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
  /** Where this message is about something else than the detector's others. */
  readonly family?: Family;
  /** The hardest rung that this evidence alone justifies; `stop` where absent. */
  readonly cap?: Cap;
}

/** Words justify a nudge, likeness a redirect, identical action without effect anything. */
export type Cap = 'nudge' | 'redirect' | 'stop';

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

/** How a detector counts; each way has its own table of probabilities. */
export const MECHANISMS = ['run', 'cycle', 'similar', 'return', 'novelty', 'text'] as const;
export type Mechanism = (typeof MECHANISMS)[number];

export interface Meta<Spec extends OptionSpec, MessageId extends string> {
  readonly id: string;
  readonly summary: string;
  /** Other kinds of event are not shown to it. */
  readonly listens: readonly EventKind[];
  readonly options: Spec;
  readonly messages: Readonly<Record<MessageId, Message>>;
  /** What its evidence is about: signs of two families support each other. */
  readonly family?: Family;
  /** Of messages that say nothing else. */
  readonly cap?: Cap;
  /** Turns the share of its signals into a probability; without one their score stays as it is. */
  readonly mechanism?: Mechanism;
  /** `features`: it looks at `moment.features`, `moment.progress` and `session.ledger`. */
  readonly needs?: 'features';
  /** What ends its memory: every new run or task, a new task only, or nothing (default). */
  readonly memory?: 'run' | 'task' | 'session';
  /** How many past calls of the session it looks at; none if absent. */
  readonly calls?: (options: OptionsOf<Spec>) => number;
  /** What is wrong with options that are each in range but do not fit together. */
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
 * A detector whose own types do not matter to the one who runs it. These are methods, because the compiler lets a method
 * take more than the detector does: whoever runs it only hands back what the detector itself returned.
 */
export interface AnyDetector {
  readonly meta: Omit<Meta<OptionSpec, string>, 'calls' | 'conflict'> & {
    calls?(this: void, options: object): number;
    conflict?(this: void, options: object): string | undefined;
  };
  init(this: void): unknown;
  step(this: void, state: unknown, context: EventContext, options: object): Step<unknown>;
}

/** Does the detector remember beyond this boundary? */
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

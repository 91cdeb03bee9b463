import type { OptionSpec, OptionsOf } from '../detection/options.js';
import type { EventContext, Session } from '../session/session.js';
import type { Verdict, Finding } from '../verdict/verdict.js';

/**
 * From observing to ending the run.
 *
 * @example
 * ```ts
 * import { RUNGS } from '@rutbreak/core';
 * RUNGS.indexOf('stop') > RUNGS.indexOf('nudge'); // => true
 * ```
 */
export const RUNGS = ['observe', 'nudge', 'redirect', 'block', 'pause', 'stop'] as const;
/**
 * How hard an intervention is.
 *
 * @example
 * ```ts
 * import { type Rung, RUNGS } from '@rutbreak/core';
 * const needsAPerson = (rung: Rung): boolean => rung === 'pause';
 * RUNGS.filter(needsAPerson); // => ['pause']
 * ```
 */
export type Rung = (typeof RUNGS)[number];

/** How hard a rung is, as a number to compare. */
export function rungRank(rung: Rung): number {
  return RUNGS.indexOf(rung);
}

/**
 * Whether a rung is at least as hard as another.
 *
 * @example
 * ```ts
 * import { rungAtLeast } from '@rutbreak/core';
 * rungAtLeast('stop', 'block'); // => true
 * rungAtLeast('nudge', 'block'); // => false
 * ```
 */
export function rungAtLeast(rung: Rung, least: Rung): boolean {
  return rungRank(rung) >= rungRank(least);
}

/** The hardest of these rungs. */
export function hardestRung(first: Rung, ...others: readonly Rung[]): Rung {
  return others.reduce((hardest, one) => (rungRank(one) > rungRank(hardest) ? one : hardest), first);
}

/** How much a text advises: what repeats and must not be done again, also a hint, or firm constraints. */
export type Advice = 'none' | 'hint' | 'constraints';

export interface LadderStep<State> {
  readonly state: State;
  readonly rung?: Rung;
  /** For ladders whose texts grow firmer within one rung. Absent: the texts go by the count. */
  readonly advice?: Advice;
  /** How many times the guard has acted on this loop; some ladders count per session. */
  readonly count?: number;
  /** Clears the detectors' windows: earlier events no longer count. */
  readonly startsAfresh?: boolean;
  /** The agent must not go on without a person. */
  readonly needsPerson?: boolean;
  /** Whether the gate for later calls comes from this verdict or from an earlier one; keeps its cause. */
  readonly holds?: 'this' | 'earlier' | 'nothing';
  /** For a call that hits a block: the finding that named its loop, if the ladder keeps one per loop. */
  readonly cause?: Finding | null;
}

/** What a ladder can read besides the verdict. */
export interface LadderContext {
  readonly context: EventContext;
  /** The session as it was before this event. */
  readonly before: Session;
  /** The rung that the edge can carry out here: the given one, or the nearest softer one. */
  readonly reach: (rung: Rung) => Rung;
  /** Whether the edge can end the run. */
  readonly ownsRun: boolean;
}

/** Chooses a rung for a verdict, and remembers its choices. State is plain JSON, bounded. */
export interface Ladder<State, Spec extends OptionSpec = OptionSpec> {
  readonly options: Spec;
  readonly init: () => State;
  /** The state of a snapshot, which an older version may have written. */
  readonly load?: (state: State, options: OptionsOf<Spec>) => State;
  /** The problem with options that are each in range but do not fit together. */
  readonly conflict?: (options: OptionsOf<Spec>) => string | undefined;
  /** The rung that still applies to the next call, before it runs and for any call. */
  readonly gate: (state: State) => Rung | undefined;
  /** The same for a single call: an attempt that was made before. */
  readonly meet?: (
    state: State,
    ladderContext: LadderContext,
    options: OptionsOf<Spec>,
  ) => LadderStep<State> | undefined;
  readonly step: (
    state: State,
    verdict: Verdict,
    options: OptionsOf<Spec>,
    ladderContext: LadderContext,
  ) => LadderStep<State>;
  /** An event without a finding: the agent may have moved on. */
  readonly pass?: (
    state: State,
    ladderContext: LadderContext,
    options: OptionsOf<Spec>,
  ) => LadderStep<State> | undefined;
}

/** A ladder with its own types erased; methods for the same reason as in `AnyDetector`. */
export interface AnyLadder {
  readonly options: OptionSpec;
  init(this: void): unknown;
  load?(this: void, state: unknown, options: object): unknown;
  conflict?(this: void, options: object): string | undefined;
  gate(this: void, state: unknown): Rung | undefined;
  meet?(
    this: void,
    state: unknown,
    ladderContext: LadderContext,
    options: object,
  ): LadderStep<unknown> | undefined;
  step(
    this: void,
    state: unknown,
    verdict: Verdict,
    options: object,
    ladderContext: LadderContext,
  ): LadderStep<unknown>;
  pass?(
    this: void,
    state: unknown,
    ladderContext: LadderContext,
    options: object,
  ): LadderStep<unknown> | undefined;
}

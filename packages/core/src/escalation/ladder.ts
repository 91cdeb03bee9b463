import type { OptionSpec, OptionsOf } from '../detection/options.js';
import type { Verdict } from '../verdict/verdict.js';

/** From looking on to ending the run. */
export const RUNGS = ['observe', 'nudge', 'redirect', 'block', 'pause', 'stop'] as const;
export type Rung = (typeof RUNGS)[number];

export interface LadderStep<State> {
  readonly state: State;
  readonly rung?: Rung;
  /** The how-manieth time this loop (or this session, where a ladder counts so) is acted on. */
  readonly count?: number;
  /** The detectors' windows are emptied: what came before no longer counts. */
  readonly startsAfresh?: boolean;
  /** The agent must not go on without a person. */
  readonly needsPerson?: boolean;
}

/** Decides which rung follows from a verdict, and remembers what was decided. State is plain JSON, bounded. */
export interface Ladder<State, Spec extends OptionSpec = OptionSpec> {
  readonly options: Spec;
  readonly init: () => State;
  /** What still holds from before: the rung that the next call meets before it runs. */
  readonly gate: (state: State) => Rung | undefined;
  readonly step: (state: State, verdict: Verdict, options: OptionsOf<Spec>) => LadderStep<State>;
}

/** A ladder whose own types do not matter to the one who runs it. */
export interface AnyLadder {
  readonly options: OptionSpec;
  readonly init: () => unknown;
  readonly gate: (state: never) => Rung | undefined;
  readonly step: (state: never, verdict: Verdict, options: never) => LadderStep<unknown>;
}

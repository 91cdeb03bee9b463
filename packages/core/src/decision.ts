import type { Report } from './detection/detector.js';
import type { Exhausted, Spent } from './escalation/budget.js';
import type { Rung } from './escalation/ladder.js';
import type { SaidText } from './event/own-words.js';
import type { Refusal } from './event/read-event.js';
import type { ActionName } from './recovery/action-name.js';
import type { LoopContext, LoopNotes } from './recovery/loop-context.js';
import type { RecoveryOutcome, RecoveryWatch } from './recovery/progress.js';
import type { LoopCount, LoopTally } from './recovery/tally.js';
import type { Session } from './session/session.js';
import type { RecentFinding, Verdict, Finding } from './verdict/verdict.js';

/** The complete state of one agent run. Immutable; `snapshot` makes it plain JSON. */
export interface State {
  readonly session: Session;
  /** The state of each detector, by its id. A detector that has seen nothing yet has no entry. */
  readonly detectors: Readonly<Record<string, unknown>>;
  /** A short form of each detector's newest finding, by detector id. */
  readonly standing: RecentFindings;
  readonly ladder: unknown;
  /** The finding that caused the standing gate, if there is one. */
  readonly cause: Finding | null;
  /** What the session has used up, for each budget that is set. */
  readonly control: Control | null;
  /**
   * Digests and places of what the guard said recently, so that it recognises its own words. Absent: none.
   */
  readonly said?: readonly SaidText[];
  /** The agent that acted last, where events name one. */
  readonly agent?: string;
  /** One state per agent if several agents act; the most recently active one is last. */
  readonly agents?: readonly State[];
}

export type RecentFindings = Readonly<Record<string, RecentFinding>>;

/** One shared object for all sessions in which no detector has found anything. */
export const NO_RECENT_FINDINGS: RecentFindings = Object.freeze({});
/** One shared object for all sessions in which no detector has a state. */
export const NO_DETECTOR_STATE: State['detectors'] = Object.freeze({});

/** The input for budgets and overrides. */
export interface Control {
  /** The level of the last intervention: number of resets, or rung of a loop. */
  readonly count: number;
  /** The category and its short description. */
  readonly type: string;
  readonly brief: string;
  /** How often a person has overridden it. */
  readonly overrides: number;
  /** A person has switched detection off for this session. */
  readonly isOff: boolean;
  readonly spent: Spent | null;
  /** Facts about the loop of the last intervention. Absent in older snapshots, like `watch`. */
  readonly loop?: LoopNotes | null;
  /** Loops with an intervention whose effect is not known yet. */
  readonly watch?: RecoveryWatch | null;
  /** How many calls of loops ran, and how many were refused. Absent in older snapshots. */
  readonly tallies?: readonly LoopTally[];
}

export const NO_CONTROL: Control = {
  ...{ count: 0, type: '', brief: '', overrides: 0, isOff: false },
  ...{ spent: null, loop: null, watch: null },
};

interface DecisionBase {
  /** The event's number in the session. */
  readonly seq: number;
  readonly verdict: Verdict;
  /** Facts for sinks. */
  readonly reports: readonly Report[];
  /** Outcomes of earlier interventions that became known at this event. */
  readonly recoveries?: readonly RecoveryOutcome[];
}

/**
 * Nothing to do.
 *
 * @example
 * ```ts
 * import { createGuard, type Proceed } from '@rutbreak/core';
 * const isQuiet = (decision: Proceed): boolean => decision.verdict.status === 'healthy';
 * const decision = createGuard().session('run-1').message('Hello');
 * decision.kind === 'proceed' && isQuiet(decision); // => true
 * ```
 */
export interface Proceed extends DecisionBase {
  readonly kind: 'proceed';
  /** How often the loop ran and was refused, if there is one. */
  readonly tally?: LoopCount;
  /** In shadow mode: the rung that would have applied. */
  readonly wouldBe?: Pick<Act, 'rung' | 'wanted' | 'text' | 'count'>;
}

/**
 * An intervention; the rung says which. From `block` on, the edge must not make the attempt that this
 * decision answers.
 *
 * @example
 * ```ts
 * import { type Act, createGuard } from '@rutbreak/core';
 * const session = createGuard().session('run-1');
 * const status = { tool: 'Bash', args: { command: 'git status' }, result: 'clean' };
 * const decisions = [1, 2, 3, 4, 5].map(() => session.after(status));
 * const last = decisions.at(-1)!;
 * const report = ({ rung, verdict }: Act): string => `${rung}: ${verdict.primary?.category}`;
 * last.kind === 'act' && report(last); // => 'nudge: TOOL_REPETITION'
 * ```
 */
export interface Act extends DecisionBase, LoopContext {
  readonly kind: 'act';
  /** The rung to carry out. */
  readonly rung: Rung;
  /** The rung that the ladder asked for, if the edge cannot do it. */
  readonly wanted?: Rung;
  /** An error code for the host's error handling: a stop, or a budget that is used up. */
  readonly status?: 'LOOP_DETECTED' | 'BUDGET_EXHAUSTED';
  /** With `BUDGET_EXHAUSTED`: which one. */
  readonly budget?: Exhausted;
  /** The text for the model; may be empty. */
  readonly text: string;
  /** Further interventions that the edge can try, best first. */
  readonly actions: readonly ActionName[];
  readonly count: number;
  readonly needsPerson: boolean;
  /** Whether this decision answers an attempt, so the call has not run yet. */
  readonly isAttempt: boolean;
}

/**
 * The result of one event: proceed, act, or the event was refused.
 *
 * @example
 * ```ts
 * import { createGuard, type Decision } from '@rutbreak/core';
 * const textFor = (decision: Decision): string => (decision.kind === 'act' ? decision.text : '');
 * textFor(createGuard().session('run-1').message('Hello')); // => ''
 * ```
 */
export type Decision = Proceed | Act | Refusal;

export interface StepResult {
  readonly state: State;
  readonly decision: Decision;
}

import type { Report } from './detection/detector.js';
import type { Exhausted, Spent } from './escalation/budget.js';
import type { Rung } from './escalation/ladder.js';
import type { SaidText } from './event/own-words.js';
import type { Refusal } from './event/read-event.js';
import type { ActionName } from './recovery/action-name.js';
import type { LoopContext, LoopNotes } from './recovery/loop-context.js';
import type { RecoveryOutcome, RecoveryWatch } from './recovery/progress.js';
import type { LoopTally } from './recovery/tally.js';
import type { Session } from './session/session.js';
import type { RecentFinding, Verdict, Finding } from './verdict/verdict.js';

/** All that is remembered of one agent run. Immutable; `snapshot` makes it plain JSON. */
export interface State {
  readonly session: Session;
  /** The state of each detector, by its id; one that has seen nothing yet has none. */
  readonly detectors: Readonly<Record<string, unknown>>;
  /** What is left of the newest finding of each detector that has one, by its id. */
  readonly standing: RecentFindings;
  readonly ladder: unknown;
  /** What set the gate that holds, if one does. */
  readonly cause: Finding | null;
  /** What was done and used up, as far as it is asked for. */
  readonly control: Control | null;
  /** What the guard said of late, by digest and place, so that it is known when it comes back. Absent: nothing. */
  readonly said?: readonly SaidText[];
  /** The agent that acted last, where events name one. */
  readonly agent?: string;
  /** Where several agents act, each of them seen alone; the one that acted last at the end. */
  readonly agents?: readonly State[];
}

export type RecentFindings = Readonly<Record<string, RecentFinding>>;

/** One for all sessions in which no detector has found anything. */
export const NO_RECENT_FINDINGS: RecentFindings = Object.freeze({});
/** One for all sessions in which no detector remembers anything. */
export const NO_DETECTOR_STATE: State['detectors'] = Object.freeze({});

/** What budgets and overrides go by. */
export interface Control {
  /** How far the last thing that was done had come: resets, or rungs of a loop. */
  readonly count: number;
  /** The category and the words for it. */
  readonly type: string;
  readonly brief: string;
  /** How often somebody has overridden it. */
  readonly overrides: number;
  /** Somebody has switched detection off for this session. */
  readonly isOff: boolean;
  readonly spent: Spent | null;
  /** What is known of the loop that was acted on last. Absent in older snapshots, like `watch`. */
  readonly loop?: LoopNotes | null;
  /** Loops that something was done about, until it is known whether that helped. */
  readonly watch?: RecoveryWatch | null;
  /** How often loops ran and were refused. Absent in older snapshots. */
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
  /** What became of loops that something was done about earlier, where that shows at this event. */
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
  /** In shadow mode: what would have been done. */
  readonly wouldBe?: Pick<Act, 'rung' | 'wanted' | 'text' | 'count'>;
}

/**
 * Something to do: the rung says what. From `block` on, an attempt that is answered so must not be made.
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
  /** What is to be done. */
  readonly rung: Rung;
  /** What should have been done, where the edge cannot. */
  readonly wanted?: Rung;
  /** What the host's failure routing can catch: a stop, or a budget that is used up. */
  readonly status?: 'LOOP_DETECTED' | 'BUDGET_EXHAUSTED';
  /** With `BUDGET_EXHAUSTED`: which one. */
  readonly budget?: Exhausted;
  /** What to tell the model; may be empty. */
  readonly text: string;
  /** What else the edge can do, in the order in which to try it. */
  readonly actions: readonly ActionName[];
  readonly count: number;
  readonly needsPerson: boolean;
  /** Whether a call is about to be made that this is the answer to. */
  readonly isAttempt: boolean;
}

/**
 * What should happen after one event: nothing, something, or the event was refused.
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

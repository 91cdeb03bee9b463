import type { Capabilities } from '../escalation/capability.js';
import { ABLE } from '../escalation/capability.js';
import { type Rung, rungRank } from '../escalation/ladder.js';
import type { AgentEvent, CallEvent } from '../event/event.js';
import { type AgentStep, type HealthyScript, type LoopScript, workStep } from './scripts.js';

/** The layer between the agent and its environment: its response to an event. */
export type Supervisor = (event: AgentEvent) => { readonly rung: Rung; readonly text: string } | undefined;

export interface AgentBehaviour {
  /** The probability that the agent changes its behaviour after a rung, 0 to 1. */
  readonly obeys: Readonly<Partial<Record<Rung, number>>>;
  /** From 0 up to 1; pass a seeded one to repeat a run. */
  readonly random: () => number;
  /** What the edge around the agent can do. */
  readonly capabilities?: Capabilities;
  /** The number of rounds after which a loop is given up if nothing ends it. */
  readonly patience?: number;
  /** Interventions that it ignores at first. */
  readonly deafFor?: number;
  /** How often it switches to another tool instead of leaving the loop. */
  readonly toolChanges?: number;
}

export interface LoopRun {
  readonly outcome: 'recovered' | 'stopped' | 'looping';
  /** Steps of the loop that ran. */
  readonly wasted: number;
  /**
   * Steps from the first intervention to the last step of the loop, inclusive; undefined if there was none.
   */
  readonly steps?: number;
  /** Steps of ordinary work with an intervention. */
  readonly hindered: number;
  /** A blocked step was tried again. */
  readonly hasIgnoredBlock: boolean;
}

const WARM_UP = 4;
const AFTERWARDS = 6;

/** An agent that works, loops until it listens or is stopped, and then continues its work. */
export function runLoop({ step }: LoopScript, supervise: Supervisor, behaviour: AgentBehaviour): LoopRun {
  const { obeys, random, capabilities = ABLE, patience = 30, deafFor = 0, toolChanges = 0 } = behaviour;
  let heard = 0;
  let changes = 0;
  let hindered = work(supervise, 0, WARM_UP, capabilities);
  let wasted = 0;
  let first: number | undefined;
  let wasBlocked = false;
  let hasIgnoredBlock = false;
  for (let n = 0; n < patience; n++) {
    if (wasBlocked) hasIgnoredBlock = true;
    const { rung, isRun } = take(withTool(step(n), changes), supervise, capabilities);
    if (isRun) wasted++;
    if (rung !== 'observe') first ??= n;
    const done = { wasted, ...(first !== undefined && { steps: n - first + 1 }), hasIgnoredBlock };
    if (isEnd(rung, capabilities)) return { outcome: 'stopped', ...done, hindered };
    wasBlocked ||= rungRank(rung) >= rungRank('block');
    if (rung === 'observe') continue;
    heard++;
    if (heard <= deafFor || random() >= (obeys[rung] ?? 0)) continue;
    if (changes < toolChanges) changes++;
    else {
      hindered += work(supervise, WARM_UP, AFTERWARDS, capabilities);
      return { outcome: 'recovered', ...done, hindered };
    }
  }
  return { outcome: 'looping', wasted, hindered, hasIgnoredBlock };
}

/** Where no single call can be refused, waiting for a person is the end of the run. */
function isEnd(rung: Rung, { veto }: Capabilities): boolean {
  return rung === 'stop' || (rung === 'pause' && veto !== true);
}

/** The same step with another tool: the loop continues, and looks new. */
function withTool(step: AgentStep, changes: number): AgentStep {
  if (changes === 0) return step;
  return step.map((event) =>
    event.kind === 'call' ? { ...event, tool: `${event.tool}_${changes}` } : event,
  );
}

/** How many steps of a healthy agent meet an intervention. */
export function runHealthy(
  { steps }: HealthyScript,
  supervise: Supervisor,
  capabilities: Capabilities = ABLE,
): number {
  return steps.filter((step) => take(step, supervise, capabilities).rung !== 'observe').length;
}

function work(supervise: Supervisor, from: number, count: number, capabilities: Capabilities): number {
  const steps = Array.from({ length: count }, (_, i) => workStep(from + i));
  return steps.filter((step) => take(step, supervise, capabilities).rung !== 'observe').length;
}

/** Carries out one step as far as allowed, and applies the decisions on the way. */
function take(step: AgentStep, supervise: Supervisor, able: Capabilities): { rung: Rung; isRun: boolean } {
  let highest: Rung = 'observe';
  const tell = (event: AgentEvent): Rung => {
    const said = supervise(event);
    if (said && rungRank(said.rung) > rungRank(highest)) highest = said.rung;
    return said?.rung ?? 'observe';
  };
  const halted = (): { rung: Rung; isRun: boolean } => {
    // Messages to the agent arrive as events, like everything else.
    supervise({ kind: 'turn', role: 'harness', reason: 'guard', text: 'Something was held.' });
    return { rung: highest, isRun: false };
  };
  for (const event of step) {
    if (event.kind === 'call' && able.veto && rungRank(tell(attemptOf(event))) >= rungRank('block'))
      return halted();
    const rung = tell(event);
    if (event.kind === 'delta' && able.haltStream && rungRank(rung) >= rungRank('block')) return halted();
  }
  return { rung: highest, isRun: true };
}

function attemptOf({ tool, args, round }: CallEvent): AgentEvent {
  return { kind: 'attempt', tool, args, ...(round !== undefined && { round }) };
}

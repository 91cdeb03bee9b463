import { type AgentEvent, CAPABILITIES, CATEGORIES, type Capabilities, createGuard } from '@rutbreak/core';
import { HEALTHY_SCRIPTS, LOOP_SCRIPTS, type LoopScript } from '../packages/core/src/testing/scripts.js';
import {
  type LoopRun,
  type Supervisor,
  runHealthy,
  runLoop,
  type AgentBehaviour,
} from '../packages/core/src/testing/simulated-agent.js';
import { seeded } from '../packages/loopbench/src/seeded.js';

/** Who watches over the simulated agent: our guard with some edge, or what it is compared with. */
export interface Watch {
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Kinds of events that never reach it. */
  readonly unseen: readonly AgentEvent['kind'][];
  readonly oversee: () => Supervisor;
}

/** What became of the loops, as shares of all, and what it cost. */
export interface RecoveryFigures {
  readonly watch: string;
  /** Of the categories, those whose events reach the edge; the others are not played. */
  readonly kinds: number;
  readonly runs: number;
  readonly recovered: number;
  readonly stopped: number;
  readonly stillLooping: number;
  /** Ended within six steps of the first intervention. */
  readonly endedWithin6: number;
  /** Stopped without a block that was ignored before. */
  readonly hasty: number;
  /** Steps of a loop that ran, on average. */
  readonly wasted: number;
  /** Steps of ordinary work after a loop that were interfered with. */
  readonly hindered: number;
  /** Healthy runs that were interfered with. */
  readonly healthyAltered: number;
  readonly healthyRuns: number;
}

const ALL: Capabilities = Object.fromEntries(CAPABILITIES.map((name) => [name, true]));

/** What a model writes: hooks and MCP do not carry it (see the categories in docs/doors-hooks.md). */
const WORDS = ['message', 'delta'] as const;

/** Edges as there are. */
const EDGES: readonly (readonly [string, Capabilities, Watch['unseen']])[] = [
  ['coding-agent hook', { appendToResult: true, injectMessage: true, veto: true, endRun: true }, WORDS],
  ['LLM proxy', { appendToResult: true, injectMessage: true, haltStream: true, pause: true }, []],
  ['MCP proxy', { appendToResult: true, veto: true }, WORDS],
  ['only speaks', { appendToResult: true, injectMessage: true }, []],
  ['only looks on', {}, []],
];

const guarded = (name: string, capabilities: Capabilities, unseen: Watch['unseen'] = []): Watch => ({
  ...{ name, capabilities, unseen },
  oversee: () => {
    const session = createGuard({ capabilities }).session('one');
    return (event) => {
      const decision = session.observe(event);
      return decision.kind === 'act' ? decision : undefined;
    };
  },
});

/** Our guard with an edge that can do everything. */
export const ABLE_GUARD = guarded('everything', ALL);

const nobody: Watch = { name: 'no guard', capabilities: ALL, unseen: [], oversee: () => () => undefined };

export const THIRD = 'stop at the third identical call';

/** What many tools do: the third identical call within the last ten ends the run. */
const third: Watch = {
  name: THIRD,
  capabilities: ALL,
  unseen: [],
  oversee: () => {
    const last: string[] = [];
    return (event) => {
      if (event.kind !== 'call') return undefined;
      const key = JSON.stringify([event.tool, event.args]);
      last.push(key);
      if (last.length > 10) last.shift();
      return last.filter((one) => one === key).length >= 3 ? { rung: 'stop', text: '' } : undefined;
    };
  },
};

export const WATCHES: readonly Watch[] = [
  ABLE_GUARD,
  ...EDGES.map((edge) => guarded(...edge)),
  nobody,
  third,
];

/** Half of the hints are followed. */
const OBEYS = { nudge: 0.5, redirect: 0.5, block: 0.5, pause: 0.5 };

type Manner = Omit<AgentBehaviour, 'random' | 'capabilities'>;
const HALF: Manner = { obeys: OBEYS };
const ALWAYS = { nudge: 1, redirect: 1, block: 1, pause: 1 };

/** Agents that listen in another way. */
const MANNERS: readonly (readonly [string, Manner])[] = [
  ['obeys late', { obeys: ALWAYS, deafFor: 3 }],
  ['obeys only redirects', { obeys: { redirect: 1 } }],
  ['changes tools and loops on', { obeys: ALWAYS, toolChanges: 2 }],
];

/** Our guard against each of them, over the given loops. */
export function recoveryByManner(seeds: number, scripts = LOOP_SCRIPTS): readonly RecoveryFigures[] {
  return MANNERS.map(([name, manner]) => {
    const runs = scripts.flatMap((script) => runsOf(ABLE_GUARD, script, seeds, manner));
    return { ...figuresOf(ABLE_GUARD, runs), watch: name, kinds: scripts.length };
  });
}

function runsOf(
  { capabilities, oversee }: Watch,
  script: LoopScript,
  seeds: number,
  manner = HALF,
): readonly LoopRun[] {
  const from = 1 + CATEGORIES.indexOf(script.category);
  return Array.from({ length: seeds }, (_, i) =>
    runLoop(script, oversee(), { ...manner, random: seeded(from * 7919 + i * 104_729), capabilities }),
  );
}

/** Each category that the edge sees so many times, and all healthy scripts once. */
export function measureRecovery(watch: Watch, seeds: number, scripts = LOOP_SCRIPTS): RecoveryFigures {
  const seen = scripts.filter(({ step }) => step(0).some(({ kind }) => !watch.unseen.includes(kind)));
  const runs = seen.flatMap((script) => runsOf(watch, script, seeds));
  return { ...figuresOf(watch, runs), kinds: seen.length };
}

/** The same, one a category. */
export function recoveryByCategory(watch: Watch, seeds: number): readonly RecoveryFigures[] {
  return LOOP_SCRIPTS.map((script) => ({
    ...figuresOf(watch, runsOf(watch, script, seeds)),
    watch: script.category,
    kinds: 1,
  }));
}

function figuresOf(watch: Watch, runs: readonly LoopRun[]): Omit<RecoveryFigures, 'kinds'> {
  const share = (of: (run: LoopRun) => boolean): number => runs.filter(of).length / runs.length;
  const sum = (of: (run: LoopRun) => number): number => runs.reduce((total, run) => total + of(run), 0);
  const altered = HEALTHY_SCRIPTS.filter(
    (script) => runHealthy(script, watch.oversee(), watch.capabilities) > 0,
  );
  return {
    ...{ watch: watch.name, runs: runs.length },
    recovered: share(({ outcome }) => outcome === 'recovered'),
    stopped: share(({ outcome }) => outcome === 'stopped'),
    stillLooping: share(({ outcome }) => outcome === 'looping'),
    endedWithin6: share(({ outcome, steps = Infinity }) => outcome !== 'looping' && steps <= 6),
    hasty: share(({ outcome, hasIgnoredBlock }) => outcome === 'stopped' && !hasIgnoredBlock),
    wasted: sum((run) => run.wasted) / runs.length,
    hindered: sum((run) => run.hindered),
    ...{ healthyAltered: altered.length, healthyRuns: HEALTHY_SCRIPTS.length },
  };
}

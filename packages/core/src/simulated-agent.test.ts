import { describe, expect, it } from 'vitest';
import { CATEGORIES, type Category } from './detection/category.js';
import { createGuard } from './guard.js';
import type { GuardOptions } from './guard/types.js';
import { BLOCKABLE_SCRIPTS, HEALTHY_SCRIPTS, LOOP_SCRIPTS, type LoopScript } from './testing/scripts.js';
import { type LoopRun, type Supervisor, runHealthy, runLoop } from './testing/simulated-agent.js';

function guarded(options: GuardOptions = {}): Supervisor {
  const session = createGuard(options).session('one');
  return (event) => {
    const decision = session.observe(event);
    return decision.kind === 'act' ? decision : undefined;
  };
}
/** A fixed sequence of numbers. */
function seeded(seed: number): () => number {
  let at = seed;
  return () => {
    at = (Math.imul(at, 1664525) + 1013904223) >>> 0;
    return at / 2 ** 32;
  };
}
const half = { nudge: 0.5, redirect: 0.5, block: 0.5, pause: 0.5 };
const never = { obeys: {}, random: () => 0.5 };
const capped = LOOP_SCRIPTS.filter((script) => !BLOCKABLE_SCRIPTS.includes(script));
/** The categories that `default` uses for loops it does not distinguish. */
const CALLED: Partial<Record<Category, Category>> = {
  OUTPUT_STRUCTURAL: 'OUTPUT_PARAPHRASE',
  STATE_REGRESSION: 'STATE_OSCILLATION',
  GOAL_DRIFT: 'STATE_OSCILLATION',
  ERROR_WHACK_A_MOLE: 'ERROR_REPETITION',
};
const always = { obeys: { nudge: 1, redirect: 1, block: 1, pause: 1 }, random: () => 0.5 };

describe('R10 the ladder against a simulated agent', () => {
  it('there is a script for each category', () => {
    expect(LOOP_SCRIPTS.map(({ category }) => category)).toEqual([...CATEGORIES]);
  });

  it.each(LOOP_SCRIPTS)('the loop is named $category, or the category that stands for it', (script) => {
    const session = createGuard().session('one');
    const called = new Set<string>();
    const listen: Supervisor = (event) => {
      const decision = session.observe(event);
      if (decision.kind !== 'act' || decision.rung === 'observe') return undefined;
      called.add(decision.verdict.primary?.category ?? 'nothing');
      return decision;
    };
    runLoop(script, listen, never);
    expect([...called]).toContain(CALLED[script.category] ?? script.category);
  });

  it.each(BLOCKABLE_SCRIPTS)(
    '$category: an agent that never listens is stopped within eight steps, after a block',
    (script) => {
      const run = runLoop(script, guarded(), never);
      expect(run).toMatchObject({ outcome: 'stopped', hasIgnoredBlock: true, hindered: 0 });
      expect(run.steps).toBeLessThanOrEqual(8);
    },
  );

  it.each(capped)('$category: an agent that never listens gets no more than a $cap', (script) => {
    const oversee = guarded();
    const rungs = new Set<string>();
    const listen: Supervisor = (event) => {
      const said = oversee(event);
      rungs.add(said?.rung ?? 'observe');
      return said;
    };
    const run = runLoop(script, listen, never);
    expect([...rungs]).toEqual(['observe', 'nudge', 'redirect'].slice(0, script.cap === 'nudge' ? 2 : 3));
    expect(run).toMatchObject({ outcome: 'looping', wasted: 30, hasIgnoredBlock: false, hindered: 0 });
  });

  it.each(LOOP_SCRIPTS)(
    '$category: an agent that listens continues its work, and is left alone',
    (script) => {
      expect(runLoop(script, guarded(), always)).toMatchObject({
        outcome: 'recovered',
        steps: 1,
        hindered: 0,
      });
    },
  );

  it.each(LOOP_SCRIPTS)('$category: with an edge that can only observe, nothing is done', (script) => {
    const run = runLoop(script, guarded({ capabilities: {} }), { ...never, capabilities: {} });
    expect(run).toMatchObject({ outcome: 'looping', wasted: 30, hindered: 0 });
  });

  it.each(HEALTHY_SCRIPTS)('an agent that $name is left alone', (script) => {
    expect(runHealthy(script, guarded())).toBe(0);
  });

  const halfObeying = (scripts: readonly LoopScript[]): readonly LoopRun[] =>
    scripts.flatMap((script) =>
      [1, 2, 3, 4, 5, 6].map((seed) =>
        runLoop(script, guarded(), { obeys: half, random: seeded(seed * 7919) }),
      ),
    );

  it('an agent that obeys half of the hints: nearly all loops end soon, most of them well', () => {
    const runs = halfObeying(BLOCKABLE_SCRIPTS);
    const share = (of: (run: LoopRun) => boolean): number => runs.filter(of).length / runs.length;
    expect(share(({ steps = Infinity }) => steps <= 6)).toBeGreaterThanOrEqual(0.95);
    expect(share(({ outcome }) => outcome === 'recovered')).toBeGreaterThanOrEqual(0.75);
    expect(share(({ outcome }) => outcome === 'looping')).toBe(0);
    expect(share(({ outcome, hasIgnoredBlock }) => outcome === 'stopped' && !hasIgnoredBlock)).toBe(0);
    expect(share(({ hindered }) => hindered > 0)).toBe(0);
  });

  it('an agent that obeys half of the hints: a loop with messages only mostly ends well, and is never blocked', () => {
    const runs = halfObeying(capped);
    const recovered = runs.filter(({ outcome }) => outcome === 'recovered');
    expect(recovered.length / runs.length).toBeGreaterThanOrEqual(0.9);
    expect(
      runs.filter((run) => run.outcome === 'stopped' || run.hasIgnoredBlock || run.hindered > 0),
    ).toEqual([]);
  });
});

import { presetOf } from '../presets/index.js';
import type { PresetOptions } from '../configure.js';
import type { Category } from '../detection/category.js';
import type { Report } from '../detection/detector.js';
import type { Rung } from '../escalation/ladder.js';
import { createGuard } from '../guard.js';
import type { Act, Decision } from '../pipeline.js';
import type { Preset } from '../presets/preset.js';

/** Plays raw events through the front door: one session, one decision per event. */
export function play(
  preset: string | Preset,
  events: readonly unknown[],
  options: PresetOptions = {},
): readonly Decision[] {
  const session = createGuard({
    preset: typeof preset === 'string' ? presetOf(preset) : preset,
    options,
  }).session('test');
  return events.map((event) => session.observe(event));
}

/** Which intervention happened at which event, and why. */
export function acts(
  decisions: readonly Decision[],
): readonly (readonly [at: number, rung: Rung, category?: Category])[] {
  return decisions.flatMap((decision, at) => {
    if (decision.kind !== 'act') return [];
    const { category } = decision.verdict.primary ?? {};
    return [category ? ([at, decision.rung, category] as const) : ([at, decision.rung] as const)];
  });
}

/** The decision as an act, or an error that says what it was instead. */
export function actOf(decision: Decision | undefined): Act {
  if (decision?.kind !== 'act') throw new Error(`expected an act, got ${JSON.stringify(decision)}`);
  return decision;
}

export function reportsOf(decisions: readonly Decision[]): readonly (readonly Report[])[] {
  return decisions.map((decision) => (decision.kind === 'refused' ? [] : decision.reports));
}

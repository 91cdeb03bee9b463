import { presetOf, type PresetOptions, RutbreakError } from '@rutbreak/core';
import { configure, reduce, start } from '@rutbreak/core/edge';
import type { Label, Trace } from '../transcripts/trace.js';

export type Labelled = Trace & { readonly label: Label };

/** One option with another value. */
export interface Change {
  readonly owner: string;
  readonly option: string;
  readonly before: number;
  readonly after: number;
}

/** The result of a configuration: loops found in time, and healthy runs disturbed. */
export interface Figures {
  readonly loops: number;
  readonly found: number;
  readonly healthy: number;
  readonly falseAlarms: number;
}

/** A change, and for each trace the event of its first intervention; `Infinity` for never. */
export interface Candidate {
  readonly change: Change | undefined;
  readonly firings: readonly number[];
}

const FACTORS = [0.5, 0.75, 1.34, 2];
/** A window or a cooldown is not a threshold. */
const NO_THRESHOLD = /window|memory|interval|cooldown/i;

/** Every threshold of the preset's detectors, lower and higher; the current values come first. */
export function changesFor(preset: string, options: PresetOptions): readonly Change[] {
  return presetOf(preset).detectors.flatMap(({ meta }) =>
    Object.entries(meta.options).flatMap(([option, spec]) => {
      if (spec.type !== 'integer' && spec.type !== 'ratio') return [];
      if (NO_THRESHOLD.test(option)) return [];
      const own = options[meta.id]?.[option];
      const before = typeof own === 'number' ? own : spec.default;
      const values = FACTORS.map((factor) => fitting(before * factor, spec.type === 'integer', spec));
      return [...new Set(values)]
        .filter((after) => after !== before)
        .map((after) => ({ owner: meta.id, option, before, after }));
    }),
  );
}

function fitting(
  value: number,
  isWhole: boolean,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const inside = Math.min(max, Math.max(min, value));
  return isWhole ? Math.round(inside) : Math.round(inside * 100) / 100;
}

export function withChange(options: PresetOptions, { owner, option, after }: Change): PresetOptions {
  return { ...options, [owner]: { ...options[owner], [option]: after } };
}

/** `undefined` if the preset refuses this combination of options. */
export function firingsWith(
  preset: string,
  options: PresetOptions,
  traces: readonly Labelled[],
): readonly number[] | undefined {
  try {
    const engine = configure(preset, options);
    return traces.map(({ events }) => firstAct(events, engine));
  } catch (error) {
    if (error instanceof RutbreakError) return undefined;
    throw error;
  }
}

/** A note is free; from `nudge` on the agent or a person is disturbed. */
function firstAct(events: readonly unknown[], engine: ReturnType<typeof configure>): number {
  let state = start(engine);
  for (const [i, event] of events.entries()) {
    const outcome = reduce(state, event, engine);
    state = outcome.state;
    if (outcome.decision.kind === 'act' && outcome.decision.rung !== 'observe') return i;
  }
  return Infinity;
}

export function figuresOf(
  traces: readonly Labelled[],
  firings: readonly number[],
  which: readonly number[] = traces.map((_, i) => i),
): Figures {
  const figures = { loops: 0, found: 0, healthy: 0, falseAlarms: 0 };
  for (const i of which) {
    const label = traces[i]?.label;
    const at = firings[i] ?? Infinity;
    if (label?.expect === 'loop') {
      figures.loops++;
      if (at < Infinity && at <= (label.by ?? Infinity)) figures.found++;
    } else {
      figures.healthy++;
      if (at < Infinity) figures.falseAlarms++;
    }
  }
  return figures;
}

/**
 * Users switch off a guard that disturbs healthy work, so a false alarm costs as much as three found loops.
 */
const FALSE_ALARM = 3;

export function worth({ loops, found, healthy, falseAlarms }: Figures): number {
  return found / Math.max(1, loops) - (FALSE_ALARM * falseAlarms) / Math.max(1, healthy);
}

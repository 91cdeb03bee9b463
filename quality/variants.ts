import {
  type AnyDetector,
  configure,
  type Engine,
  type OptionSpec,
  type Preset,
  reduce,
  type Rung,
  start,
  type State,
  type Verdict,
  type Voice,
} from '@rutbreak/core';
import type { Case } from './data.js';
import { isIntervention } from './run.js';

/** One detector with its limits times `factor`. */
export interface Variant {
  readonly id: string;
  readonly factor: number;
  readonly detector: AnyDetector;
}

/** When each variant would have stepped in alone: a row a case, a column a variant, Infinity for never. */
export interface FiringTable {
  readonly variants: readonly Variant[];
  readonly rows: readonly (readonly number[])[];
}

/** The preset's own limits first, so that of equal variants they stay. */
const FACTORS = [1, 0.85, 1.2, 0.75, 1.5];

/** How far a detector looks or how long it rests is no limit that makes a loop. */
const NO_LIMIT = /window|memory|interval|cooldown/i;

export function variantsOf({ detectors }: Preset): Variant[] {
  return detectors.flatMap((detector) => {
    const { meta } = detector;
    const seen = new Set<string>();
    return FACTORS.flatMap((factor) => {
      const options = scale(meta.options, factor);
      const values = valuesOf(options);
      const key = JSON.stringify(values);
      if (seen.has(key) || meta.conflict?.(values as never) !== undefined) return [];
      seen.add(key);
      return [{ id: meta.id, factor, detector: { ...detector, meta: { ...meta, options } } }];
    });
  });
}

function scale(spec: OptionSpec, factor: number): OptionSpec {
  const scaled = Object.entries(spec).map(([name, option]) => {
    if (option.type !== 'integer' || NO_LIMIT.test(name)) return [name, option] as const;
    const value = Math.min(option.max, Math.max(option.min, Math.round(option.default * factor)));
    return [name, { ...option, default: value }] as const;
  });
  return Object.fromEntries(scaled);
}

function valuesOf(spec: OptionSpec): object {
  return Object.fromEntries(Object.entries(spec).map(([name, option]) => [name, option.default]));
}

export function firingTable(preset: Preset, cases: readonly Case[]): FiringTable {
  const variants = variantsOf(preset);
  return { variants, rows: cases.map((one) => firingsOf(preset, variants, one)) };
}

/** All variants in one pass: reading an event is dear, and they share it. */
function firingsOf(preset: Preset, variants: readonly Variant[], { events }: Case): number[] {
  const fired = variants.map(() => Infinity);
  let now = 0;
  const bench = benchOf(preset, variants, {
    fire: (i) => (fired[i] = now),
    hasFired: (i) => fired[i] !== Infinity,
  });
  let state: State = start(bench);
  events.forEach((event, i) => {
    now = i;
    state = reduce(state, event, bench).state;
  });
  return fired;
}

interface Board {
  readonly fire: (variant: number) => void;
  readonly hasFired: (variant: number) => boolean;
}

/** An engine in which each variant is judged by itself and has a ladder of its own, up to its first intervention. */
function benchOf(preset: Preset, variants: readonly Variant[], board: Board): Engine {
  let judgeArgs: readonly unknown[] = [];
  const judge = (fresh: readonly Voice[], _standing: unknown, ...rest: readonly unknown[]): Verdict => {
    judgeArgs = rest;
    return { status: 'suspicious', score: 0, voices: fresh };
  };
  const climb = climberOf(preset, variants);
  const step = (state: null, { voices }: Verdict, ...rest: readonly unknown[]): { state: null } => {
    for (const voice of voices) {
      const rung = climb(voice, judgeArgs, rest);
      if (rung !== undefined && isIntervention(rung)) board.fire(Number(voice.detector));
    }
    return { state };
  };
  return configure({
    ...preset,
    detectors: variants.map(({ detector }, i) => numbered(detector, i, board)),
    judge: { ...preset.judge, judge },
    // Nothing holds and nothing passes on: each variant climbs by itself.
    ladder: { options: preset.ladder.options, init: () => null, gate: () => undefined, step },
  });
}

/** The preset's own judge and ladder, for one voice at a time. */
function climberOf({ judge, ladder }: Preset, variants: readonly Variant[]) {
  const judgeOne = judge.judge as unknown as (...args: readonly unknown[]) => Verdict;
  const stepOne = ladder.step as unknown as (...args: readonly unknown[]) => { state: unknown; rung?: Rung };
  const ladders = variants.map(() => ladder.init());
  return (voice: Voice, judgeArgs: readonly unknown[], ladderArgs: readonly unknown[]): Rung | undefined => {
    const i = Number(voice.detector);
    const alone = [{ ...voice, detector: variants[i]?.id }];
    const { state, rung } = stepOne(ladders[i], judgeOne(alone, alone, ...judgeArgs), ...ladderArgs);
    ladders[i] = state;
    return rung;
  };
}

/** The detector under its variant's number, silent once it has stepped in. */
function numbered(detector: AnyDetector, i: number, { hasFired }: Board): AnyDetector {
  return {
    ...detector,
    meta: { ...detector.meta, id: String(i) },
    step: (state, moment, options) => (hasFired(i) ? { state } : detector.step(state, moment, options)),
  };
}

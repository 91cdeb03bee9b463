import { type Preset, presetOf } from '@rutbreak/core';
import type { Mechanism } from '@rutbreak/core/detectors';
import { configure } from '@rutbreak/core/edge';
import type { Case } from '../../packages/loopbench/src/data/case.js';
import { type Run, runCase } from '../../packages/loopbench/src/measure/run.js';
import { isBefore } from '../../packages/loopbench/src/measure/score.js';
import type { DataSet } from '../../packages/loopbench/src/data/sets.js';

/** What one mechanism said about one trace when it had come so far. */
export interface Point {
  readonly source: string;
  readonly mechanism: Mechanism;
  readonly share: number;
  /** Whether the trace loops at that event. */
  readonly isTrue: boolean;
  /** Whether the trace loops at all: its weight depends on it. */
  readonly isLoop: boolean;
}

/** A labelled trace of a source, as the preset ran on it. */
export interface SourcedRun {
  readonly source: string;
  readonly run: Run;
}

const PRESET = 'default';

/** Every signal is asked for, however improbable. */
export function runsOf(sets: readonly DataSet[]): SourcedRun[] {
  const engine = configure(PRESET, { verdict: { suspicious: 0 } });
  return sets.flatMap(({ name, cases }) =>
    cases
      .filter(({ expect }) => expect !== 'unknown')
      .map((one) => ({ source: sourceOf(name, one), run: runCase(engine, one) })),
  );
}

/** Real runs come from several agents, whichever set they are in; the authors of any other set are one source. */
function sourceOf(set: string, { source }: Case): string {
  return set.startsWith('real-') ? `real: ${source}` : set;
}

/** One a trace, mechanism and step of the share: a long loop says the same many times. */
export function pointsOf(runs: readonly SourcedRun[]): Point[] {
  const mechanisms = mechanismsOf(presetOf(PRESET));
  return runs.flatMap(({ source, run }) => {
    const { expect, span } = run.case;
    const points = new Map<string, Point>();
    for (const { detector, share, event } of run.signals) {
      const mechanism = mechanisms.get(detector);
      if (mechanism === undefined || share === undefined) continue;
      const key = `${mechanism} ${stepOf(share)}`;
      const isLoop = expect === 'loop';
      if (!points.has(key))
        points.set(key, { source, mechanism, share, isTrue: isLoop && !isBefore(span, event), isLoop });
    }
    return [...points.values()];
  });
}

/** Twentieths of the limit; quarters beyond it, and from three times the limit on all the same. */
function stepOf(share: number): number {
  return share < 1 ? Math.floor(share * 20 + 1e-9) : 20 + Math.floor(4 * (Math.min(3, share) - 1) + 1e-9);
}

function mechanismsOf({ detectors }: Preset): ReadonlyMap<string, Mechanism> {
  return new Map(
    detectors.flatMap(({ meta }) => (meta.mechanism === undefined ? [] : [[meta.id, meta.mechanism]])),
  );
}

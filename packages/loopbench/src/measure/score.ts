import type { Rung } from '@rutbreak/core';
import type { Case } from '../data/case.js';
import { higherRung, type Run } from './run.js';

/** How a run ended: `late` is a miss with a firing, `early` fired well before the loop began. */
export type Mark = 'hit' | 'miss' | 'late' | 'early' | 'false' | 'clear' | 'unlabelled';

/** A loop is often visible slightly before the labelled event. */
const EARLY_EVENTS = 2;

export function markOf({ expect, by, span }: Case, fired: number | undefined): Mark {
  if (expect === 'unknown') return 'unlabelled';
  if (expect === 'no_loop') return fired === undefined ? 'clear' : 'false';
  if (fired === undefined) return 'miss';
  if (isBefore(span, fired)) return 'early';
  return by !== undefined && fired > by ? 'late' : 'hit';
}

export function isBefore(span: Case['span'], event: number): boolean {
  return span !== undefined && event < span[0] - EARLY_EVENTS;
}

export interface Figures {
  readonly loops: number;
  readonly hits: number;
  readonly early: number;
  /** The share of loops found in time; early firings do not count. */
  readonly recall: number;
  /** The same with early firings counted as hits. */
  readonly recallWithEarly: number;
  readonly healthy: number;
  readonly falseAlarms: number;
  /** Healthy runs that were blocked. */
  readonly blocked: number;
  /** The highest rung on a healthy trace, including notes. */
  readonly highestOnHealthy?: Rung;
  readonly precision: number;
  /** Median events from the start of the loop to the firing, over the hits; if there are spans. */
  readonly delay?: number;
  /** Median events from the firing to the deadline, over the hits; if there are deadlines. */
  readonly slack?: number;
}

export interface Marked {
  readonly case: Case;
  readonly fired?: number;
  readonly mark: Mark;
  readonly highest?: Rung;
  readonly blocked?: number;
}

export function markRun({ case: one, firing, highest, blocked }: Run): Marked {
  return {
    ...markFiring(one, firing?.event),
    ...(highest && { highest }),
    ...(blocked !== undefined && { blocked }),
  };
}

export function markFiring(one: Case, fired: number | undefined): Marked {
  return { case: one, mark: markOf(one, fired), ...(fired !== undefined && { fired }) };
}

export function figuresOf(marked: readonly Marked[]): Figures {
  const count = (...marks: Mark[]): number => marked.filter(({ mark }) => marks.includes(mark)).length;
  const [hits, early, falseAlarms] = [count('hit'), count('early'), count('false')];
  const loops = hits + early + count('miss', 'late');
  const delay = medianDelay(marked);
  const slack = median(marked.flatMap(({ case: { by }, ...rest }) => distance(rest, by).map((n) => -n)));
  const { blocked, highest } = disturbanceOf(marked.filter(({ case: { expect } }) => expect === 'no_loop'));
  return {
    ...{ loops, hits, early, falseAlarms },
    recall: share(hits, loops),
    recallWithEarly: share(hits + early, loops),
    healthy: falseAlarms + count('clear'),
    precision: share(hits, hits + falseAlarms),
    ...{ blocked, ...(highest && { highestOnHealthy: highest }) },
    ...(delay !== undefined && { delay }),
    ...(slack !== undefined && { slack }),
  };
}

/** The highest rungs of the preset on these traces. */
export function disturbanceOf(runs: readonly Pick<Run, 'highest' | 'blocked'>[]): {
  blocked: number;
  highest: Rung | undefined;
} {
  return {
    blocked: runs.filter(({ blocked }) => blocked !== undefined).length,
    highest: runs.reduce<Rung | undefined>((top, run) => higherRung(top, run.highest), undefined),
  };
}

export function medianDelay(marked: readonly Marked[]): number | undefined {
  return median(marked.flatMap(({ case: { span }, ...rest }) => distance(rest, span?.[0])));
}

function distance({ mark, fired }: Omit<Marked, 'case'>, from: number | undefined): number[] {
  return mark === 'hit' && fired !== undefined && from !== undefined ? [fired - from] : [];
}

/** Zero of zero is not a failure. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

export function median(numbers: readonly number[]): number | undefined {
  if (numbers.length === 0) return undefined;
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

import type { Engine } from '@rutbreak/core/edge';
import type { Case } from '../data/case.js';
import { firstFiring } from '../measure/run.js';
import { type Mark, markOf, share } from '../measure/score.js';
import type { DataSet } from '../data/sets.js';
import { drawFrom } from './draw.js';
import { alternatingFirings } from './changes/interleaved.js';
import type { Transformation } from './transformation.js';

/** A labelled trace with its untransformed result. */
export interface Subject {
  readonly set: string;
  readonly case: Case;
  readonly fired: number | undefined;
}

/** A trace whose result changes with the transformation. */
interface Change {
  readonly seed: number;
  readonly set: string;
  readonly id: string;
  readonly from: Mark;
  readonly to: Mark;
}

interface Counts {
  readonly hits: number;
  readonly falseAlarms: number;
}

export interface Measured {
  readonly transformation: Transformation;
  /** Reasons for leaving traces out, with their number. */
  readonly leftOut: ReadonlyMap<string, number>;
  readonly loops: number;
  readonly healthy: number;
  /** Traces that the transformation changes, with the first seed. */
  readonly touched: number;
  readonly before: Counts;
  /** One a seed. */
  readonly after: readonly Counts[];
  readonly changes: readonly Change[];
  /** First firings that moved although their trace did not change: another session shared the engine. */
  readonly moved: number;
}

export function subjectsOf(sets: readonly DataSet[], engine: Engine): Subject[] {
  return sets.flatMap(({ name, cases }) =>
    cases
      .filter(({ expect }) => expect !== 'unknown')
      .map((one) => ({ set: name, case: one, fired: firstFiring(engine, one.events) })),
  );
}

export function measure(
  transformation: Transformation,
  all: readonly Subject[],
  engine: Engine,
  seeds: readonly number[],
): Measured {
  const reasons = all.map((subject) => transformation.changesLabel?.(subject.case));
  const subjects = all.filter((_, i) => reasons[i] === undefined);
  const used = transformation.isSeedless ? seeds.slice(0, 1) : seeds;
  const marks = subjects.map((subject) => markOf(subject.case, subject.fired));
  const runs = used.map((seed) => ({ seed, outcomes: transform(transformation, subjects, engine, seed) }));
  const changes = runs.flatMap(({ seed, outcomes }) =>
    outcomes.flatMap(({ mark }, i) => {
      const [subject, from] = [subjects[i], marks[i]];
      return subject && from && from !== mark
        ? [{ seed, set: subject.set, id: subject.case.id, from, to: mark }]
        : [];
    }),
  );
  return {
    ...{ transformation, leftOut: tallyOf(reasons), changes },
    loops: subjects.filter((subject) => subject.case.expect === 'loop').length,
    healthy: subjects.filter((subject) => subject.case.expect === 'no_loop').length,
    touched: runs[0]?.outcomes.filter(({ isTouched }) => isTouched).length ?? 0,
    before: countsOf(marks),
    after: runs.map(({ outcomes }) => countsOf(outcomes.map(({ mark }) => mark))),
    moved: runs.reduce((sum, { outcomes }) => sum + outcomes.filter(({ isMoved }) => isMoved).length, 0),
  };
}

interface Outcome {
  readonly mark: Mark;
  readonly isTouched: boolean;
  readonly isMoved: boolean;
}

function transform(
  transformation: Transformation,
  subjects: readonly Subject[],
  engine: Engine,
  seed: number,
): Outcome[] {
  if (transformation.isInterleaved) {
    const cases = subjects.map((subject) => subject.case);
    return alternatingFirings(cases, engine, drawFrom(`${seed} ${transformation.id}`)).map((fired, i) => {
      const subject = subjects[i];
      const mark = subject ? markOf(subject.case, fired) : 'unlabelled';
      return { mark, isTouched: true, isMoved: fired !== subject?.fired };
    });
  }
  return subjects.map(({ set, case: one, fired }) => {
    const next = transformation.apply(one, drawFrom(`${seed} ${transformation.id} ${set} ${one.id}`));
    const isTouched = next !== one;
    const firing = isTouched ? firstFiring(engine, next.events) : fired;
    return { mark: markOf(next, firing), isTouched, isMoved: false };
  });
}

function countsOf(marks: readonly Mark[]): Counts {
  const count = (mark: Mark): number => marks.filter((one) => one === mark).length;
  return { hits: count('hit'), falseAlarms: count('false') };
}

function tallyOf(reasons: readonly (string | undefined)[]): Map<string, number> {
  const tally = new Map<string, number>();
  for (const reason of reasons) if (reason !== undefined) tally.set(reason, (tally.get(reason) ?? 0) + 1);
  return tally;
}

/** The allowed loss of a transformation: recall, and false alarms as a share of the healthy traces. */
interface MayCost {
  readonly recall: number;
  readonly falseAlarms: number;
}

export const MAY_COST: MayCost = { recall: 0.03, falseAlarms: 0.01 };
/** One transformation with one seed may lose a few traces by chance; a real fault loses more. */
export const SHORT_MAY_COST: MayCost = { recall: 0.15, falseAlarms: 0.1 };

/** The figures of one transformation: means over the seeds. */
export interface Summary {
  readonly transformation: string;
  readonly seeds: number;
  readonly loops: number;
  readonly healthy: number;
  readonly touched: number;
  readonly leftOut: number;
  readonly recallBefore: number;
  readonly recall: number;
  /** The lowest value of a seed. */
  readonly lowestRecall: number;
  readonly falseBefore: number;
  readonly falseAlarms: number;
  readonly shortfalls: readonly string[];
}

export function summaryOf(measured: Measured, mayCost = MAY_COST): Summary {
  const { transformation, leftOut, loops, healthy, touched, before, after, moved } = measured;
  const recalls = after.map(({ hits }) => share(hits, loops));
  const cost = {
    ...{ recallBefore: share(before.hits, loops), recall: mean(recalls) },
    ...{ falseBefore: before.falseAlarms, falseAlarms: mean(after.map((one) => one.falseAlarms)) },
  };
  return {
    ...{ transformation: transformation.id, seeds: after.length, loops, healthy, touched, ...cost },
    leftOut: [...leftOut.values()].reduce((sum, count) => sum + count, 0),
    lowestRecall: Math.min(...recalls),
    shortfalls: [
      ...shortfallsOf(cost, healthy, mayCost),
      ...(moved > 0 ? [`${moved} decisions differ`] : []),
    ],
  };
}

/** All transformations as one. */
export type Pooled = Omit<Summary, 'transformation' | 'seeds' | 'leftOut' | 'lowestRecall'>;

export function pooledOf(summaries: readonly Summary[]): Pooled {
  const sum = (value: (one: Summary) => number): number =>
    summaries.reduce((total, one) => total + value(one), 0);
  const [loops, healthy, touched] = [
    sum((one) => one.loops),
    sum((one) => one.healthy),
    sum((one) => one.touched),
  ];
  const cost = {
    recallBefore: share(
      sum((one) => one.recallBefore * one.loops),
      loops,
    ),
    recall: share(
      sum((one) => one.recall * one.loops),
      loops,
    ),
    ...{ falseBefore: sum((one) => one.falseBefore), falseAlarms: sum((one) => one.falseAlarms) },
  };
  return { loops, healthy, touched, ...cost, shortfalls: shortfallsOf(cost, healthy, MAY_COST) };
}

type Cost = Pick<Summary, 'recallBefore' | 'recall' | 'falseBefore' | 'falseAlarms'>;

function shortfallsOf(
  { recallBefore, recall, falseBefore, falseAlarms }: Cost,
  healthy: number,
  mayCost: MayCost,
): string[] {
  const added = (falseAlarms - falseBefore) / Math.max(1, healthy);
  return [
    ...(recall < recallBefore - mayCost.recall - 1e-9
      ? [`recall ${recall.toFixed(3)} < ${recallBefore.toFixed(3)} - ${mayCost.recall}`]
      : []),
    ...(added > mayCost.falseAlarms + 1e-9 ? [`${(100 * added).toFixed(1)} % more false alarms`] : []),
  ];
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
}

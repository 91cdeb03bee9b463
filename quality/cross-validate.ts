import type { Case, SetName } from './data.js';
import { firstOf, fit, type Sample } from './fit.js';
import { type Figures, figuresOf, type Marked, markOf } from './score.js';
import type { FiringTable } from './variants.js';

export interface CrossValidated {
  /** Means over all splits. */
  readonly recall: number;
  readonly falseAlarms: number;
  readonly healthy: number;
  /** The lowest and the highest recall of a split. */
  readonly recallRange: readonly [number, number];
  /** How it compares with the plain figures. */
  readonly reading: 'stable' | 'fitting' | 'other trade-off';
}

const SPLITS = 5;
/** Figures further apart than this say that the preset was fitted to the data. */
const TOLERANCE = 0.05;

export interface Tabled {
  readonly name: SetName;
  readonly cases: readonly Case[];
  readonly table: FiringTable;
  readonly plain: Figures;
}

/** Fits on one half, scores the other, and the other way round, for five splits of the sets together. */
export function crossValidate(sets: readonly Tabled[]): Map<SetName, CrossValidated> {
  const splits = Array.from({ length: SPLITS }, (_, seed) => scoreSplit(sets, seed));
  return new Map(
    sets.map(({ name, plain }) => [
      name,
      summarise(
        splits.map((split) => figuresOf(split.get(name) ?? [])),
        plain,
      ),
    ]),
  );
}

function summarise(figures: readonly Figures[], plain: Figures): CrossValidated {
  const recalls = figures.map(({ recall }) => recall);
  const recall = mean(recalls);
  const falseAlarms = mean(figures.map((one) => one.falseAlarms));
  const { healthy } = plain;
  const recallRange = [Math.min(...recalls), Math.max(...recalls)] as const;
  const lost = plain.recall - recall;
  const alarms = (falseAlarms - plain.falseAlarms) / Math.max(1, healthy);
  return { recall, falseAlarms, healthy, recallRange, reading: readingOf(lost, alarms) };
}

/** A fit that gives up recall for clearly fewer alarms says nothing about unseen data; it would choose otherwise. */
function readingOf(lost: number, alarms: number): CrossValidated['reading'] {
  if (alarms > TOLERANCE) return 'fitting';
  if (lost <= TOLERANCE) return 'stable';
  return alarms < -TOLERANCE ? 'other trade-off' : 'fitting';
}

/** Every case once, marked by what was fitted on the half that it is not in. */
function scoreSplit(sets: readonly Tabled[], seed: number): Map<SetName, Marked[]> {
  const halves = sets.map(({ name, cases, table }) => ({ name, ...halve(name, cases, table, seed) }));
  const variants = sets[0]?.table ?? { variants: [] };
  const marked = new Map<SetName, Marked[]>(sets.map(({ name }) => [name, []]));
  for (const [train, test] of [
    ['left', 'right'],
    ['right', 'left'],
  ] as const) {
    const choice = fit(
      variants,
      halves.flatMap((one) => one[train]),
    );
    for (const one of halves) {
      for (const { case: item, row } of one[test]) {
        marked.get(one.name)?.push({ case: item, mark: markOf(item, firstOf(row, choice)) });
      }
    }
  }
  return marked;
}

/** Two halves with as many loops and as many healthy traces each; the same ones every time. */
export function halve(
  name: string,
  cases: readonly Case[],
  { rows }: Pick<FiringTable, 'rows'>,
  seed: number,
): { left: Sample[]; right: Sample[] } {
  const random = randomOf(`${name} ${seed}`);
  const [left, right]: [Sample[], Sample[]] = [[], []];
  for (const label of ['loop', 'no_loop']) {
    const samples = cases.flatMap((one, i) =>
      one.expect === label ? [{ case: one, row: rows[i] ?? [] }] : [],
    );
    shuffle(samples, random).forEach((sample, i) => (i % 2 === 0 ? left : right).push(sample));
  }
  return { left, right };
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** Mulberry32, started from a text: small, even enough, and the same on every machine. */
function randomOf(text: string): () => number {
  let state = 0;
  for (const letter of text) state = (Math.imul(state, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
}

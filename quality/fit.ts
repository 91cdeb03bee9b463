import type { Case } from './data.js';
import { markOf, share } from './score.js';
import type { FiringTable, Variant } from './variants.js';

/** A case with its row of the firing table. */
export interface Sample {
  readonly case: Case;
  readonly row: readonly number[];
}

/** Chosen columns of the table, at most one a detector. */
export type Choice = readonly number[];

export function firstOf(row: readonly number[], choice: Choice): number | undefined {
  let first = Infinity;
  for (const column of choice) first = Math.min(first, row[column] ?? Infinity);
  return first === Infinity ? undefined : first;
}

/** What a false alarm costs, with a found loop as one. */
const FALSE_ALARM = 3;

/** Recall less what false alarms cost; counted by hand, because a fit asks for it a million times. */
export function utility(samples: readonly Sample[], choice: Choice): number {
  let [loops, hits, healthy, falseAlarms] = [0, 0, 0, 0];
  for (const { case: one, row } of samples) {
    const mark = markOf(one, firstOf(row, choice));
    if (one.expect === 'loop') loops++;
    else healthy++;
    if (mark === 'hit') hits++;
    if (mark === 'false') falseAlarms++;
  }
  return share(hits, loops) - FALSE_ALARM * (falseAlarms / Math.max(1, healthy));
}

/**
 * The detectors, and how strict each, that somebody would choose who knows only these samples: starting from
 * none, the best one is added as long as that helps; then each is dropped or replaced where that helps.
 */
export function fit({ variants }: Pick<FiringTable, 'variants'>, samples: readonly Sample[]): Choice {
  let best: Choice = [];
  let worth = utility(samples, best);
  for (;;) {
    const next = steps(variants, best)
      .map((choice) => ({ choice, worth: utility(samples, choice) }))
      .reduce((a, b) => (b.worth > a.worth + 1e-9 ? b : a), { choice: best, worth });
    if (next.choice === best) return best;
    best = next.choice;
    worth = next.worth;
  }
}

/** One detector more, less, or of other strictness. */
function steps(variants: readonly Variant[], choice: Choice): Choice[] {
  const without = (id: string): Choice => choice.filter((column) => variants[column]?.id !== id);
  const dropped = choice.map((column) => choice.filter((other) => other !== column));
  const taken = variants.flatMap(({ id }, i) => (choice.includes(i) ? [] : [[...without(id), i]]));
  return [...dropped, ...taken];
}

import { bitsAt, countAt, joined, putBits, putCount, textOf } from '../session/packed.js';

/** One look that is made again and again, and what it showed. */
export interface Check {
  /** Tool and arguments, numbers aside. */
  readonly kin: number;
  readonly outcomes: readonly number[];
  readonly seqs: readonly number[];
  /** How often the world had been changed when it last looked. */
  readonly world: number;
}

/** Several looks as one text, the newest last: how often each was made, what it is, and then pairs of outcome and place. */
export type Checks = string;

const HEAD = 5;
const PAIR = 4;

export function findCheck(checks: Checks, kin: number): Check | undefined {
  const at = placeOf(checks, kin);
  if (at < 0) return undefined;
  const outcomes: number[] = [];
  const seqs: number[] = [];
  for (let pair = at + HEAD; pair < endOf(checks, at); pair += PAIR) {
    outcomes.push(countAt(checks, pair));
    seqs.push(countAt(checks, pair + 2));
  }
  return { kin, outcomes, seqs, world: countAt(checks, at + 3) };
}

/** At most `max` looks are kept. */
export function keepCheck(checks: Checks, check: Check, max: number): Checks {
  const at = placeOf(checks, check.kin);
  const others = at < 0 ? checks : joined(checks.slice(0, at), checks.slice(endOf(checks, at)));
  let count = 0;
  for (let next = 0; next < others.length; next = endOf(others, next)) count++;
  const units: number[] = [];
  putBits(units, check.outcomes.length);
  putCount(units, check.kin);
  putCount(units, check.world);
  check.outcomes.forEach((outcome, i) => {
    putCount(units, outcome);
    putCount(units, check.seqs[i] ?? 0);
  });
  return joined(others.slice(count < max ? 0 : endOf(others, 0)), textOf(units));
}

function placeOf(checks: Checks, kin: number): number {
  for (let at = 0; at < checks.length; at = endOf(checks, at)) if (countAt(checks, at + 1) === kin) return at;
  return -1;
}

function endOf(checks: Checks, at: number): number {
  return at + HEAD + PAIR * bitsAt(checks, at);
}

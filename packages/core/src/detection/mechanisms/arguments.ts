import type { CallFeatures } from '../../features/call-features.js';

/**
 * How the arguments of a call relate to those of earlier similar calls:
 * - `same`: equal; `numbers`: only numbers differ; `near`: a few words differ, or numbers drift
 * - `reworded`: they share words; `enumeration`: one position differs, and its value is new
 * - `other`: none of these
 */
export type ArgumentChange = 'same' | 'numbers' | 'near' | 'reworded' | 'enumeration' | 'other';

/** What the mechanism keeps of earlier arguments. */
export interface ArgumentMemory {
  /** The words of the last call, in order. */
  readonly seq: readonly number[];
  readonly values: readonly number[];
  /** The words of the last calls. */
  readonly sets: readonly (readonly number[])[];
  /** Every word so far. */
  readonly union: readonly number[];
  /** The position that differs in an enumeration. */
  readonly places: string;
}

const MAX_SEQ = 40;
const MAX_SETS = 3;
const MAX_SET = 24;
const MAX_UNION = 64;
const NEAR = 0.6;
const REWORDED = 0.25;
const KNOWN_WORDS = 0.6;
/** Smaller changes of a number count as another try, not as counting. */
const DRIFT = 0.05;

export function rememberArguments(
  { argSequence, argValues, argWords }: CallFeatures,
  before?: ArgumentMemory,
  places = before?.places ?? '',
): ArgumentMemory {
  const fresh = [...argWords, ...argSequence].filter((word) => !before?.union.includes(word));
  return {
    seq: argSequence.slice(0, MAX_SEQ),
    values: argValues.slice(0, MAX_SEQ),
    sets: [...(before?.sets ?? []), argWords.slice(0, MAX_SET)].slice(-MAX_SETS),
    union: [...(before?.union ?? []), ...new Set(fresh)].slice(0, MAX_UNION),
    places,
  };
}

export interface ArgumentsCompared {
  readonly change: ArgumentChange;
  readonly places: string;
  /** A word that no earlier call contained. */
  readonly hasFresh: boolean;
  /** The words equal those of the previous call. */
  readonly isSameWords: boolean;
}

export function compareArguments(before: ArgumentMemory, features: CallFeatures): ArgumentsCompared {
  const { argWords } = features;
  const seq = features.argSequence.slice(0, MAX_SEQ);
  const hasFresh = argWords.some((word) => !before.union.includes(word));
  const places = placesOf(before.seq, seq);
  const isSameWords = isEqualSet(before.sets.at(-1) ?? [], argWords.slice(0, MAX_SET));
  const found = (change: ArgumentChange, at = before.places): ArgumentsCompared => {
    return { change, places: at, hasFresh, isSameWords };
  };
  if (places?.length === 0) return found('same');
  if (places && isEnumeration(before, seq, places))
    return isDrift(before, features) ? found('near') : found('enumeration', places.join());
  if (isSameWords) return found(isDrift(before, features) ? 'near' : 'numbers');
  const similarity = Math.max(0, ...before.sets.map((one) => jaccard(one, argWords.slice(0, MAX_SET))));
  const known = argWords.filter((word) => before.union.includes(word)).length;
  const share = argWords.length === 0 ? 0 : known / argWords.length;
  const isOnlyNumbers = share === 1 && seq.some((one) => !before.union.includes(one));
  if (isOnlyNumbers) return found('numbers');
  if (share === 1 || similarity >= NEAR) return found('near');
  return found(similarity >= REWORDED || share >= KNOWN_WORDS ? 'reworded' : 'other');
}

/** The positions where two sequences of one length differ. */
function placesOf(before: readonly number[], now: readonly number[]): readonly number[] | undefined {
  if (before.length !== now.length) return undefined;
  return now.flatMap((one, i) => (one === before[i] ? [] : [i]));
}

function isEnumeration(before: ArgumentMemory, seq: readonly number[], places: readonly number[]): boolean {
  if (places.length > Math.max(2, seq.length / 3)) return false;
  if (!places.some((i) => !before.union.includes(seq[i]!))) return false;
  return places.length === 1 || before.places === '' || before.places === places.join();
}

/** Several numbers, or one fraction, change slightly. */
function isDrift({ values }: ArgumentMemory, { argValues }: CallFeatures): boolean {
  if (values.length === 0 || values.length !== argValues.length) return false;
  let moved = 0;
  let whole = 0;
  for (let i = 0; i < values.length; i++) {
    const [before, now] = [values[i]!, argValues[i]!];
    if (before === now) continue;
    if (Math.abs(now - before) > DRIFT * Math.max(Math.abs(now), Math.abs(before))) return false;
    moved++;
    if (Number.isInteger(now)) whole++;
  }
  return moved >= 2 || (moved === 1 && whole === 0);
}

function isEqualSet(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((word) => other.includes(word));
}

/** The share of all words that both have; two empty sets are equal. */
export function jaccard(one: readonly number[], other: readonly number[]): number {
  if (one.length === 0 && other.length === 0) return 1;
  const shared = other.filter((word) => one.includes(word)).length;
  return shared / (one.length + other.length - shared);
}

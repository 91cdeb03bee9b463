import type { CallFeatures } from '../../features/call-features.js';
import { hashNumber } from '../../text/hash.js';
import { packHashes, unpackHashes } from '../../session/packed.js';

/**
 * How the arguments of a call relate to those of earlier similar calls:
 * - `same`: equal; `numbers`: only numbers differ; `near`: a few words differ, or numbers drift
 * - `reworded`: they share words; `enumeration`: one position differs, and its value is new
 * - `other`: none of these
 */
export type ArgumentChange = 'same' | 'numbers' | 'near' | 'reworded' | 'enumeration' | 'other';

/** What the mechanism keeps of earlier arguments. Words are packed. */
export interface ArgumentMemory {
  /** The words of the last call, in order. */
  readonly seq: string;
  readonly values: readonly number[];
  /** The words of the last call. */
  readonly words: string;
  /** The beginnings of the words of the last calls. */
  readonly stems: readonly string[];
  /** Every word so far; nothing while those of the last call are all there are. */
  readonly union: string | null;
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
  { argSequence, argStems, argValues, argWords }: CallFeatures,
  before?: ArgumentMemory,
  places = before?.places ?? '',
): ArgumentMemory {
  const seq = packHashes(argSequence, MAX_SEQ);
  const values = argValues.slice(0, MAX_SEQ);
  const words = packHashes(argWords, MAX_SET);
  const stems = [...(before?.stems ?? []), packHashes(argStems, MAX_SET)].slice(-MAX_SETS);
  const isWhole = argSequence.length <= MAX_SEQ && argWords.length <= MAX_SET;
  // Most calls remain the only one of their kind.
  if (!before && isWhole) return { seq, values, words, stems, union: null, places };
  const known = before ? unionOf(before) : [];
  const union = packHashes([...new Set([...known, ...argWords, ...argSequence])], MAX_UNION);
  return { seq, values, words, stems, union, places };
}

function unionOf({ union, words, seq }: ArgumentMemory): readonly number[] {
  if (union !== null) return unpackHashes(union);
  return [...new Set([...unpackHashes(words), ...unpackHashes(seq)])].slice(0, MAX_UNION);
}

export interface ArgumentsCompared {
  readonly change: ArgumentChange;
  readonly places: string;
  /** A word that no earlier call contained. */
  readonly hasFresh: boolean;
  /** A number or an id that no earlier call contained. */
  readonly hasFreshNumber: boolean;
  /** The words equal those of the previous call. */
  readonly isSameWords: boolean;
}

export function compareArguments(before: ArgumentMemory, features: CallFeatures): ArgumentsCompared {
  const { argWords, argStems } = features;
  const seq = features.argSequence.slice(0, MAX_SEQ);
  const union = unionOf(before);
  const hasFresh = argWords.some((word) => !union.includes(word));
  const numbers = [...features.argIds, ...features.argValues.map((one) => hashNumber(one) >>> 1)];
  const hasFreshNumber = numbers.some((one) => !union.includes(one));
  const places = placesOf(unpackHashes(before.seq), seq);
  const isSameWords = isEqualSet(unpackHashes(before.words), argWords.slice(0, MAX_SET));
  const found = (change: ArgumentChange, at = before.places): ArgumentsCompared => {
    return { change, places: at, hasFresh, hasFreshNumber, isSameWords };
  };
  if (places?.length === 0) return found('same');
  const isNew = places?.some((i) => !union.includes(seq[i]!)) === true;
  if (places && isNew && isEnumeration(before, seq, places))
    return isDrift(before, features) ? found('near') : found('enumeration', places.join());
  if (isSameWords) return found(isDrift(before, features) ? 'near' : 'numbers');
  const known = shareIn(union, argWords);
  if (known === 1 && seq.some((one) => !union.includes(one))) return found('numbers');
  const own = argStems.slice(0, MAX_SET);
  const stems = before.stems.map((one) => unpackHashes(one));
  const similarity = Math.max(0, ...stems.map((one) => jaccard(one, own)));
  if (known === 1 || similarity >= NEAR) return found('near');
  const share = Math.max(known, shareIn(stems.flat(), own));
  return found(similarity >= REWORDED || share >= KNOWN_WORDS ? 'reworded' : 'other');
}

/** The share of the list that is known; 0 of an empty one. */
function shareIn(known: readonly number[], list: readonly number[]): number {
  return list.length === 0 ? 0 : list.filter((one) => known.includes(one)).length / list.length;
}

/** The positions where two sequences of one length differ. */
function placesOf(before: readonly number[], now: readonly number[]): readonly number[] | undefined {
  if (before.length !== now.length) return undefined;
  return now.flatMap((one, i) => (one === before[i] ? [] : [i]));
}

function isEnumeration(before: ArgumentMemory, seq: readonly number[], places: readonly number[]): boolean {
  if (places.length > Math.max(2, seq.length / 3)) return false;
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

import { messageFeatures } from '../../features/message-features.js';
import { jaccard } from '../mechanisms/arguments.js';

export interface KnownError {
  readonly words: readonly number[];
  readonly isFix: boolean;
  readonly events: readonly number[];
}

const ALIKE = 0.8;
const MAX_KNOWN = 8;
const MAX_EVENTS = 12;

/** The errors with this one in it, and the events that reported it. */
export function note(
  errors: readonly KnownError[],
  text: string,
  isFix: boolean,
  seq: number,
): { readonly events: readonly number[]; readonly state: readonly KnownError[] } {
  const { words } = messageFeatures(text);
  const known = errors.find((one) => one.isFix === isFix && jaccard(one.words, words) >= ALIKE);
  const events = [...(known?.events ?? []), seq].slice(-MAX_EVENTS);
  const others = errors.filter((one) => one !== known);
  return { events, state: [...others, { words: known?.words ?? words, isFix, events }].slice(-MAX_KNOWN) };
}

import type { Outcome } from '../features/outcome.js';

/** A field of results, as the session has seen it. */
interface Field {
  readonly slot: number;
  readonly value: number;
  readonly seen: number;
  readonly changed: number;
  /** Different calls whose results had it; three are enough to know. */
  readonly calls: readonly number[];
}

/** Learned in the session: which fields of results change with every call, whatever the call is. */
export type Envelope = readonly Field[];

export const NO_ENVELOPE: Envelope = [];

const MAX_FIELDS = 24;
/** Fewer calls could have a field in common by what they do. */
const MIN_CALLS = 3;
/** A result without other content has no envelope: its one number is the content. */
const MIN_WORDS = 4;
const MIN_SLOTS = 3;

export function learnEnvelope(before: Envelope, call: number, outcome: Outcome): Envelope {
  const { slotNames, slotValues } = outcome;
  if (slotNames.length === 0 || (outcome.wordCount < MIN_WORDS && slotNames.length < MIN_SLOTS))
    return before;
  const known = before.filter(({ slot }) => !slotNames.includes(slot));
  const fields = slotNames.map((slot, i): Field => {
    const value = slotValues[i]!;
    const field = before.find((one) => one.slot === slot);
    if (!field) return { slot, value, seen: 1, changed: 0, calls: [call] };
    const isNewCall = field.calls.length < MIN_CALLS && !field.calls.includes(call);
    return {
      slot,
      value,
      seen: field.seen + 1,
      changed: field.changed + (field.value === value ? 0 : 1),
      calls: isNewCall ? [...field.calls, call] : field.calls,
    };
  });
  return [...known, ...fields].slice(-MAX_FIELDS);
}

export function isEnvelope(envelope: Envelope, slot: number): boolean {
  const field = envelope.find((one) => one.slot === slot);
  return field !== undefined && field.calls.length >= MIN_CALLS && field.changed >= field.seen - 1;
}

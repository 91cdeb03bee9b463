import type { Outcome } from '../../features/outcome/outcome.js';

/** A result field, as the session has seen it. */
interface Field {
  readonly slot: number;
  readonly value: number;
  readonly seen: number;
  readonly changed: number;
  /** How often its value fell. */
  readonly fell: number;
  /** How often it rose by one, or very little: it may count calls, or number processes. */
  readonly counted: number;
  /** How many different calls, and tools, had it in their results; counting stops at two. */
  readonly calls: readonly number[];
  readonly tools: readonly number[];
}

/** Learns in the session which result fields change with every call, for any call. */
export type Envelope = readonly Field[];

export const NO_ENVELOPE: Envelope = [];

const MAX_FIELDS = 32;
/** Fewer calls could share a field because of what they do. */
const ENOUGH = 2;
/** A result without other content has no envelope: its only number is the content. */
const MIN_WORDS = 1;
const MIN_SLOTS = 3;
/** A field of several tools that changes this often is noise, even if a value repeats by chance. */
const MIN_SEEN = 4;
const OFTEN = 0.65;
/** A new shell makes process numbers jump. */
const MOSTLY = 0.75;
const LARGE = 1000;
const TINY = 0.02;

/** A call with the values of its result fields. */
export interface CallOutcome {
  readonly call: number;
  readonly tool: number;
  readonly outcome: Outcome;
}

export function learnEnvelope(before: Envelope, told: CallOutcome): Envelope {
  const { slotNames, slotValues, idNames, idValues, wordCount } = told.outcome;
  const count = slotNames.length + idNames.length;
  if (count === 0 || (wordCount < MIN_WORDS && count < MIN_SLOTS)) return before;
  const fields = [
    ...slotNames.map((slot, i) => after(before, slot, slotValues[i]!, told)),
    ...idNames.map((slot, i) => after(before, slot, idValues[i]!, told)),
  ];
  const others = before.filter(({ slot }) => !slotNames.includes(slot) && !idNames.includes(slot));
  return bounded([...others, ...fields]);
}

function after(before: Envelope, slot: number, value: number, { call, tool }: CallOutcome): Field {
  const field = before.find((one) => one.slot === slot);
  if (!field) return { slot, value, seen: 1, changed: 0, fell: 0, counted: 0, calls: [call], tools: [tool] };
  return {
    slot,
    value,
    seen: field.seen + 1,
    changed: field.changed + (field.value === value ? 0 : 1),
    fell: field.fell + (value < field.value ? 1 : 0),
    counted: field.counted + (isCounted(field.value, value) ? 1 : 0),
    calls: withOne(field.calls, call),
    tools: withOne(field.tools, tool),
  };
}

/** Up by one, or very little: it counts calls, or numbers processes. */
export function isCounted(before: number, now: number): boolean {
  const step = now - before;
  return step === 1 || (step > 0 && now >= LARGE && step < TINY * now);
}

function withOne(known: readonly number[], one: number): readonly number[] {
  return known.length >= ENOUGH || known.includes(one) ? known : [...known, one];
}

/** Fields of only one call are dropped first. */
function bounded(fields: readonly Field[]): Envelope {
  if (fields.length <= MAX_FIELDS) return fields;
  const shared = fields.filter(({ calls }) => calls.length >= ENOUGH).slice(-MAX_FIELDS);
  const single = fields.filter(({ calls }) => calls.length < ENOUGH);
  return [...single.slice(-(MAX_FIELDS - shared.length) || single.length), ...shared];
}

export function isEnvelope(envelope: Envelope, slot: number): boolean {
  const field = envelope.find((one) => one.slot === slot);
  if (field === undefined || field.calls.length < ENOUGH || isPosition(field)) return false;
  if (field.changed >= field.seen - 1) return true;
  return field.tools.length >= ENOUGH && field.seen >= MIN_SEEN && field.changed >= OFTEN * (field.seen - 1);
}

/**
 * It only rises, or only falls, and counts neither calls nor processes: a page, a position, remaining work.
 */
function isPosition({ fell, changed, counted, seen }: Field): boolean {
  const isOneWay = changed >= 2 && (fell === 0 || fell === changed);
  return isOneWay && counted < MOSTLY * (seen - 1);
}

/** The same for calls with different arguments: differences due to the arguments are content. */
export function isEnvelopeOfAll(envelope: Envelope, slot: number): boolean {
  const field = envelope.find((one) => one.slot === slot);
  if (field === undefined || isPosition(field) || field.changed < OFTEN * (field.seen - 1)) return false;
  return field.tools.length >= ENOUGH && field.seen >= MIN_SEEN;
}

import type { Outcome } from '../features/outcome.js';

/** A field of results, as the session has seen it. */
interface Field {
  readonly slot: number;
  readonly value: number;
  readonly seen: number;
  readonly changed: number;
  /** Times that its value was lower than before. */
  readonly fell: number;
  /** Times that it went up by one, or by next to nothing: it may count calls, or number processes. */
  readonly counted: number;
  /** Different calls, and different tools, whose results had it; two are enough to know. */
  readonly calls: readonly number[];
  readonly tools: readonly number[];
}

/** Learned in the session: which fields of results change with every call, whatever the call is. */
export type Envelope = readonly Field[];

export const NO_ENVELOPE: Envelope = [];

const MAX_FIELDS = 32;
/** Fewer could have a field in common by what they do. */
const ENOUGH = 2;
/** A result without other content has no envelope: its one number is the content. */
const MIN_WORDS = 1;
const MIN_SLOTS = 3;
/** A field of several tools that changes this often is noise, though it may have the same value twice by chance. */
const MIN_SEEN = 4;
const OFTEN = 0.65;
/** A new shell makes numbers of processes jump. */
const MOSTLY = 0.75;
const LARGE = 1000;
const TINY = 0.02;

/** A call with what its outcome says where. */
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

/** Up by one, or by next to nothing: calls are counted, or processes numbered. */
export function isCounted(before: number, now: number): boolean {
  const step = now - before;
  return step === 1 || (step > 0 && now >= LARGE && step < TINY * now);
}

function withOne(known: readonly number[], one: number): readonly number[] {
  return known.length >= ENOUGH || known.includes(one) ? known : [...known, one];
}

/** Fields that only one call has are the first to go. */
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

/** It only goes up, or only down, and counts neither calls nor processes: a page, a position, work that is left. */
function isPosition({ fell, changed, counted, seen }: Field): boolean {
  const isOneWay = changed >= 2 && (fell === 0 || fell === changed);
  return isOneWay && counted < MOSTLY * (seen - 1);
}

/** The same where calls with other arguments are compared: what differs because they differ is content. */
export function isEnvelopeOfAll(envelope: Envelope, slot: number): boolean {
  const field = envelope.find((one) => one.slot === slot);
  if (field === undefined || isPosition(field) || field.changed < OFTEN * (field.seen - 1)) return false;
  return field.tools.length >= ENOUGH && field.seen >= MIN_SEEN;
}

import type { Outcome } from '../../features/outcome/outcome.js';
import { MAX_NAMES } from '../../features/outcome/outcome-reading.js';
import { HashSet } from '../../text/hash-set.js';

/**
 * Learns in the session which result fields change with every call, for any call. Ten numbers a field, because a
 * list is much smaller than objects.
 */
export type Envelope = readonly number[];

export const NO_ENVELOPE: Envelope = [];

const SIZE = 10;
const VALUE = 1;
const SEEN = 2;
const CHANGED = 3;
/** How often its value fell. */
const FELL = 4;
/** How often it rose by one, or very little: it may count calls, or number processes. */
const COUNTED = 5;
/** The call, and the tool, that had it in its result. */
const CALL = 6;
const TOOL = 7;
/** The tool that had it last, and how often another one had it next. */
const LAST = 8;
const SWITCHED = 9;
/** In their place: fewer calls could share a field because of what they do. */
const SEVERAL = -1;

const MAX_FIELDS = 32;
/** A result without other content has no envelope: its only number is the content. */
const MIN_WORDS = 1;
const MIN_SLOTS = 3;
/** A field of several tools that changes this often is noise, even if a value repeats by chance. */
const MIN_SEEN = 4;
const OFTEN = 0.65;
/** Two tools may show one thing one after the other. If a third one has it too, or the first one again, it is no thing of theirs. */
const MIN_SWITCHED = 2;
/** A new shell makes process numbers jump. */
const MOSTLY = 0.75;
const LARGE = 1000;
const TINY = 0.02;

/** Where the next envelope is put together. */
const rows = new Array<number>(SIZE * (MAX_FIELDS + MAX_NAMES)).fill(0);
/** The names of the slots and ids of an outcome. */
const names = new HashSet(MAX_NAMES);
/** The place of each slot and id of an outcome in the envelope before it; -1 if it is new. */
const places = new Int32Array(MAX_NAMES);

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
  places.fill(-1, 0, count);
  names.clear();
  for (const name of slotNames) names.add(name);
  for (const name of idNames) names.add(name);
  let end = 0;
  for (let at = 0; at < before.length; at += SIZE) {
    // Most fields are not in this result: to search for each takes longer than all the rest.
    const i = names.has(before[at]!) ? indexIn(told.outcome, before[at]!) : -1;
    if (i < 0) end = copyField(before, at, end);
    else places[i] = at;
  }
  for (let i = 0; i < slotNames.length; i++) {
    end = putField(end, before, places[i]!, slotNames[i]!, slotValues[i]!, told);
  }
  for (let i = 0; i < idNames.length; i++) {
    const at = places[slotNames.length + i]!;
    end = putField(end, before, at, idNames[i]!, idValues[i]!, told);
  }
  return bounded(end);
}

/** The first slot or id of the outcome with this name. */
function indexIn({ slotNames, idNames }: Outcome, slot: number): number {
  const at = slotNames.indexOf(slot);
  if (at >= 0 || idNames.length === 0) return at;
  const id = idNames.indexOf(slot);
  return id < 0 ? -1 : slotNames.length + id;
}

function copyField(from: Envelope, at: number, end: number): number {
  for (let i = 0; i < SIZE; i++) rows[end + i] = from[at + i]!;
  return end + SIZE;
}

function putField(
  end: number,
  before: Envelope,
  at: number,
  slot: number,
  value: number,
  { call, tool }: CallOutcome,
): number {
  const last = at < 0 ? value : before[at + VALUE]!;
  rows[end] = slot;
  rows[end + VALUE] = value;
  rows[end + SEEN] = at < 0 ? 1 : before[at + SEEN]! + 1;
  rows[end + CHANGED] = at < 0 ? 0 : before[at + CHANGED]! + (last === value ? 0 : 1);
  rows[end + FELL] = at < 0 ? 0 : before[at + FELL]! + (value < last ? 1 : 0);
  rows[end + COUNTED] = at < 0 ? 0 : before[at + COUNTED]! + (isCounted(last, value) ? 1 : 0);
  rows[end + CALL] = at < 0 || before[at + CALL] === call ? call : SEVERAL;
  rows[end + TOOL] = at < 0 || before[at + TOOL] === tool ? tool : SEVERAL;
  rows[end + LAST] = tool;
  rows[end + SWITCHED] = at < 0 ? 0 : before[at + SWITCHED]! + (before[at + LAST] === tool ? 0 : 1);
  return end + SIZE;
}

function placeOf(envelope: Envelope, slot: number): number {
  for (let at = 0; at < envelope.length; at += SIZE) if (envelope[at] === slot) return at;
  return -1;
}

/** The last value of a field. */
export function lastValue(envelope: Envelope, slot: number): number | undefined {
  const at = placeOf(envelope, slot);
  return at < 0 ? undefined : envelope[at + VALUE];
}

/** Up by one, or very little: it counts calls, or numbers processes. */
export function isCounted(before: number, now: number): boolean {
  const step = now - before;
  return step === 1 || (step > 0 && now >= LARGE && step < TINY * now);
}

/** The rows as a list of just that length. Fields of only one call are dropped first, and the oldest of each kind. */
function bounded(end: number): Envelope {
  let excess = end / SIZE - MAX_FIELDS;
  let from = 0;
  for (; excess > 0 && rows[from + CALL] !== SEVERAL; excess--) from += SIZE;
  if (excess <= 0) return rows.slice(from, end);
  const kept: number[] = [];
  for (let at = from; at < end; at += SIZE) {
    if (excess > 0 && rows[at + CALL] !== SEVERAL) excess--;
    else for (let i = 0; i < SIZE; i++) kept.push(rows[at + i]!);
  }
  return kept.slice(-SIZE * MAX_FIELDS);
}

export function isEnvelope(envelope: Envelope, slot: number): boolean {
  const at = placeOf(envelope, slot);
  if (at < 0 || envelope[at + CALL] !== SEVERAL || isPosition(envelope, at)) return false;
  return envelope[at + CHANGED]! >= envelope[at + SEEN]! - 1 || isOften(envelope, at);
}

/** Several tools have it, and it changes most of the time. */
function isOften(envelope: Envelope, at: number): boolean {
  const seen = envelope[at + SEEN]!;
  return envelope[at + TOOL] === SEVERAL && seen >= MIN_SEEN && envelope[at + CHANGED]! >= OFTEN * (seen - 1);
}

/**
 * It only rises, or only falls, and counts neither calls nor processes: a page, a position, remaining work.
 */
function isPosition(envelope: Envelope, at: number): boolean {
  if (measures(envelope, at)) return false;
  const changed = envelope[at + CHANGED]!;
  const fell = envelope[at + FELL]!;
  const isOneWay = changed >= 2 && (fell === 0 || fell === changed);
  return isOneWay && envelope[at + COUNTED]! < MOSTLY * (envelope[at + SEEN]! - 1);
}

/** It rises with each call, whatever the tool: tokens, costs, ticks. What falls is work that is left. */
function measures(envelope: Envelope, at: number): boolean {
  const rose = envelope[at + CHANGED]! - envelope[at + FELL]!;
  return envelope[at + SWITCHED]! >= MIN_SWITCHED && rose >= envelope[at + SEEN]! - 1;
}

/** Whether a slot measures the session, and not what a call did. */
export function isMeter(envelope: Envelope, slot: number): boolean {
  const at = placeOf(envelope, slot);
  return at >= 0 && measures(envelope, at);
}

/**
 * The slots for which the same holds for calls with different arguments: differences due to the arguments are
 * content.
 */
export function envelopeOfAll(envelope: Envelope): readonly number[] {
  const slots: number[] = [];
  for (let at = 0; at < envelope.length; at += SIZE)
    if (isOften(envelope, at) && !isPosition(envelope, at)) slots.push(envelope[at]!);
  return slots;
}

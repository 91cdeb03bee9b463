import type { CallFeatures } from '../../features/call-features.js';
import { hashNumber, mix } from '../../text/hash.js';

/**
 * Known ids, three numbers each: the id, the call that brought it, and its reference (its position in the
 * results of a tool). A call whose id only names an earlier result is the same call each time.
 */
export type Handles = readonly number[];

export const NO_HANDLES: Handles = [];

const SIZE = 3;
const MAX_HANDLES = 32;
/** Ids from prompts and arguments refer to nothing. */
const NONE = 0;
/** In a reference: the call brought or did something new; its result told something; it made what it names. */
const NEW = 1;
const TOLD = 2;
const MADE = 8;
const REST = ~11;

export function isHandle(handles: Handles, id: number): boolean {
  return placeOf(handles, id) >= 0;
}

/** The call that brought the id; 0 for a person, nothing if unknown. */
export function bringerOf(handles: Handles, id: number): number | undefined {
  const at = placeOf(handles, id);
  return at < 0 ? undefined : handles[at + 1];
}

/** The ids of a prompt. */
export function keepNamed(handles: Handles, ids: readonly number[]): Handles {
  return keep(
    handles,
    ids.map((id) => [id, 0, NONE]),
  );
}

/** `isNew`: the call brought or did something new, so its ids name new things. */
export function keepHandles(
  handles: Handles,
  { call, tool, outcome, argIds, effect }: CallFeatures,
  isNew: boolean,
): Handles {
  const isMade = effect === 'write' || effect === 'send';
  const brought = outcome.ids.map((id, i) => [
    id,
    call,
    mark(mix(tool, i + 1), isNew, outcome.kind === 'information') | (isMade ? MADE : 0),
  ]);
  // An echoed id refers to nothing.
  return keep(
    keep(
      handles,
      argIds.map((id) => [id, call, NONE]),
    ),
    brought,
  );
}

function keep(handles: Handles, given: readonly (readonly number[])[]): Handles {
  const fresh = given.filter(([id]) => !isHandle(handles, id!));
  return fresh.length === 0 ? handles : [...handles, ...fresh.flat()].slice(-SIZE * MAX_HANDLES);
}

/** The call with its ids replaced by references; nothing if they refer to nothing, or to something new. */
export function referredCall(handles: Handles, features: CallFeatures): number | undefined {
  const { argIds, argValues, template } = features;
  if (argIds.length === 0 || !features.isWhole) return undefined;
  const isTelling = features.outcome.kind === 'information' || features.outcome.failure !== 'no';
  let call = mix(template, 0x3d4d51);
  let referred = 0;
  for (const id of argIds) {
    const at = placeOf(handles, id);
    const reference = at < 0 ? NONE : handles[at + 2]!;
    // A job that is taken, done and acknowledged is another one each time. What is made again from the same arguments is not.
    const isJob = (reference & TOLD) === 0 && (reference & (MADE | NEW)) !== MADE;
    if (reference !== NONE && !isTelling && isJob) return undefined;
    if (reference !== NONE) referred++;
    // An id that no result brought stands for itself.
    call = mix(call, reference === NONE ? id : reference | TOLD | NEW | MADE);
  }
  if (referred === 0) return undefined;
  for (const value of argValues) call = mix(call, hashNumber(value));
  return call >>> 1;
}

/** One of the ids comes from a call that brought or did something new. */
export function isOfNews(handles: Handles, { argIds }: CallFeatures): boolean {
  return argIds.some((id) => {
    const at = placeOf(handles, id);
    return at >= 0 && (handles[at + 2]! & NEW) !== 0;
  });
}

function mark(place: number, isNew: boolean, hasTold: boolean): number {
  return (place & REST) | 4 | (isNew ? NEW : 0) | (hasTold ? TOLD : 0);
}

function placeOf(handles: Handles, id: number): number {
  for (let at = 0; at < handles.length; at += SIZE) if (handles[at] === id) return at;
  return -1;
}

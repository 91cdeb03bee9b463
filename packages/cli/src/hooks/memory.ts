import { fingerprint } from '@rutbreak/core';
import type { HookCall } from '@rutbreak/adapters/hooks';
import type { HookMemory } from '../store/record.js';

export const NO_MEMORY: HookMemory = { seen: [], open: [], denied: [], rounds: 0, interventions: 0 };

const MAX_SEEN = 64;
const MAX_OPEN = 32;
const MAX_DENIED = 16;
/** Calls of one step are announced within moments. What has been open for longer was broken off, or takes its time. */
const TOGETHER = 5000;

/** Digests: an id may look like a secret, and would be taken out of the file. */
function digest(value: unknown): number {
  return fingerprint(value).print;
}

export function hasSeen({ seen }: HookMemory, { key }: HookCall): boolean {
  return key !== '' && seen.includes(digest(key));
}

function markSeen(memory: HookMemory, { key }: HookCall): HookMemory {
  return key === '' ? memory : { ...memory, seen: [...memory.seen, digest(key)].slice(-MAX_SEEN) };
}

/** Gemini's calls have no ids: there, like calls are one. */
function callOf({ call, event }: HookCall): number | undefined {
  if (call !== undefined) return digest(call);
  return event?.kind === 'attempt' || event?.kind === 'call' ? digest([event.tool, event.args]) : undefined;
}

/** Is this told of a call that we kept from running? */
export function wasDenied({ denied }: HookMemory, hookCall: HookCall): boolean {
  const call = hookCall.event?.kind === 'call' ? callOf(hookCall) : undefined;
  return call !== undefined && denied.includes(call);
}

export interface Noted {
  readonly memory: HookMemory;
  /** Of the call that the event is about. */
  readonly round?: number;
}

/** The memory with this event in it, and the round that its call belongs to. */
export function note(before: HookMemory, hookCall: HookCall, now: number): Noted {
  const memory = markSeen(before, hookCall);
  const { event } = hookCall;
  const call = callOf(hookCall);
  if (event?.kind === 'turn' && event.role === 'user')
    return { memory: { ...withoutEnding(memory), open: [], interventions: 0 } };
  if (call === undefined) return { memory };
  if (event?.kind !== 'attempt') return endCall(memory, call);
  const beside = memory.open.findLast(({ at }) => now - at < TOGETHER);
  const round = beside?.round ?? memory.rounds + 1;
  const open = [...memory.open, { call, round, at: now }].slice(-MAX_OPEN);
  const denied = memory.denied.filter((one) => one !== call);
  return { memory: { ...memory, open, denied, rounds: Math.max(memory.rounds, round) }, round };
}

function endCall(memory: HookMemory, call: number): Noted {
  const at = memory.open.findIndex((one) => one.call === call);
  const ended = memory.open[at];
  // Nobody told us that it began.
  if (!ended) return { memory: { ...memory, rounds: memory.rounds + 1 }, round: memory.rounds + 1 };
  return { memory: { ...memory, open: memory.open.toSpliced(at, 1) }, round: ended.round };
}

/** A call did not run; where the run was to end with it, that is remembered until it can. */
export function noteDenied(memory: HookMemory, hookCall: HookCall, ending: string | undefined): HookMemory {
  const call = callOf(hookCall);
  if (call === undefined) return memory;
  const denied = [...memory.denied, call].slice(-MAX_DENIED);
  return { ...endCall(memory, call).memory, denied, ...(ending !== undefined && { ending }) };
}

export function withoutEnding({ seen, open, denied, rounds, interventions }: HookMemory): HookMemory {
  return { seen, open, denied, rounds, interventions };
}

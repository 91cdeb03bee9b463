import { type AgentEvent, fingerprint } from '@rutbreak/core';
import { type HookAnswer, type HookCall, SILENT } from './hook.js';

/** What is remembered of a session from one event of its hooks to the next. Plain JSON, bounded; keys are digests. */
export interface HookMemory {
  /** Events that were told already: two hooks may be told of the same one. */
  readonly seen: readonly number[];
  /** Calls under way: those that begin together belong to one round. */
  readonly open: readonly { readonly call: number; readonly round: number; readonly at: number }[];
  /** Calls that did not run. */
  readonly denied: readonly number[];
  readonly rounds: number;
  /** Since the person spoke. */
  readonly interventions: number;
  /** Why the run is to end, as soon as the agent allows it. */
  readonly ending?: string;
}

export const NO_MEMORY: HookMemory = { seen: [], open: [], denied: [], rounds: 0, interventions: 0 };

const MAX_SEEN = 64;
const MAX_OPEN = 32;
const MAX_DENIED = 16;
/** Calls of one step are announced within moments. What has been open for longer was broken off, or takes its time. */
const TOGETHER = 5000;

/** What comes of an event before anybody judges it: an event to judge, or an answer right away. */
type HookBegun =
  | { readonly memory: HookMemory; readonly event: AgentEvent }
  | { readonly memory: HookMemory; readonly event: null; readonly answer: HookAnswer };

export function beginHook(before: HookMemory, call: HookCall, now: number): HookBegun {
  if (call.isRoundEnd === true && before.ending !== undefined)
    return { memory: withoutEnding(before), event: null, answer: { kind: 'end', text: before.ending } };
  if (call.event === null || hasSeen(before, call) || wasDenied(before, call))
    return { memory: before, event: null, answer: SILENT };
  const { memory, round } = note(before, call, now);
  return { memory, event: { ...call.event, at: now, ...(round !== undefined && { round }) } as AgentEvent };
}

/** What is said in the end, and remembered of it. Beyond `most` words in one task the guard keeps quiet. */
export function endHook(
  before: HookMemory,
  call: HookCall,
  wish: HookAnswer,
  most: number,
): { readonly memory: HookMemory; readonly answer: HookAnswer } {
  if (wish.kind === 'silent' || before.interventions >= most) return { memory: before, answer: SILENT };
  const spoken = { ...before, interventions: before.interventions + 1 };
  if (wish.kind !== 'deny') return { memory: spoken, answer: wish };
  return { memory: noteDenied(spoken, call, wish.ends ? wish.text : undefined), answer: wish };
}

/** Digests: an id may look like a secret, and would be taken out of the file. */
function digest(value: unknown): number {
  return fingerprint(value).print;
}

function hasSeen({ seen }: HookMemory, { key }: HookCall): boolean {
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
function wasDenied({ denied }: HookMemory, hookCall: HookCall): boolean {
  const call = hookCall.event?.kind === 'call' ? callOf(hookCall) : undefined;
  return call !== undefined && denied.includes(call);
}

interface Noted {
  readonly memory: HookMemory;
  /** Of the call that the event is about. */
  readonly round?: number;
}

/** The memory with this event in it, and the round that its call belongs to. */
function note(before: HookMemory, hookCall: HookCall, now: number): Noted {
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
function noteDenied(memory: HookMemory, hookCall: HookCall, ending: string | undefined): HookMemory {
  const call = callOf(hookCall);
  if (call === undefined) return memory;
  const denied = [...memory.denied, call].slice(-MAX_DENIED);
  return { ...endCall(memory, call).memory, denied, ...(ending !== undefined && { ending }) };
}

function withoutEnding({ seen, open, denied, rounds, interventions }: HookMemory): HookMemory {
  return { seen, open, denied, rounds, interventions };
}

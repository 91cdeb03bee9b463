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
  /** Tool and arguments of the calls that were denied in this task. */
  readonly refused?: readonly number[];
  /** Why the run is to end, as soon as the agent allows it. */
  readonly ending?: string;
  /** The model has been told that the run ends, and may say its last words. */
  readonly isLastTurn?: true;
  /** The step under way, where the agent says when a step is over. */
  readonly step?: Step;
  /** The agent did say so in this session. */
  readonly hasRoundEnds?: true;
  /** Calls under way that started a sub-agent. */
  readonly agents?: readonly number[];
}

interface Step {
  readonly round: number;
  readonly calls: number;
  /** When something of it was last told. */
  readonly at: number;
}

export const NO_MEMORY: HookMemory = { seen: [], open: [], denied: [], rounds: 0, interventions: 0 };

const MAX_SEEN = 64;
const MAX_OPEN = 32;
const MAX_DENIED = 16;
const MAX_REFUSED = 32;
const MAX_AGENTS = 8;
/** Calls of one step are announced within moments. What has been open for longer was broken off, or takes its time. */
const TOGETHER = 5000;
/** Older versions never say that a step is over. Until one says so, a pause does: a model takes longer to answer. */
const PAUSE = 700;
const MAX_FIRST_STEP = 12;

/** What comes of an event before anybody judges it: an event to judge, or an answer right away. */
type HookBegun =
  | { readonly memory: HookMemory; readonly event: AgentEvent }
  | { readonly memory: HookMemory; readonly event: null; readonly answer: HookAnswer };

export function beginHook(before: HookMemory, call: HookCall, now: number): HookBegun {
  if (call.isRoundEnd === true) return { event: null, ...endRound(before) };
  if (call.event === null || hasSeen(before, call) || wasDenied(before, call))
    return { memory: before, event: null, answer: SILENT };
  const { memory, round } = note(before, call, now);
  return { memory, event: { ...call.event, at: now, ...(round !== undefined && { round }) } as AgentEvent };
}

/** A run that is to end gets one more turn, in which the model can tell the user why; then it ends. */
function endRound(before: HookMemory): { readonly memory: HookMemory; readonly answer: HookAnswer } {
  const memory: HookMemory = { ...without(before, 'step'), hasRoundEnds: true };
  if (memory.ending === undefined) return { memory, answer: SILENT };
  if (memory.isLastTurn === true)
    return { memory: without(memory, 'ending', 'isLastTurn'), answer: { kind: 'end', text: memory.ending } };
  return { memory: { ...memory, isLastTurn: true }, answer: SILENT };
}

/** What is said in the end, and remembered of it. Beyond `most` words in one task the guard keeps quiet. */
export function endHook(
  before: HookMemory,
  call: HookCall,
  wish: HookAnswer,
  most: number,
): { readonly memory: HookMemory; readonly answer: HookAnswer } {
  const answer = call.isEndless === true ? withoutEnd(before, call, wish) : wish;
  if (answer.kind === 'silent' || before.interventions >= most) return { memory: before, answer: SILENT };
  const spoken = { ...before, interventions: before.interventions + 1 };
  if (answer.kind !== 'deny') return { memory: spoken, answer };
  return { memory: noteDenied(spoken, call, answer.ends ? answer.text : undefined), answer };
}

/** Where the run goes on after a stop, only the calls of the loop are denied: another call may be the way out. */
function withoutEnd(memory: HookMemory, call: HookCall, wish: HookAnswer): HookAnswer {
  if (wish.kind === 'end') return { kind: 'tell', text: wish.text };
  if (wish.kind !== 'deny' || !wish.ends) return wish;
  const isOfLoop = memory.refused?.includes(deedOf(call) ?? 0) ?? false;
  return isOfLoop ? { ...wish, ends: false } : SILENT;
}

/**
 * The session of a hook. While a call that started a sub-agent is under way, tools are used by the sub-agent, and what
 * it does is no repetition of what its parent did. Its hooks cannot end it: that would end the parent.
 */
export function withNesting(memory: HookMemory, call: HookCall): HookCall {
  const agent = memory.agents?.at(-1);
  const isTool = call.event?.kind === 'attempt' || call.event?.kind === 'call';
  if (agent === undefined || !isTool || call.startsAgent === true) return call;
  const capabilities = { ...call.capabilities, endRun: false };
  return { ...call, capabilities, session: `${call.session}/${agent}`, isEndless: true };
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

/** What is done: the tool and its arguments. */
function deedOf({ event }: HookCall): number | undefined {
  return event?.kind === 'attempt' || event?.kind === 'call' ? digest([event.tool, event.args]) : undefined;
}

/** Gemini's and Copilot's calls have no ids: there, like calls are one. */
function callOf(hookCall: HookCall): number | undefined {
  return hookCall.call === undefined ? deedOf(hookCall) : digest(hookCall.call);
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
  if (event?.kind === 'turn' && event.role === 'user') return { memory: newTask(memory) };
  if (call === undefined) return { memory };
  if (event?.kind !== 'attempt') return endCall(withStepAt(memory, now), call);
  const { round, step } = roundOf(memory, hookCall, now);
  const open = [...memory.open, { call, round, at: now }].slice(-MAX_OPEN);
  const denied = memory.denied.filter((one) => one !== call);
  const agents = [...(memory.agents ?? []), call].slice(-MAX_AGENTS);
  return {
    memory: {
      ...{ ...memory, open, denied, rounds: Math.max(memory.rounds, round) },
      ...(step && { step }),
      ...(hookCall.startsAgent === true && { agents }),
    },
    round,
  };
}

function withStepAt(memory: HookMemory, now: number): HookMemory {
  return memory.step ? { ...memory, step: { ...memory.step, at: now } } : memory;
}

function newTask({ seen, denied, rounds, hasRoundEnds }: HookMemory): HookMemory {
  return { seen, denied, rounds, open: [], interventions: 0, ...(hasRoundEnds && { hasRoundEnds }) };
}

/** The round of a new call: that of the step, or of the calls that began just now, or a new one. */
function roundOf(
  { open, rounds, step, hasRoundEnds }: HookMemory,
  { marksRounds }: HookCall,
  now: number,
): { readonly round: number; readonly step?: Step } {
  const isGoingOn = step && (hasRoundEnds === true || (step.calls < MAX_FIRST_STEP && now - step.at < PAUSE));
  if (marksRounds === true && isGoingOn)
    return { round: step.round, step: { ...step, calls: step.calls + 1, at: now } };
  const beside = open.findLast(({ at }) => now - at < TOGETHER);
  const round = beside?.round ?? rounds + 1;
  return { round, ...(marksRounds === true && { step: { round, calls: 1, at: now } }) };
}

function endCall(memory: HookMemory, call: number): Noted {
  const at = memory.open.findIndex((one) => one.call === call);
  const ended = memory.open[at];
  // Nobody told us that it began.
  if (!ended) return { memory: { ...memory, rounds: memory.rounds + 1 }, round: memory.rounds + 1 };
  const agents = memory.agents?.filter((one) => one !== call);
  return {
    memory: { ...memory, open: memory.open.toSpliced(at, 1), ...(agents && { agents }) },
    round: ended.round,
  };
}

/** A call did not run; where the run was to end with it, that is remembered until it can. */
function noteDenied(memory: HookMemory, hookCall: HookCall, ending: string | undefined): HookMemory {
  const call = callOf(hookCall);
  if (call === undefined) return memory;
  const denied = [...memory.denied, call].slice(-MAX_DENIED);
  const refused = [...(memory.refused ?? []), deedOf(hookCall) ?? 0].slice(-MAX_REFUSED);
  return { ...endCall(memory, call).memory, denied, refused, ...(ending !== undefined && { ending }) };
}

function without(memory: HookMemory, ...names: readonly (keyof HookMemory)[]): HookMemory {
  const kept = Object.entries(memory).filter(([name]) => !(names as readonly string[]).includes(name));
  return Object.fromEntries(kept) as unknown as HookMemory;
}

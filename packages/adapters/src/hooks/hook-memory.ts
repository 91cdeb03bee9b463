import type { AgentEvent } from '@rutbreak/core';
import { fingerprint } from '@rutbreak/core/detectors';
import { type HookAnswer, type HookCall, SILENT } from './hook.js';

/** The state of a session between two hook processes. Plain JSON, bounded; keys are digests. */
export interface HookMemory {
  /** Events already processed, because two hooks may report the same one. */
  readonly seen: readonly number[];
  /** Calls in progress. Calls that start together belong to one round. */
  readonly open: readonly { readonly call: number; readonly round: number; readonly at: number }[];
  /** Calls that the guard denied. */
  readonly denied: readonly number[];
  readonly rounds: number;
  /** Since the user's last prompt. */
  readonly interventions: number;
  /** Tool and arguments of the calls denied in this task. */
  readonly refused?: readonly number[];
  /** Why the run will end, as soon as the agent allows it. */
  readonly ending?: string;
  /** The model knows that the run ends and may write a final text. */
  readonly isLastTurn?: true;
  /** The step in progress, for agents that name steps or report their end. */
  readonly step?: Step;
  /** The agent has reported the end of a step in this session. */
  readonly hasRoundEnds?: true;
  /** Calls in progress that started a sub-agent. */
  readonly agents?: readonly number[];
  /** Tool and arguments of the latest calls, in the session of a sub-agent. */
  readonly made?: readonly number[];
}

interface Step {
  readonly round: number;
  readonly calls: number;
  /** The digest of its name, if it has one. */
  readonly name?: number;
  /** The time of the last hook. */
  readonly at: number;
}

export const NO_MEMORY: HookMemory = { seen: [], open: [], denied: [], rounds: 0, interventions: 0 };

const MAX_SEEN = 64;
const MAX_OPEN = 32;
const MAX_DENIED = 16;
const MAX_REFUSED = 32;
const MAX_AGENTS = 8;
const MAX_MADE = 64;
/** Calls of one step start within moments. A call that has been open for longer was interrupted or runs long. */
const TOGETHER = 5000;
/**
 * Older versions never report the end of a step. Until an agent does, a pause ends the step, because a model takes
 * longer to answer.
 */
const PAUSE = 700;
const MAX_FIRST_STEP = 12;

/** The result of preparing a hook input: an event for detection, or an immediate answer. */
type PreparedHook =
  | { readonly memory: HookMemory; readonly event: AgentEvent }
  | { readonly memory: HookMemory; readonly event: null; readonly answer: HookAnswer };

export function beginHook(before: HookMemory, call: HookCall, now: number): PreparedHook {
  if (call.isRoundEnd === true) return { event: null, ...endRound(before) };
  if (call.event === null || hasSeen(before, call) || wasDenied(before, call))
    return { memory: before, event: null, answer: SILENT };
  const { memory, round } = note(before, call, now);
  return { memory, event: { ...call.event, at: now, ...(round !== undefined && { round }) } as AgentEvent };
}

/** A run that must end gets one more turn, in which the model can tell the user why. */
function endRound(before: HookMemory): { readonly memory: HookMemory; readonly answer: HookAnswer } {
  const memory: HookMemory = { ...without(before, 'step'), hasRoundEnds: true };
  if (memory.ending === undefined) return { memory, answer: SILENT };
  if (memory.isLastTurn === true)
    return { memory: without(memory, 'ending', 'isLastTurn'), answer: { kind: 'end', text: memory.ending } };
  return { memory: { ...memory, isLastTurn: true }, answer: SILENT };
}

/** The final answer, and the state that follows. After `most` texts in one task the guard stays silent. */
export function endHook(
  before: HookMemory,
  call: HookCall,
  wanted: HookAnswer,
  most: number,
): { readonly memory: HookMemory; readonly answer: HookAnswer } {
  const answer = call.isEndless === true ? withoutEnd(before, call, wanted) : wanted;
  if (answer.kind === 'silent' || before.interventions >= most) return { memory: before, answer: SILENT };
  const spoken = { ...before, interventions: before.interventions + 1 };
  if (answer.kind !== 'deny') return { memory: spoken, answer };
  return { memory: noteDenied(spoken, call, answer.ends ? answer.text : undefined), answer };
}

/** If the run continues after a stop, the guard denies only calls of the loop: another call may be the way out. */
function withoutEnd(memory: HookMemory, call: HookCall, wanted: HookAnswer): HookAnswer {
  if (wanted.kind === 'end') return { kind: 'tell', text: wanted.text };
  if (wanted.kind !== 'deny' || !wanted.ends) return wanted;
  const isOfLoop = memory.refused?.includes(actionKey(call) ?? 0) ?? false;
  return isOfLoop ? { ...wanted, ends: false } : SILENT;
}

/** The sessions of the sub-agents that are at work, if one of them may have made this call. */
export function nestedSessions({ agents = [] }: HookMemory, call: HookCall): readonly string[] {
  const isTool = call.event?.kind === 'attempt' || call.event?.kind === 'call';
  return isTool && call.startsAgent !== true ? agents.map((agent) => `${call.session}/${agent}`) : [];
}

/**
 * The session of a hook. While a call that started a sub-agent is open, the sub-agent makes the tool calls, and they
 * must not count as repetitions of the parent's. Its hooks cannot end it without ending the parent.
 *
 * If several sub-agents are at work, nothing says whose call it is. The same call of each of them is no repetition, so
 * it goes to the one that has made it the least.
 */
export function withNesting(
  memory: HookMemory,
  call: HookCall,
  memoryOf: (session: string) => HookMemory = () => NO_MEMORY,
): HookCall {
  const sessions = nestedSessions(memory, call).map((session) => ({ session, own: memoryOf(session) }));
  const timesMade = ({ made = [] }: HookMemory): number =>
    made.filter((one) => one === actionKey(call)).length;
  const chosen =
    sessions.find(({ own }) => hasSeen(own, call)) ??
    sessions.find(({ own }) => call.event?.kind === 'call' && isOpen(own, call)) ??
    sessions.toReversed().toSorted((a, b) => timesMade(a.own) - timesMade(b.own))[0];
  if (!chosen) return call;
  const capabilities = { ...call.capabilities, endRun: false };
  return { ...call, capabilities, session: chosen.session, isNested: true, isEndless: true };
}

function isOpen({ open }: HookMemory, hookCall: HookCall): boolean {
  const call = callOf(hookCall);
  return open.some((one) => one.call === call);
}

/** Stores digests, because redaction could remove an id that looks like a secret. */
function digest(value: unknown): number {
  return fingerprint(value).print;
}

function hasSeen({ seen }: HookMemory, { key }: HookCall): boolean {
  return key !== '' && seen.includes(digest(key));
}

function markSeen(memory: HookMemory, { key }: HookCall): HookMemory {
  return key === '' ? memory : { ...memory, seen: [...memory.seen, digest(key)].slice(-MAX_SEEN) };
}

/** Identifies an action: the tool and its arguments. */
function actionKey({ event }: HookCall): number | undefined {
  return event?.kind === 'attempt' || event?.kind === 'call' ? digest([event.tool, event.args]) : undefined;
}

/** Gemini and Copilot send no call ids, so equal calls share a key. */
function callOf(hookCall: HookCall): number | undefined {
  return hookCall.call === undefined ? actionKey(hookCall) : digest(hookCall.call);
}

/** Whether the hook reports a call that the guard denied. */
function wasDenied({ denied }: HookMemory, hookCall: HookCall): boolean {
  const call = hookCall.event?.kind === 'call' ? callOf(hookCall) : undefined;
  return call !== undefined && denied.includes(call);
}

interface NotedCall {
  readonly memory: HookMemory;
  /** The key of the event's call. */
  readonly round?: number;
}

/** Records an event and determines the round of its call. */
function note(before: HookMemory, hookCall: HookCall, now: number): NotedCall {
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
      ...(hookCall.isNested === true && {
        made: [...(memory.made ?? []), actionKey(hookCall) ?? 0].slice(-MAX_MADE),
      }),
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

/** The round of a new call: the round of the step, of the calls that started just now, or a new one. */
function roundOf(
  { open, rounds, step, hasRoundEnds }: HookMemory,
  { marksRounds, step: given }: HookCall,
  now: number,
): { readonly round: number; readonly step?: Step } {
  if (given !== undefined) {
    const name = digest(given);
    const known = step?.name === name ? step : { round: rounds + 1, calls: 0 };
    return { round: known.round, step: { ...known, calls: known.calls + 1, name, at: now } };
  }
  const isGoingOn = step && (hasRoundEnds === true || (step.calls < MAX_FIRST_STEP && now - step.at < PAUSE));
  if (marksRounds === true && isGoingOn)
    return { round: step.round, step: { ...step, calls: step.calls + 1, at: now } };
  const beside = open.findLast(({ at }) => now - at < TOGETHER);
  const round = beside?.round ?? rounds + 1;
  return { round, ...(marksRounds === true && { step: { round, calls: 1, at: now } }) };
}

function endCall(memory: HookMemory, call: number): NotedCall {
  const at = memory.open.findIndex((one) => one.call === call);
  const ended = memory.open[at];
  // The guard never saw the start of this call.
  if (!ended) return { memory: { ...memory, rounds: memory.rounds + 1 }, round: memory.rounds + 1 };
  const agents = memory.agents?.filter((one) => one !== call);
  return {
    memory: { ...memory, open: memory.open.toSpliced(at, 1), ...(agents && { agents }) },
    round: ended.round,
  };
}

/** Records a denied call and, if the run should end with it, the reason to end it later. */
function noteDenied(memory: HookMemory, hookCall: HookCall, ending: string | undefined): HookMemory {
  const call = callOf(hookCall);
  if (call === undefined) return memory;
  const denied = [...memory.denied, call].slice(-MAX_DENIED);
  const refused = [...(memory.refused ?? []), actionKey(hookCall) ?? 0].slice(-MAX_REFUSED);
  return { ...endCall(memory, call).memory, denied, refused, ...(ending !== undefined && { ending }) };
}

function without(memory: HookMemory, ...names: readonly (keyof HookMemory)[]): HookMemory {
  const kept = Object.entries(memory).filter(([name]) => !(names as readonly string[]).includes(name));
  return Object.fromEntries(kept) as unknown as HookMemory;
}

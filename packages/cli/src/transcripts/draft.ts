import type { AgentEvent } from '@rutbreak/core';
import { type EditEvent, type TurnReason, withDerived } from '@rutbreak/core/edge';
import type { Trace } from './trace.js';
import type { Usage } from './usage.js';

interface Facts {
  readonly at?: number | undefined;
  /** The model's answer that asked for the call: calls of one answer form one round. */
  readonly answer?: string | undefined;
}

/** A trace while its transcript is read: calls wait for their results, anywhere in the file. */
export interface Draft {
  readonly call: (id: string, tool: string, args: unknown, facts?: Facts) => void;
  readonly result: (id: string, result: unknown, facts?: { isError?: boolean }) => void;
  /** A part of an answer that is of an unknown kind. */
  readonly unknown: () => void;
  /** A call together with its result. */
  readonly done: (
    tool: string,
    args: unknown,
    result: unknown,
    facts?: Facts & { isError?: boolean },
  ) => void;
  readonly message: (text: string, facts?: Facts) => void;
  readonly reasoning: (text: string, facts?: Facts) => void;
  readonly turn: (
    role: 'user' | 'harness',
    reason: TurnReason,
    facts?: { at?: number | undefined; text?: string },
  ) => void;
  readonly error: (message: string, facts?: Facts) => void;
  /** Changed files of an event that is not a call. */
  readonly edits: (events: readonly EditEvent[]) => void;
  /** The usage of an answer. A repeated report for the same answer does not count. */
  readonly usage: (answer: string, usage: Usage) => void;
  readonly isEmpty: () => boolean;
  readonly finish: () => Trace;
}

export interface About {
  readonly id: string;
  readonly agent?: string;
  readonly model?: string;
  /** The folder that the agent works in. */
  readonly project?: string;
}

/** A mutable event: copying it for each added fact would cost more than reading it. */
interface DraftEvent {
  kind: 'attempt' | 'call' | 'message' | 'delta' | 'turn' | 'error' | 'edit';
  at?: number;
  round?: number;
  result?: unknown;
  isError?: true;
  tokens?: number;
  readonly [fact: string]: unknown;
}

/** The state of a draft. */
interface Sheet {
  readonly events: DraftEvent[];
  /** The answer that an event belongs to. */
  readonly answers: (string | undefined)[];
  /** Positions of calls without a result. */
  readonly waiting: Map<string, number>;
  /** Calls, with a result or without. */
  calls: number;
  unread: number;
  readonly rounds: Map<string, number>;
  readonly usages: Map<string, Usage>;
}

function newSheet(): Sheet {
  return {
    ...{ events: [], answers: [], waiting: new Map(), rounds: new Map(), usages: new Map() },
    ...{ calls: 0, unread: 0 },
  };
}

export function newDraft(about: About): Draft {
  const sheet = newSheet();
  return {
    call(id, tool, args, facts) {
      sheet.waiting.set(id, sheet.events.length);
      sheet.calls++;
      // No result yet; a truncated run stays like this.
      push(sheet, inRound({ kind: 'attempt', tool, args }, sheet, facts), facts);
    },
    result: (id, result, facts) => {
      fillIn(sheet, id, result, facts?.isError ?? false);
    },
    unknown: () => {
      sheet.unread++;
    },
    done(tool, args, result, { isError = false, ...facts } = {}) {
      sheet.calls++;
      const event: DraftEvent = { kind: 'call', tool, args, result };
      if (isError) event.isError = true;
      push(sheet, inRound(event, sheet, facts), facts);
    },
    message(text, facts) {
      if (text.trim() !== '') push(sheet, { kind: 'message', text }, facts);
    },
    reasoning(text, facts) {
      if (text.trim() !== '') push(sheet, { kind: 'delta', channel: 'reasoning', text }, facts);
    },
    turn(role, reason, { at, text } = {}) {
      push(sheet, { kind: 'turn', role, reason, ...(text === undefined ? {} : { text }) }, { at });
    },
    error(message, facts) {
      if (message.trim() !== '') push(sheet, { kind: 'error', message }, facts);
    },
    edits(events) {
      for (const event of events) push(sheet, { ...event });
    },
    usage: (answer, usage) => void sheet.usages.set(answer, usage),
    isEmpty: () => sheet.events.length === 0,
    finish: () => traceOf(sheet, about),
  };
}

function push({ events, answers }: Sheet, event: DraftEvent, { at, answer }: Facts = {}): void {
  answers[events.length] = answer;
  if (at !== undefined) event.at = at;
  events.push(event);
}

function inRound(event: DraftEvent, { rounds }: Sheet, { answer }: Facts = {}): DraftEvent {
  if (answer === undefined) return event;
  const round = rounds.get(answer) ?? rounds.size;
  rounds.set(answer, round);
  event.round = round;
  return event;
}

function fillIn(sheet: Sheet, id: string, result: unknown, isError: boolean): void {
  const { events, waiting } = sheet;
  const index = waiting.get(id);
  const event = index === undefined ? undefined : events[index];
  if (event?.kind !== 'attempt') {
    sheet.unread++;
    return;
  }
  waiting.delete(id);
  event.kind = 'call';
  event.result = result;
  if (isError) event.isError = true;
}

function traceOf(
  { events, answers, usages, calls, unread }: Sheet,
  { id, agent, model, project }: About,
): Trace {
  const costs = costsOf(answers, usages);
  costs.forEach((usage, i) => {
    const event = events[i];
    if (usage && (event?.kind === 'call' || event?.kind === 'message'))
      event.tokens = usage.input + usage.output;
  });
  return {
    id,
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    ...(project !== undefined && project !== '' && { project }),
    // Beside calls, such a result is one that was told of twice, or whose call is in another file.
    ...(calls === 0 && unread > 0 && { unread }),
    ...withDerivedEvents(events, costs),
  };
}

/** Inserts derived events after their call, and shifts the usages, which are by index. */
function withDerivedEvents(
  events: readonly DraftEvent[],
  costs: readonly (Usage | undefined)[],
): Pick<Trace, 'events' | 'usages'> {
  const all: unknown[] = [];
  const usages: (Usage | undefined)[] = [];
  events.forEach((event, i) => {
    if (costs[i]) usages[all.length] = costs[i];
    if (event.kind === 'call') all.push(...withDerived(event as unknown as AgentEvent));
    else all.push(event);
  });
  return { events: all, ...(usages.length > 0 && { usages }) };
}

/** The cost of each answer goes to its first event, so that sums stay right. */
function costsOf(
  answers: readonly (string | undefined)[],
  usages: ReadonlyMap<string, Usage>,
): (Usage | undefined)[] {
  const told = new Set<string>();
  const costs: (Usage | undefined)[] = [];
  answers.forEach((answer, i) => {
    if (answer === undefined || told.has(answer)) return;
    told.add(answer);
    const usage = usages.get(answer);
    if (usage) costs[i] = usage;
  });
  return costs;
}

import type { AgentEvent, TurnReason } from '@rutbreak/core';
import type { Trace } from './trace.js';
import type { Usage } from './usage.js';

interface Facts {
  readonly at?: number | undefined;
  /** Names the model's answer that asked for the call: calls of one answer are one round. */
  readonly answer?: string | undefined;
}

/** A trace while a transcript is read: calls wait for their results, wherever in the file these stand. */
export interface Draft {
  readonly call: (id: string, tool: string, args: unknown, facts?: Facts) => void;
  readonly result: (id: string, result: unknown, facts?: { isError?: boolean }) => void;
  /** A call that stands with its result. */
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
  /** What the answer cost; told again for the same answer, it is not counted again. */
  readonly usage: (answer: string, usage: Usage) => void;
  readonly isEmpty: () => boolean;
  readonly finish: () => Trace;
}

export interface About {
  readonly id: string;
  readonly agent?: string;
  readonly model?: string;
}

/** What the draft holds. */
interface Sheet {
  readonly events: AgentEvent[];
  /** The answer that an event belongs to. */
  readonly answers: (string | undefined)[];
  /** Calls without a result: where they stand. */
  readonly waiting: Map<string, number>;
  readonly rounds: Map<string, number>;
  readonly usages: Map<string, Usage>;
}

export function newDraft(about: About): Draft {
  const sheet: Sheet = { events: [], answers: [], waiting: new Map(), rounds: new Map(), usages: new Map() };
  return {
    call(id, tool, args, facts) {
      sheet.waiting.set(id, sheet.events.length);
      // Nothing came back yet; a run that was cut off here leaves it so.
      push(sheet, { kind: 'attempt', tool, args, ...roundOf(sheet, facts) }, facts);
    },
    result: (id, result, facts) => {
      fillIn(sheet, id, result, facts?.isError ?? false);
    },
    done(tool, args, result, { isError = false, ...facts } = {}) {
      const round = roundOf(sheet, facts);
      push(sheet, { kind: 'call', tool, args, result, ...round, ...(isError && { isError }) }, facts);
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
    usage: (answer, usage) => void sheet.usages.set(answer, usage),
    isEmpty: () => sheet.events.length === 0,
    finish: () => traceOf(sheet, about),
  };
}

function push({ events, answers }: Sheet, event: AgentEvent, { at, answer }: Facts = {}): void {
  answers[events.length] = answer;
  events.push(at === undefined ? event : { ...event, at });
}

function roundOf({ rounds }: Sheet, { answer }: Facts = {}): { round?: number } {
  if (answer === undefined) return {};
  const round = rounds.get(answer) ?? rounds.size;
  rounds.set(answer, round);
  return { round };
}

function fillIn({ events, waiting }: Sheet, id: string, result: unknown, isError: boolean): void {
  const index = waiting.get(id);
  const attempt = index === undefined ? undefined : events[index];
  if (index === undefined || attempt?.kind !== 'attempt') return;
  waiting.delete(id);
  events[index] = { ...attempt, kind: 'call', result, ...(isError && { isError }) };
}

function traceOf({ events, answers, usages }: Sheet, { id, agent, model }: About): Trace {
  const costs = costsOf(answers, usages);
  return {
    id,
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    events: events.map((event, i) => withTokens(event, costs[i])),
    ...(costs.length > 0 && { usages: costs }),
  };
}

/** Each answer's cost goes to the first event it brought, so that sums stay right. */
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

function withTokens(event: AgentEvent, usage: Usage | undefined): AgentEvent {
  if (!usage || (event.kind !== 'call' && event.kind !== 'message')) return event;
  return { ...event, tokens: usage.input + usage.output };
}

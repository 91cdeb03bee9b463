/** Reads what an agent sends to its hook, by a table of field names. */
import { type HookCall, withoutNarration } from '@rutbreak/adapters/hooks';
import type { AgentEvent, Capabilities } from '@rutbreak/core';
import {
  type Fields,
  fieldsOf,
  parsed,
  type TellsPurpose,
  textOf,
  withoutPurpose,
} from '../transcripts/fields.js';
import type { AgentId } from './ids.js';

interface Outcome {
  readonly result?: unknown;
  readonly isError: boolean;
}

/** The meaning of one event of the agent. Strings are paths of fields: `tool_info.command_line`. */
export type Moment =
  | { readonly kind: 'attempt'; readonly tool: ValueIn; readonly args: ValueIn }
  | {
      readonly kind: 'call';
      readonly tool: ValueIn;
      readonly args: ValueIn;
      readonly outcome: (input: Fields) => Outcome;
    }
  | { readonly kind: 'prompt'; readonly text: string }
  | { readonly kind: 'restart'; readonly reason: 'restart' | 'compaction' }
  | { readonly kind: 'start'; readonly source: string }
  | { readonly kind: 'round-end' };

type ValueIn = string | ((input: Fields) => unknown);

/** The events of Claude Code, which several agents have adopted. */
export const CLAUDE_MOMENTS: Readonly<Record<string, Moment>> = {
  PreToolUse: { kind: 'attempt', tool: 'tool_name', args: 'tool_input' },
  PostToolUse: {
    ...{ kind: 'call', tool: 'tool_name', args: 'tool_input' },
    outcome: ({ tool_response: result }) => ({ result, isError: false }),
  },
  UserPromptSubmit: { kind: 'prompt', text: 'prompt' },
  SessionStart: { kind: 'start', source: 'source' },
  PreCompact: { kind: 'restart', reason: 'compaction' },
};

export interface Wire {
  readonly agent: AgentId;
  /** Each list names the fields that may contain the value; the first one present counts. */
  readonly session: readonly string[];
  readonly event: readonly string[];
  readonly call?: readonly string[];
  readonly step?: readonly string[];
  readonly time?: readonly string[];
  readonly subagent?: readonly string[];
  readonly model?: string;
  readonly moments: Readonly<Record<string, Moment>>;
  /** Its arguments contain the purpose of the call. */
  readonly tellsPurpose?: TellsPurpose;
  /** The actions that are possible before and after a call. */
  readonly before: Capabilities;
  readonly after: Capabilities;
  readonly always?: Pick<HookCall, 'isEndless' | 'marksRounds'>;
}

export function readWire(given: unknown, wire: Wire): HookCall | undefined {
  const input = fieldsOf(given);
  const name = firstText(input, wire.event);
  const session = firstText(input, wire.session);
  if (name === '' || session === '') return undefined;
  const moment = Object.hasOwn(wire.moments, name) ? wire.moments[name] : undefined;
  const call = firstText(input, wire.call ?? []);
  const step = firstText(input, wire.step ?? []);
  const subagent = firstText(input, wire.subagent ?? []);
  const model = textOf(valueAt(input, wire.model ?? ''));
  return {
    ...{ name, session: `${wire.agent}/${session}${subagent === '' ? '' : `/${subagent}`}` },
    key: keyOf(name, call, input, wire),
    ...(model !== '' && { model }),
    ...(call !== '' && { call }),
    ...(step !== '' && { step }),
    ...(moment?.kind === 'round-end' && { isRoundEnd: true as const }),
    ...wire.always,
    event: moment ? eventOf(moment, input, wire) : null,
    capabilities: moment?.kind === 'attempt' ? wire.before : wire.after,
  };
}

/** Two hooks that report the same event have the same key. Without an id, time and arguments tell calls apart. */
function keyOf(name: string, call: string, input: Fields, { time = [], moments }: Wire): string {
  if (call !== '') return `${name} ${call}`;
  const at = firstText(input, time);
  const moment = moments[name];
  if (at === '') return '';
  return `${name} ${at} ${moment && 'args' in moment ? JSON.stringify(valueOf(input, moment.args)) : ''}`;
}

function eventOf(moment: Moment, input: Fields, wire: Wire): AgentEvent | null {
  switch (moment.kind) {
    case 'attempt':
      return { kind: 'attempt', ...toolOf(moment, input, wire) };
    case 'call':
      // A person interrupted it: that is neither an outcome nor the model's choice.
      if (input['is_interrupt'] === true) return null;
      return { kind: 'call', ...toolOf(moment, input, wire), ...moment.outcome(input) };
    case 'prompt': {
      const text = textOf(valueAt(input, moment.text));
      // Qwen Code sends an empty prompt after each step.
      return text === '' ? null : { kind: 'turn', role: 'user', reason: 'prompt', text };
    }
    case 'restart':
      return { kind: 'turn', role: 'harness', reason: moment.reason };
    case 'start':
      return startOf(textOf(valueAt(input, moment.source)));
    case 'round-end':
      return null;
  }
}

function startOf(source: string): AgentEvent | null {
  if (source === 'compact') return { kind: 'turn', role: 'harness', reason: 'compaction' };
  return source === 'resume' ? { kind: 'turn', role: 'harness', reason: 'restart' } : null;
}

function toolOf(
  { tool, args }: { readonly tool: ValueIn; readonly args: ValueIn },
  input: Fields,
  { tellsPurpose }: Wire,
): { readonly tool: string; readonly args: unknown } {
  // Some agents send arguments as JSON in a string.
  const sent = parsed(valueOf(input, args));
  return {
    tool: textOf(valueOf(input, tool)),
    args: tellsPurpose ? withoutPurpose(tellsPurpose, sent) : withoutNarration(sent),
  };
}

function valueOf(input: Fields, from: ValueIn): unknown {
  return typeof from === 'string' ? valueAt(input, from) : from(input);
}

export function valueAt(input: Fields, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => fieldsOf(value)[name], input);
}

/** Ids and times may be numbers. */
export function firstText(input: Fields, paths: readonly string[]): string {
  for (const path of paths) {
    const value = valueAt(input, path);
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return String(value);
  }
  return '';
}

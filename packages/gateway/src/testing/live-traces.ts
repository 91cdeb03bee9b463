/** Recorded loops, and how each way into the gateway receives them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEvent, Category } from '@rutbreak/core';
import { messageOf } from './messages.js';
import type { Started } from './start.js';

interface Live {
  readonly trace: string;
  readonly preset: string;
  readonly events: readonly AgentEvent[];
}

export const LIVE = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../quality/live-runs.json'), 'utf8'),
) as Readonly<Record<Category, Live>>;

/** Sends a recorded run as one session. */
export type Send = (gateway: Started, session: string, events: readonly AgentEvent[]) => Promise<void>;

const textOf = (result: unknown): string =>
  typeof result === 'string' ? result : JSON.stringify(result ?? null);

export const sendEvents: Send = async ({ post }, session, events) => {
  await post('/v1/events', { session, events });
};

/** Calls only: hooks do not get what the model writes. */
export const sendHooks: Send = async ({ post }, session_id, events) => {
  const tell = (hook_event_name: string, fields: object) =>
    post('/v1/hooks/claude-code', { session_id, hook_event_name, ...fields });
  for (const [i, event] of events.entries()) {
    if (event.kind !== 'call') continue;
    const call = { tool_name: event.tool, tool_input: event.args, tool_use_id: `t${i}` };
    await tell('PreToolUse', call);
    if (event.isError === true) await tell('PostToolUseFailure', { ...call, error: textOf(event.result) });
    else await tell('PostToolUse', { ...call, tool_response: event.result });
    await tell('PostToolBatch', {});
  }
};

/** Each call as one step; a step has no arguments and no result. */
export const sendMessages: Send = async ({ post }, session, events) => {
  for (const event of events) {
    if (event.kind !== 'call') continue;
    const message = messageOf({ tool: event.tool }) as { readonly meta: object };
    await post('/gateway/messages', { ...message, meta: { ...message.meta, session_id: session } });
  }
};

/** One span for each call and for each answer of the model. */
export const sendTraces: Send = async ({ post }, session, events) => {
  const spans = spansOf(events).map(({ attributes, error }, i) => ({
    ...{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: (i + 1).toString(16).padStart(16, '0') },
    ...{ name: 'agent', startTimeUnixNano: `${i + 1}000000`, endTimeUnixNano: `${i + 2}000000` },
    attributes: Object.entries({ ...attributes, 'gen_ai.conversation.id': session }).map(([key, value]) => ({
      ...{ key, value: { stringValue: value } },
    })),
    ...(error !== undefined && { status: { code: 2, message: error } }),
  }));
  await post('/v1/traces', { resourceSpans: [{ scopeSpans: [{ spans }] }] });
};

interface Span {
  readonly attributes: Readonly<Record<string, string>>;
  readonly error?: string;
}

function spansOf(events: readonly AgentEvent[]): readonly Span[] {
  const spans: Span[] = [];
  let written = '';
  const flush = (): void => {
    if (written !== '') spans.push({ attributes: answer(written) });
    written = '';
  };
  for (const event of events) {
    if (event.kind === 'delta') written += event.text;
    else if (event.kind === 'message') {
      flush();
      written = event.text;
    } else if (event.kind === 'call') {
      flush();
      spans.push(callSpan(event));
    }
  }
  flush();
  return spans;
}

function callSpan({ tool, args, result, isError }: Extract<AgentEvent, { kind: 'call' }>): Span {
  const attributes = {
    ...{ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool },
    'gen_ai.tool.call.arguments': JSON.stringify(args ?? {}),
    'gen_ai.tool.call.result': textOf(result),
  };
  return { attributes, ...(isError === true && { error: textOf(result) }) };
}

function answer(content: string): Readonly<Record<string, string>> {
  const messages = [{ role: 'assistant', parts: [{ type: 'text', content }] }];
  return { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': JSON.stringify(messages) };
}

import type { Capabilities } from '@rutbreak/core';
import {
  type AgentMiddleware,
  AIMessage,
  type BaseMessage,
  createMiddleware,
  HumanMessage,
  MiddlewareError,
  ToolInvocationError,
  ToolMessage,
} from 'langchain';
import { guardCall } from './run/guard-call.js';
import type { MessageDialect } from './run/history.js';
import type { AdapterOptions } from './run/options.js';
import type { Run, Stop } from './run/run.js';
import { createRuns } from './runs/runs.js';
import { checkVersion } from './run/versions.js';

export type { ActionRequest, ActionResult, HostActions } from './run/action-types.js';
export type { AdapterOptions, Answer } from './run/options.js';
export type { Stop } from './run/run.js';

/** The interventions that this adapter supports. With `ask`, it can pause the agent too. */
export const CAPABILITIES: Capabilities = {
  ...{ appendToResult: true, injectMessage: true, veto: true, haltStream: true, resetContext: true },
};

/**
 * The guard as a middleware: `createAgent({ model, tools, middleware: [guardMiddleware()] })`. Put it first. The
 * graph's state stays complete; the guard edits only what the model sees.
 */
export function guardMiddleware(options: AdapterOptions = {}): AgentMiddleware {
  checkVersion('langchain', options);
  const runs = createRuns('langchain', CAPABILITIES, dialect, options);
  return createMiddleware({
    name: 'Rutbreak',
    async wrapModelCall(request, handler) {
      const run = runs.ofHistory(request.messages);
      const asked = await run.request(request.messages);
      if (asked.kind === 'stop') return lastWord(asked.stop);
      const model = watched(request.model, run);
      const messages = asked.messages as BaseMessage[];
      const answer = await handler(
        messages === request.messages && model === request.model ? request : { ...request, model, messages },
      );
      if (AIMessage.isInstance(answer)) runs.hear(run, () => heardIn(answer));
      return answer;
    },
    async wrapToolCall(request, handler) {
      const { id = '', name, args } = request.toolCall;
      const run = runs.ofCall(id, request.state.messages);
      const call = { tool: name, args };
      const answer = (content: string) =>
        new ToolMessage({ content, tool_call_id: id, name, status: 'error' });
      return guardCall<BaseMessage, Awaited<ReturnType<typeof handler>>>(run, call, {
        work: async () => handler(request),
        veto: answer,
        read: outcomeOf,
        // An interrupt waits for a person; it is not a failure.
        isFailure: (error) => !isInterrupt(error),
        failed(error) {
          if (isInterrupt(error) || isFatal(error, request.runtime.signal)) throw error;
          return answer(failure(error));
        },
      });
    },
  });
}

/** Why the guard ended a run, from its final state; undefined if it did not. */
export function stopOf({ messages }: { readonly messages: readonly BaseMessage[] }): Stop | undefined {
  const { rutbreak } = (messages.at(-1)?.response_metadata ?? {}) as {
    readonly rutbreak?: { readonly stop?: Stop };
  };
  return rutbreak?.stop;
}

const dialect: MessageDialect<BaseMessage> = {
  shape: 'openai-chat',
  read(message) {
    const content = message.text;
    if (ToolMessage.isInstance(message)) return { role: 'tool', tool_call_id: message.tool_call_id, content };
    if (!AIMessage.isInstance(message))
      return { role: message.type === 'human' ? 'user' : 'system', content };
    const calls = (message.tool_calls ?? []).map(({ id, name, args }) => ({
      id,
      function: { name, arguments: args },
    }));
    return { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) };
  },
  userText: (message) => (message.type === 'human' ? message.text : undefined),
  callIds: (message) => (AIMessage.isInstance(message) ? idsOf(message) : []),
  note,
  append(messages, text) {
    const last = messages.at(-1);
    return ToolMessage.isInstance(last) ? messages.with(-1, withText(last, text)) : note(messages, text);
  },
};

function note(messages: readonly BaseMessage[], text: string): readonly BaseMessage[] {
  return [...messages, new HumanMessage(text)];
}

function idsOf({ tool_calls: calls = [] }: AIMessage): string[] {
  return calls.flatMap(({ id }) => (id === undefined ? [] : [id]));
}

function withText(message: ToolMessage, text: string): ToolMessage {
  const { content, name, id, status, ...rest } = fieldsOf(message);
  const next = typeof content === 'string' ? `${content}\n\n${text}` : [...content, { type: 'text', text }];
  return new ToolMessage({
    ...{ ...rest, content: next },
    ...(name !== undefined && { name }),
    ...(id !== undefined && { id }),
    ...(status && { status }),
  });
}

function fieldsOf(message: ToolMessage) {
  const { content, name, id, status, tool_call_id, additional_kwargs, response_metadata } = message;
  return {
    ...{ content, name, id, status, tool_call_id, additional_kwargs, response_metadata },
    artifact: message.artifact as unknown,
  };
}

function heardIn(answer: AIMessage) {
  const { usage_metadata: usage } = answer as object as {
    readonly usage_metadata?: { readonly total_tokens: number };
  };
  return { calls: idsOf(answer), text: answer.text, tokens: usage?.total_tokens };
}

/**
 * Without middleware around tool calls, an agent reports tool errors to its model and continues; with middleware, the
 * middleware must do that. The guard reports them in the same words, so that its presence changes nothing. Errors that
 * another middleware rethrows or that the framework handles stay errors.
 */
function isFatal(error: unknown, signal: AbortSignal | undefined): boolean {
  return (
    MiddlewareError.isInstance(error) || ToolInvocationError.isInstance(error) || signal?.aborted === true
  );
}

function isInterrupt(error: unknown): boolean {
  return (error as { readonly is_bubble_up?: boolean } | undefined)?.is_bubble_up === true;
}

function failure(error: unknown): string {
  return `${String(error)}\n Please fix your mistakes.`;
}

/** If a tool updates the state and has no other answer, the update is its result. */
function outcomeOf(result: unknown): { readonly result: unknown; readonly isError?: boolean } {
  if (!ToolMessage.isInstance(result))
    return { result: (result as { readonly update?: unknown }).update ?? null };
  return { result: result.content, ...(result.status === 'error' && { isError: true }) };
}

function lastWord(stop: Stop): AIMessage {
  return new AIMessage({ content: stop.text, response_metadata: { rutbreak: { stop } } });
}

interface ChatModel {
  readonly _streamResponseChunks: (...args: unknown[]) => AsyncIterable<{ readonly text: string }>;
  readonly bindTools?: (...args: unknown[]) => { bound?: unknown };
}

/** Wraps the model so that its stream ends when the text only repeats itself. The text so far is the answer. */
function watched<M>(model: M, run: Run<BaseMessage>): M {
  const inner = model as ChatModel;
  if (typeof (model as Partial<ChatModel>)._streamResponseChunks !== 'function') return model;
  return Object.create(inner, {
    _streamResponseChunks: {
      async *value(...args: unknown[]) {
        for await (const chunk of inner._streamResponseChunks.apply(this, args)) {
          yield chunk;
          if (chunk.text !== '' && run.delta(chunk.text, 'text')) return;
        }
      },
    },
    bindTools: {
      value(...args: unknown[]) {
        const binding = inner.bindTools?.apply(this, args);
        // Some models bind tools to a copy of themselves.
        if (binding?.bound !== undefined && binding.bound !== this)
          binding.bound = watched(binding.bound, run);
        return binding;
      },
    },
  }) as M;
}

import { appendToLastResult, insertNote } from '@rutbreak/core';
import type { MessageDialect } from '../run/history.js';
import type { Stop } from '../run/run.js';
import type { Runs } from '../runs/runs.js';
import { tokensOf } from './parts.js';
import { endedStream, watchStream } from './guard-stream.js';
import type { Message, Part } from './parts.js';

/** A language model of any AI SDK version, reduced to the members used here. */
export interface Model {
  readonly doGenerate: (request: Request) => PromiseLike<Generated>;
  readonly doStream: (request: Request) => PromiseLike<{ readonly stream: ReadableStream<Part> }>;
}

interface Request {
  readonly prompt: readonly Message[];
}

interface Generated {
  readonly content: readonly Part[];
  readonly usage?: unknown;
}

export const dialect: MessageDialect<Message> = {
  shape: 'ai-sdk',
  read: (message) => message,
  userText: ({ role, content }) => (role === 'user' ? textsOf(content).join('\n') : undefined),
  callIds: ({ role, content }) =>
    role === 'assistant' && Array.isArray(content) ? callsIn(content as Part[]) : [],
  note: (messages, text) => insertNote(messages, 'ai-sdk', text),
  append: (messages, text) => appendToLastResult(messages, 'ai-sdk', text),
};

/** Wraps a model with the guard. All other members stay reachable. */
export function guardModel(model: Model, runs: Runs<Message>): Model {
  const doGenerate = async (request: Request): Promise<Generated> => {
    const run = runs.ofHistory(request.prompt);
    const asked = await run.request(request.prompt);
    if (asked.kind === 'stop') return ended(asked.stop);
    const generated = await model.doGenerate(withPrompt(request, asked.messages));
    runs.hear(run, () => heardIn(generated));
    return generated;
  };
  const doStream = async (request: Request): Promise<{ readonly stream: ReadableStream<Part> }> => {
    const run = runs.ofHistory(request.prompt);
    const asked = await run.request(request.prompt);
    if (asked.kind === 'stop') return { stream: endedStream(ended(asked.stop)) };
    const streamed = await model.doStream(withPrompt(request, asked.messages));
    return { ...streamed, stream: streamed.stream.pipeThrough(watchStream(run, runs)) };
  };
  return new Proxy(model, {
    get(target, name) {
      if (name === 'doGenerate') return doGenerate;
      return name === 'doStream' ? doStream : (Reflect.get(target, name, target) as unknown);
    },
  });
}

function withPrompt(request: Request, prompt: readonly Message[]): Request {
  return prompt === request.prompt ? request : { ...request, prompt };
}

function heardIn({ content, usage }: Generated) {
  return { calls: callsIn(content), text: textsOf(content).join(''), tokens: tokensOf(usage) };
}

function callsIn(content: readonly Part[]): string[] {
  return content.flatMap(({ type, toolCallId: id }) =>
    type === 'tool-call' && typeof id === 'string' ? [id] : [],
  );
}

function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  const parts = Array.isArray(content) ? (content as readonly Part[]) : [];
  return parts.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
}

/** The final answer of a run that the guard ended: a text, with the facts in the metadata. */
function ended(
  stop: Stop,
): Generated & { readonly finishReason: unknown; readonly providerMetadata: unknown } {
  return {
    content: [{ type: 'text', text: stop.text }],
    finishReason: { unified: 'other', raw: stop.status },
    usage: { inputTokens: { total: 0 }, outputTokens: { total: 0 } },
    providerMetadata: { rutbreak: { stop } },
    ...{ warnings: [] },
  };
}

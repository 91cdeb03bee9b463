import type { AgentEvent } from '@rutbreak/core';
import { withDerived } from '@rutbreak/core/edge';
import { type Fields, fieldsOf, isFields, listOf, numberOf, parsed, textOf } from './fields.js';

/** One ended span, from any source. */
export interface Span {
  readonly name: string;
  readonly attributes: Fields;
  /** Milliseconds. */
  readonly at?: number | undefined;
  /** The error message, if it failed. */
  readonly failure?: string | undefined;
}

/** The attributes of arguments and results in the dialects of instrumentation. */
const NAMES = ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name'];
const ARGS = ['gen_ai.tool.call.arguments', 'tool.parameters', 'ai.toolCall.args', 'input.value'];
const RESULTS = ['gen_ai.tool.call.result', 'ai.toolCall.result', 'output.value'];
const SESSIONS = ['gen_ai.conversation.id', 'session.id'];
const TOKENS = ['gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens'];
const INFERENCE_TOKENS = ['llm.token_count.prompt', 'llm.token_count.completion'];

function first(attributes: Fields, names: readonly string[]): unknown {
  for (const name of names) if (attributes[name] !== undefined) return attributes[name];
  return undefined;
}

/** The conversation or session that a span names; '' if none. */
export function sessionOfSpan({ attributes }: Pick<Span, 'attributes'>): string {
  return textOf(first(attributes, SESSIONS));
}

/**
 * Converts a span to events: tool calls with their derived events, and model answers (GenAI conventions, OpenInference,
 * AI SDK). Other spans give none.
 */
export function eventsOfSpan(span: Span): readonly AgentEvent[] {
  const tool = toolOf(span);
  if (tool !== '') return withDerived(callOf(span, tool));
  const { attributes } = span;
  const isAnswer =
    attributes['gen_ai.operation.name'] === 'chat' || attributes['openinference.span.kind'] === 'LLM';
  return isAnswer ? answersOf(span) : [];
}

function toolOf({ name, attributes }: Span): string {
  const named = textOf(first(attributes, NAMES));
  const isTool =
    attributes['gen_ai.operation.name'] === 'execute_tool' ||
    attributes['openinference.span.kind'] === 'TOOL';
  return named !== '' || !isTool ? named : name.replace(/^execute_tool /, '');
}

/** Without rounds: calls under the same parent span need not belong to one model step. */
function callOf({ attributes, at, failure }: Span, tool: string): AgentEvent {
  const args = argsOf(first(attributes, ARGS));
  const result = failure ?? parsed(first(attributes, RESULTS));
  return {
    ...{ kind: 'call', tool },
    ...(args !== undefined && { args }),
    ...(result !== undefined && { result }),
    ...(failure !== undefined && { isError: true }),
    ...factsOf(attributes, at),
  };
}

/** Unwraps `{"args": [], "kwargs": {…}}`, the arguments of a wrapped function. */
function argsOf(value: unknown): unknown {
  const args = parsed(value);
  const { args: list, kwargs } = fieldsOf(args);
  return isFields(kwargs) && listOf(list).length === 0 ? kwargs : args;
}

function factsOf(attributes: Fields, at: number | undefined): { at?: number; tokens?: number } {
  const sum = (names: readonly string[]): number =>
    names.reduce((total, name) => total + Math.max(0, numberOf(attributes[name]) ?? 0), 0);
  const tokens = sum(TOKENS) || sum(INFERENCE_TOKENS);
  return { ...(at !== undefined && { at }), ...(tokens > 0 && { tokens }) };
}

/** The model's messages. The token usage goes to the first one. */
function answersOf({ attributes, at }: Span): AgentEvent[] {
  const said = [
    { kind: 'message', text: textOf(attributes['llm.output_messages.0.message.content']) } as const,
    ...listOf(parsed(attributes['gen_ai.output.messages'])).flatMap(partsOf),
  ].filter(({ text }) => text.trim() !== '');
  const costly = said.findIndex(({ kind }) => kind === 'message');
  return said.map((event, i) => ({ ...event, ...factsOf(i === costly ? attributes : {}, at) }));
}

type Saying =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'delta'; readonly channel: 'reasoning'; readonly text: string };

function partsOf(message: unknown): Saying[] {
  return listOf(fieldsOf(message)['parts'])
    .map(fieldsOf)
    .flatMap(({ type, content }): Saying[] => {
      const text = textOf(content);
      if (type === 'text') return [{ kind: 'message', text }];
      return type === 'reasoning' ? [{ kind: 'delta', channel: 'reasoning', text }] : [];
    });
}

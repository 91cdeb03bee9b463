import { SpanStatusCode } from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { type Category, presetOf } from '@rutbreak/core';
import { createSpanProcessor } from '../../otel.js';
import { collectCategories, stepsOf, type Trace } from '../recorded.js';

/** The categories that the span processor finds when the real SDK records the trace as spans. */
export function replayOtel(trace: Trace, preset: string): ReadonlySet<Category> {
  const { found, onDecision } = collectCategories();
  const provider = new BasicTracerProvider({
    spanProcessors: [createSpanProcessor({ preset: presetOf(preset), onDecision })],
  });
  const tracer = provider.getTracer('agent');
  const record = (attributes: Readonly<Record<string, string>>, error?: string): void => {
    const span = tracer.startSpan('agent', {
      attributes: { ...attributes, 'gen_ai.conversation.id': 'live' },
    });
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
    span.end();
  };
  const results = trace.events.flatMap((event) => (event.kind === 'call' ? [event] : []));
  for (const { text, calls = [] } of stepsOf(trace.events)) {
    if (text !== undefined) record(answer(text));
    for (const { tool, args } of calls) {
      const { result, isError } = results.shift() ?? {};
      const output = typeof result === 'string' ? result : JSON.stringify(result ?? null);
      const call = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool };
      const attributes = { ...call, 'gen_ai.tool.call.arguments': JSON.stringify(args) };
      record({ ...attributes, 'gen_ai.tool.call.result': output }, isError === true ? output : undefined);
    }
  }
  return found;
}

function answer(content: string): Readonly<Record<string, string>> {
  const messages = [{ role: 'assistant', parts: [{ type: 'text', content }] }];
  return { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': JSON.stringify(messages) };
}

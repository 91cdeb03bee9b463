import { SpanStatusCode } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { describe, expect, it } from 'vitest';
import type { AdapterOptions } from './otel.js';
import { CAPABILITIES, createSpanProcessor } from './otel.js';
import { recordingGuard } from './testing/script.js';

type Attributes = Readonly<Record<string, string | number>>;

/** Creates spans like an instrumented agent, through the real SDK. */
function spansOf(list: readonly Attributes[], options: AdapterOptions, isError = false) {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({
    spanProcessors: [createSpanProcessor(options), new SimpleSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('agent');
  for (const attributes of list) {
    const span = tracer.startSpan('execute_tool', { attributes });
    if (isError) span.setStatus({ code: SpanStatusCode.ERROR, message: 'no access' });
    span.end();
  }
  return exporter.getFinishedSpans();
}

const genAi: Attributes = {
  ...{
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search',
    'gen_ai.conversation.id': 'one',
  },
  ...{ 'gen_ai.tool.call.arguments': '{"q":"x"}', 'gen_ai.tool.call.result': 'no results' },
};

describe('OpenTelemetry: events for core', () => {
  it.each<[name: string, attributes: Attributes, session: string | undefined]>([
    ['GenAI conventions', genAi, 'one'],
    [
      'OpenInference',
      {
        ...{ 'openinference.span.kind': 'TOOL', 'tool.name': 'search', 'session.id': 's' },
        ...{ 'tool.parameters': '{"q":"x"}', 'output.value': 'no results' },
      },
      's',
    ],
    [
      'AI SDK',
      {
        ...{ 'ai.toolCall.name': 'search', 'ai.toolCall.args': '{"q":"x"}' },
        'ai.toolCall.result': '"no results"',
      },
      undefined,
    ],
  ])('%s', (_, attributes, session) => {
    const { guard, recorded } = recordingGuard();
    const [span] = spansOf([attributes], { guard });
    expect(recorded.get(session ?? span!.spanContext().traceId)).toEqual([
      { kind: 'call', tool: 'search', args: { q: 'x' }, result: 'no results' },
    ]);
  });

  it('a span of a call that changes a file yields an edit', () => {
    const { guard, recorded } = recordingGuard();
    const args = '{"path":"a.ts","content":"x"}';
    spansOf([{ 'gen_ai.tool.name': 'write_file', 'session.id': 's', 'gen_ai.tool.call.arguments': args }], {
      guard,
    });
    expect(recorded.get('s')).toMatchObject([
      { kind: 'call' },
      { kind: 'edit', path: 'a.ts', derived: true },
    ]);
  });

  it('a failed span is a failed call', () => {
    const { guard, recorded } = recordingGuard();
    spansOf([{ 'gen_ai.tool.name': 'search', 'session.id': 's' }], { guard }, true);
    expect(recorded.get('s')).toEqual([{ kind: 'call', tool: 'search', result: 'no access', isError: true }]);
  });

  it('a span of the model is a message', () => {
    const { guard, recorded } = recordingGuard();
    const messages = JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: 'Done.' }] }]);
    const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': messages };
    spansOf([{ ...attributes, 'session.id': 's' }], { guard });
    expect(recorded.get('s')).toEqual([{ kind: 'message', text: 'Done.' }]);
  });

  it('ignores spans without a call or a message', () => {
    const { guard, recorded } = recordingGuard();
    spansOf([{ 'gen_ai.operation.name': 'chat' }, {}], { guard });
    expect(recorded.size).toBe(0);
  });
});

describe('OpenTelemetry: it only observes', () => {
  it('a loop is reported, and no rung is above observe', () => {
    const told: [rung: string, wanted: string | undefined, session: string][] = [];
    const onDecision: AdapterOptions['onDecision'] = (decision, session) =>
      decision.kind === 'act' && told.push([decision.rung, decision.wanted, session]);
    spansOf(
      Array.from({ length: 9 }, () => genAi),
      { onDecision },
    );
    expect(CAPABILITIES).toEqual({});
    expect(new Set(told.map(([rung]) => rung))).toEqual(new Set(['observe']));
    expect(told.map(([, wanted]) => wanted)).toContain('redirect');
    expect(new Set(told.map(([, , session]) => session))).toEqual(new Set(['one']));
  });

  it('spans are exported unchanged', () => {
    const plain = (spans: ReturnType<typeof spansOf>) =>
      spans.map(({ name, attributes, status, events }) => ({ name, attributes, status, events }));
    expect(plain(spansOf([genAi, genAi], {}))).toEqual([
      { name: 'execute_tool', attributes: genAi, status: { code: 0 }, events: [] },
      { name: 'execute_tool', attributes: genAi, status: { code: 0 }, events: [] },
    ]);
  });

  it('sessions stay separate', () => {
    const told: string[] = [];
    const calls = Array.from({ length: 8 }, (_, i) => ({ ...genAi, 'gen_ai.conversation.id': `c${i % 2}` }));
    spansOf(calls, {
      onDecision: (decision) => told.push(decision.kind === 'act' ? (decision.wanted ?? 'sign') : ''),
    });
    expect(told).not.toContain('nudge');
  });
});

// An agent with OpenTelemetry in it: a span processor listens to the spans of its tools, and only tells.
import assert from 'node:assert/strict';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { createSpanProcessor } from '@rutbreak/adapters/otel';

const told = [];
const onDecision = ({ rung, wanted, verdict }, session) => {
  if (verdict.status !== 'looping') return;
  told.push(rung);
  console.log(`${session}: ${verdict.primary.brief} (elsewhere this would be a ${wanted})`);
};
const provider = new BasicTracerProvider({ spanProcessors: [createSpanProcessor({ onDecision })] });

// What the instrumentation of your framework does: one span a call, named by the GenAI conventions.
const tracer = provider.getTracer('agent');
for (let call = 1; call <= 6; call++) {
  const span = tracer.startSpan('execute_tool search', {
    attributes: {
      'gen_ai.conversation.id': 'chat-7',
      'gen_ai.tool.name': 'search',
      'gen_ai.tool.call.arguments': '{"query":"rutbreak"}',
      'gen_ai.tool.call.result': 'no results',
    },
  });
  span.end();
}
await provider.shutdown();
assert.deepEqual(told, ['observe', 'observe']);

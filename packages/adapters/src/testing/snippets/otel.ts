import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { createSpanProcessor } from '@rutbreak/adapters/otel';

export function snippet(): BasicTracerProvider {
  const provider = new BasicTracerProvider({
    spanProcessors: [createSpanProcessor({ onDecision: console.log })],
  });
  return provider;
}

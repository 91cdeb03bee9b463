import { eventsOfSpan, inOrder, type OtlpSpan, sessionOfSpan, spansOfOtlp } from '@rutbreak/adapters/spans';
import { type Fields, fieldsOf, isFields, listOf, textOf, timeOf } from '../fields.js';
import { documentReader } from '../reader.js';
import type { Trace } from '../trace.js';

type FileSpan = Omit<OtlpSpan, 'id' | 'service'>;

/** OTLP as JSON: OpenTelemetry's own attributes for models and tools, or OpenInference's. */
export const otlp = documentReader(
  'otlp',
  (value) => isFields(value) && Array.isArray(value['resourceSpans']),
  (file: Fields, name) => tracesOf(spansOfOtlp(file), name),
);

/** Spans as OpenInference tools export them: one tree per trace. */
export const openInference = documentReader(
  'openinference',
  (value) => isFields(value) && Array.isArray(value['spans']) && typeof value['trace_id'] === 'string',
  (file: Fields, name) =>
    tracesOf(
      listOf(file['spans']).flatMap((span) => spansOfTree(span, textOf(file['trace_id']))),
      name,
    ),
);

function spansOfTree(value: unknown, trace: string): readonly FileSpan[] {
  const span = fieldsOf(value);
  const isError = /^error$/i.test(textOf(span['status_code']));
  const own: FileSpan = {
    trace,
    at: timeOf(span['timestamp']),
    attributes: fieldsOf(span['span_attributes'] ?? span['attributes']),
    name: textOf(span['span_name'] ?? span['name']),
    failure: isError ? textOf(span['status_message']) || 'error' : undefined,
  };
  return [own, ...listOf(span['child_spans']).flatMap((child) => spansOfTree(child, trace))];
}

function tracesOf(spans: readonly FileSpan[], name: string): readonly Trace[] {
  const traces = new Map<string, unknown[]>();
  for (const span of inOrder(spans)) {
    const id = sessionOfSpan(span) || span.trace || name;
    const events = traces.get(id) ?? [];
    traces.set(id, events);
    events.push(...eventsOfSpan(span));
  }
  return [...traces].filter(([, events]) => events.length > 0).map(([id, events]) => ({ id, events }));
}

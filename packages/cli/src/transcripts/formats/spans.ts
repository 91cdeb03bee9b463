import { type Draft, newDraft } from '../draft.js';
import { type Fields, fieldsOf, isFields, listOf, numberOf, parsed, textOf, timeOf } from '../fields.js';
import { documentReader } from '../reader.js';
import type { Trace } from '../trace.js';

/** One span, whatever wrote it. */
interface Span {
  readonly trace: string;
  readonly at: number | undefined;
  readonly attributes: Fields;
  readonly name: string;
  readonly failure: string | undefined;
}

/** OTLP as JSON: OpenTelemetry's own attributes for models and tools, or OpenInference's. */
export const otlp = documentReader(
  'otlp',
  (value) => isFields(value) && Array.isArray(value['resourceSpans']),
  (file: Fields, name) => tracesOf(listOf(file['resourceSpans']).flatMap(spansOfResource), name),
);

/** Spans as OpenInference tools export them: a tree a trace. */
export const openInference = documentReader(
  'openinference',
  (value) => isFields(value) && Array.isArray(value['spans']) && typeof value['trace_id'] === 'string',
  (file: Fields, name) =>
    tracesOf(
      listOf(file['spans']).flatMap((span) => spansOfTree(span, textOf(file['trace_id']))),
      name,
    ),
);

function spansOfResource(resource: unknown): readonly Span[] {
  const { scopeSpans, instrumentationLibrarySpans } = fieldsOf(resource);
  return listOf(scopeSpans ?? instrumentationLibrarySpans).flatMap((scope) =>
    listOf(fieldsOf(scope)['spans']).map((span) => otlpSpan(fieldsOf(span))),
  );
}

function otlpSpan(span: Fields): Span {
  const nanoseconds = numberOf(span['startTimeUnixNano']);
  const { code, message } = fieldsOf(span['status']);
  const isError = code === 2 || code === 'STATUS_CODE_ERROR';
  return {
    trace: textOf(span['traceId']),
    at: nanoseconds === undefined ? undefined : Math.round(nanoseconds / 1e6),
    attributes: Object.fromEntries(
      listOf(span['attributes']).map((pair) => [
        textOf(fieldsOf(pair)['key']),
        plainValue(fieldsOf(pair)['value']),
      ]),
    ),
    name: textOf(span['name']),
    failure: isError ? textOf(message) || 'error' : undefined,
  };
}

function plainValue(value: unknown): unknown {
  const { stringValue, intValue, doubleValue, boolValue, arrayValue, kvlistValue } = fieldsOf(value);
  if (isFields(arrayValue)) return listOf(arrayValue['values']).map(plainValue);
  if (isFields(kvlistValue)) {
    return Object.fromEntries(
      listOf(kvlistValue['values']).map((pair) => [
        textOf(fieldsOf(pair)['key']),
        plainValue(fieldsOf(pair)['value']),
      ]),
    );
  }
  return stringValue ?? doubleValue ?? boolValue ?? numberOf(intValue) ?? null;
}

function spansOfTree(value: unknown, trace: string): readonly Span[] {
  const span = fieldsOf(value);
  const isError = /^error$/i.test(textOf(span['status_code']));
  const own: Span = {
    trace,
    at: timeOf(span['timestamp']),
    attributes: fieldsOf(span['span_attributes'] ?? span['attributes']),
    name: textOf(span['span_name'] ?? span['name']),
    failure: isError ? textOf(span['status_message']) || 'error' : undefined,
  };
  return [own, ...listOf(span['child_spans']).flatMap((child) => spansOfTree(child, trace))];
}

/** Spans are written when they end; what counts is when they began. */
function tracesOf(spans: readonly Span[], name: string): readonly Trace[] {
  const drafts = new Map<string, Draft>();
  const sorted = spans.map((span, i) => ({ span, i }));
  sorted.sort((a, b) => (a.span.at ?? 0) - (b.span.at ?? 0) || a.i - b.i);
  for (const { span } of sorted) {
    const id =
      textOf(span.attributes['gen_ai.conversation.id']) ||
      textOf(span.attributes['session.id']) ||
      span.trace ||
      name;
    const draft = drafts.get(id) ?? newDraft({ id });
    drafts.set(id, draft);
    takeSpan(draft, span);
  }
  return [...drafts.values()].filter((draft) => !draft.isEmpty()).map((draft) => draft.finish());
}

function takeSpan(draft: Draft, { attributes, at, name, failure }: Span): void {
  const operation = textOf(attributes['gen_ai.operation.name']);
  const kind = textOf(attributes['openinference.span.kind']);
  if (operation === 'execute_tool' || kind === 'TOOL') {
    const tool =
      textOf(attributes['gen_ai.tool.name']) ||
      textOf(attributes['tool.name']) ||
      name.replace(/^execute_tool /, '');
    const args = argsOf(attributes['gen_ai.tool.call.arguments'] ?? attributes['input.value']);
    const result = failure ?? attributes['gen_ai.tool.call.result'] ?? attributes['output.value'];
    // No rounds: that calls stand under one span says nothing about who asked for them when.
    draft.done(tool, args, parsed(result), { at, isError: failure !== undefined });
  } else if (operation === 'chat' || kind === 'LLM') takeAnswer(draft, attributes, at);
}

/** `{"args": [], "kwargs": {…}}` is what a wrapped function was called with. */
function argsOf(value: unknown): unknown {
  const args = parsed(value);
  const { args: list, kwargs } = fieldsOf(args);
  return isFields(kwargs) && listOf(list).length === 0 ? kwargs : args;
}

function takeAnswer(draft: Draft, attributes: Fields, at: number | undefined): void {
  draft.message(textOf(attributes['llm.output_messages.0.message.content']), { at });
  for (const message of listOf(parsed(attributes['gen_ai.output.messages'])).map(fieldsOf)) {
    for (const part of listOf(message['parts']).map(fieldsOf)) {
      if (part['type'] === 'text') draft.message(textOf(part['content']), { at });
      else if (part['type'] === 'reasoning') draft.reasoning(textOf(part['content']), { at });
    }
  }
}

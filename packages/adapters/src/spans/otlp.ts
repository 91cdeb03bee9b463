import type { Span } from './events.js';
import { type Fields, fieldsOf, isFields, listOf, numberOf, textOf } from './fields.js';

/** A span of an OTLP request, with its trace, its own id and its sender. */
export interface OtlpSpan extends Span {
  readonly trace: string;
  readonly id: string;
  /** `service.name` of the resource. */
  readonly service: string;
}

/** The spans of an OTLP request in JSON form, in their original order. */
export function spansOfOtlp(request: unknown): readonly OtlpSpan[] {
  return listOf(fieldsOf(request)['resourceSpans']).flatMap((resource) => {
    const { scopeSpans, instrumentationLibrarySpans, resource: about } = fieldsOf(resource);
    const service = textOf(attributesOf(fieldsOf(about)['attributes'])['service.name']);
    return listOf(scopeSpans ?? instrumentationLibrarySpans).flatMap((scope) =>
      listOf(fieldsOf(scope)['spans']).map((span) => spanOf(fieldsOf(span), service)),
    );
  });
}

function spanOf(span: Fields, service: string): OtlpSpan {
  const nanoseconds = numberOf(span['startTimeUnixNano']);
  const { code, message } = fieldsOf(span['status']);
  const isError = code === 2 || code === 'STATUS_CODE_ERROR';
  return {
    ...{ trace: textOf(span['traceId']), id: textOf(span['spanId']), name: textOf(span['name']), service },
    at: nanoseconds === undefined ? undefined : Math.round(nanoseconds / 1e6),
    attributes: attributesOf(span['attributes']),
    failure: isError ? textOf(message) || 'error' : undefined,
  };
}

/** Keys come from other programs, so `__proto__` must be a normal key. */
function attributesOf(pairs: unknown): Fields {
  return Object.fromEntries(
    listOf(pairs).map((pair) => {
      const { key, value } = fieldsOf(pair);
      return [textOf(key), plainValue(value)];
    }),
  );
}

function plainValue(value: unknown): unknown {
  const { stringValue, intValue, doubleValue, boolValue, arrayValue, kvlistValue } = fieldsOf(value);
  if (isFields(arrayValue)) return listOf(arrayValue['values']).map(plainValue);
  if (isFields(kvlistValue)) return attributesOf(kvlistValue['values']);
  return stringValue ?? doubleValue ?? boolValue ?? numberOf(intValue) ?? null;
}

/** Spans are exported when they end, but events are ordered by their start. */
export function inOrder<Some extends Span>(spans: readonly Some[]): Some[] {
  return spans
    .map((span, i) => ({ span, i }))
    .sort((a, b) => (a.span.at ?? 0) - (b.span.at ?? 0) || a.i - b.i)
    .map(({ span }) => span);
}

/** Converts agent spans to events, for file readers, span processors and ingest routes. */
export { eventsOfSpan, sessionOfSpan, type Span } from './events.js';
export { type Fields, fieldsOf, isFields, listOf, numberOf, parsed, textOf } from './fields.js';
export { inOrder, type OtlpSpan, spansOfOtlp } from './otlp.js';

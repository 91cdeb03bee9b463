/** What spans of agents say, as events: for readers of files, span processors and doors alike. */
export { eventsOfSpan, sessionOfSpan, type Span } from './events.js';
export { type Fields, fieldsOf, isFields, listOf, numberOf, parsed, textOf } from './fields.js';
export { inOrder, type OtlpSpan, spansOfOtlp } from './otlp.js';

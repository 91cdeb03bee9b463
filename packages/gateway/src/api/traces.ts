import { z } from 'zod';

/** OTLP's ExportTraceServiceRequest in its JSON form; spans of other instrumentation are ignored. */
export const traceRequestShape = z.looseObject({
  resourceSpans: z.array(z.unknown()).max(10_000).optional(),
});

export const traceAckShape = z.object({
  partialSuccess: z
    .object({ rejectedSpans: z.string(), errorMessage: z.string() })
    .optional()
    .describe('Only if spans were refused; the others count.'),
});
export type TraceAck = z.infer<typeof traceAckShape>;

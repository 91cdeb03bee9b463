import { type AgentEvent, type Capabilities, createGuard, observeWithDerived } from '@rutbreak/core';
import { addRecent, isDerived } from '@rutbreak/core/edge';
import { type AdapterOptions as SharedOptions, guardOptions, sessionOptions } from './run/options.js';
import { eventsOfSpan, sessionOfSpan } from './spans/events.js';

/** A span processor receives a span after it has ended, so it can only report. */
export const CAPABILITIES: Capabilities = {};

export interface AdapterOptions extends Omit<SharedOptions, 'ask' | 'keepsHistory' | 'session'> {
  /** The session of a span. Default: its conversation, its session, or else its trace. */
  readonly sessionOf?: (span: EndedSpan) => string;
}

/** The fields of an ended span that the processor reads, in any SDK version. */
export interface EndedSpan {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status?: { readonly code: number; readonly message?: string };
  readonly endTime?: readonly [seconds: number, nanoseconds: number];
  readonly spanContext: () => { readonly traceId: string };
}

/** The SDK's span processor interface. */
export interface GuardSpanProcessor {
  onStart(): void;
  onEnd(span: EndedSpan): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/** The value of `SpanStatusCode.ERROR`. */
const ERROR = 2;

/**
 * Reads the tool and model spans of instrumentation (GenAI conventions, OpenInference, AI SDK) and calls `onDecision` for loops.
 * It changes no span and stops nothing.
 */
export function createSpanProcessor(options: AdapterOptions = {}): GuardSpanProcessor {
  const { guard = createGuard(guardOptions(options)), sessionOf = sessionIn, onDecision } = options;
  const known = new Set<string>();
  return {
    onStart: () => undefined,
    onEnd(span) {
      const events = eventsIn(span);
      if (events.length === 0) return;
      const id = sessionOf(span);
      // Passed only once, because settings rebuild the session's engine.
      const session = known.has(id)
        ? guard.session(id)
        : guard.session(id, sessionOptions(options, CAPABILITIES));
      addRecent(known, id, MAX_SESSIONS);
      for (const event of events) {
        const decision = observeWithDerived(session, event);
        if (decision.kind === 'act' || (decision.kind === 'proceed' && decision.wouldBe))
          onDecision?.(decision, id);
      }
    },
    forceFlush: async () => Promise.resolve(),
    shutdown: async () => Promise.resolve(),
  };
}

const MAX_SESSIONS = 10_000;

function sessionIn(span: EndedSpan): string {
  return sessionOfSpan(span) || span.spanContext().traceId;
}

/** Tool calls and the model's messages. Core adds the derived events. */
function eventsIn({ name, attributes, status, endTime }: EndedSpan): readonly AgentEvent[] {
  const at = endTime && Math.round(endTime[0] * 1000 + endTime[1] / 1e6);
  const failure = status?.code === ERROR ? status.message || 'error' : undefined;
  return eventsOfSpan({ name, attributes, at, failure }).filter((event) => !isDerived(event));
}

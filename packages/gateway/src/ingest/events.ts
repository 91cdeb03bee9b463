import type { EventAck } from '../api/events.js';
import type { Request } from '../engine/engine.js';
import type { Done } from '../engine/queue/job.js';
import type { NewEvents } from '../engine/events.js';
import { createSlices } from '../engine/slices.js';
import type { Reply } from '../engine/work.js';
import type { Handlers } from '../http/handler.js';
import { HttpProblem } from '../http/problem.js';
import { cleanAgent, cleanEvent } from './redact/clean.js';
import { cutLargeEvent, sizeOfEvent } from './redact/large-events.js';
import { type IngestParts, takeOne } from './intake.js';

export function eventHandlers(parts: IngestParts): Pick<Handlers, 'postEvents'> {
  return {
    async postEvents({ body, request }) {
      const { session, firstSeq, gap = false, agent, end = false, events, outcomes } = body;
      const rest = {
        ...{ door: 'events' as const, firstSeq, isGapKnown: gap, isEnd: end },
        ...(agent && { agent }),
        ...(outcomes && { outcomes }),
      };
      const bytes = request.rawBody?.length ?? 0;
      const asked = await eventRequest(parts, session, events, rest, bytes);
      return eventAck(await takeOne(parts, 'events', asked));
    },
  };
}

/** Builds the engine request from native events, after redaction. */
export async function eventRequest(
  { settings, deltas }: IngestParts,
  session: string,
  given: readonly unknown[],
  rest: Omit<NewEvents, 'events' | 'size'>,
  bytes: number,
): Promise<Request<'events'>> {
  const { metadataOnly } = settings().config.privacy;
  const pause = createSlices();
  const kept: unknown[] = [];
  const cleaned: ReturnType<typeof cleanEvent>[] = [];
  let size = 0;
  for (const event of given) {
    const own = sizeOfEvent(event);
    size += own;
    // Hardly any event is large, and awaiting nothing costs a turn for each one.
    const small = own === Infinity ? await cutLargeEvent(event) : event;
    kept.push(small);
    cleaned.push(cleanEvent(small, metadataOnly));
    const turn = pause();
    if (turn) await turn;
  }
  const events = await deltas.clean(session, cleaned, kept);
  const agent = rest.agent && { agent: cleanAgent(rest.agent) };
  return { session, input: { ...rest, ...agent, events, size }, bytes };
}

export function eventAck({ reply, version }: Done<Exclude<Reply<'events'>, undefined>>): EventAck {
  if (reply.kind === 'taken') return { ...reply.ack, version };
  if (reply.kind === 'full')
    throw new HttpProblem('OVERLOADED', 'Too many events are waiting for a person.', { retryAfter: 5 });
  throw new HttpProblem('SEQUENCE_GAP', `Events are missing: expected number ${reply.expected}.`, {
    ...{ field: 'firstSeq', hint: 'Resend from `expected` on, or set `gap: true` if those events are lost.' },
    more: { expected: reply.expected },
  });
}

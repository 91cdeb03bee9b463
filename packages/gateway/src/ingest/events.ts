import type { EventAck } from '../api/events.js';
import type { NewEvents } from '../engine/events.js';
import type { Handlers } from '../http/handler.js';
import { HttpProblem } from '../http/problem.js';
import { cleanEvent } from './clean.js';
import type { IngestParts } from './messages.js';

export function eventHandlers(parts: IngestParts): Pick<Handlers, 'postEvents'> {
  return {
    async postEvents({ body, request }) {
      const { session, firstSeq, gap = false, agent, end = false } = body;
      return sendEvents(parts, session, body.events, {
        ...{ door: 'events', firstSeq, isGapKnown: gap, isEnd: end, bytes: request.rawText?.length ?? 0 },
        ...(agent && { agent }),
      });
    },
  };
}

type Rest = Omit<NewEvents, 'events'> & { readonly bytes: number };

/** Into the engine, whatever door they came through. */
export async function sendEvents(
  { engine, settings, admit }: IngestParts,
  session: string,
  given: readonly unknown[],
  { bytes, ...rest }: Rest,
): Promise<EventAck> {
  await admit(session);
  const { metadataOnly } = settings().config.privacy;
  const events = given.map((event) => cleanEvent(event, metadataOnly));
  const work = { kind: 'events', batch: { ...rest, events } } as const;
  const { reply, version } = await engine.submit<'events'>(session, work, bytes);
  if ('expected' in reply)
    throw new HttpProblem('SEQUENCE_GAP', `Events are missing: the next number is ${reply.expected}.`, {
      ...{ field: 'firstSeq', hint: 'Send from `expected` on, or say `gap: true` where they are lost.' },
      more: { expected: reply.expected },
    });
  return { ...reply, version };
}

import type { ServerResponse } from 'node:http';
import type { Handlers } from '../http/handler.js';
import { HttpProblem } from '../http/problem.js';
import type { Broadcast } from '../store/store.js';
import { HEADERS } from '../http/answer.js';
import { type Hub, topicFilter } from './hub.js';

export interface Stream extends Pick<Handlers, 'stream'> {
  readonly clients: () => number;
  /** Ends all streams; clients come back to wherever they can. */
  readonly close: () => void;
}

const HEARTBEAT_MS = 15_000;

export interface StreamOptions {
  readonly maxClients?: number;
  readonly heartbeatMs?: number;
}

export function createStream(
  hub: Hub,
  { maxClients = 1000, heartbeatMs = HEARTBEAT_MS }: StreamOptions = {},
): Stream {
  const open = new Set<ServerResponse>();
  return {
    clients: () => open.size,
    close() {
      for (const response of open) response.end(() => response.destroy());
    },
    async stream({ query, request, reply }) {
      if (open.size >= maxClients)
        throw new HttpProblem('TOO_MANY_CLIENTS', `${maxClients} clients listen already.`, {
          retryAfter: 10,
        });
      const given = Number(request.headers['last-event-id'] ?? query.after ?? NaN);
      const from = Number.isInteger(given) && given >= 0 ? given : await hub.last();
      const topics =
        query.topics
          ?.split(',')
          .map((topic) => topic.trim())
          .filter((topic) => topic !== '') ?? [];
      reply.hijack();
      const response = reply.raw;
      response.writeHead(200, {
        ...HEADERS,
        'content-type': 'text/event-stream',
        connection: 'close',
        'x-accel-buffering': 'no',
      });
      open.add(response);
      response.on('close', () => open.delete(response));
      serve(response, hub, { from, isWanted: topicFilter(topics), heartbeatMs });
      return undefined;
    },
  };
}

interface Place {
  readonly from: number;
  readonly isWanted: (topic: string) => boolean;
  readonly heartbeatMs: number;
}

/** One client. It gets more only when it has taken what it got: one that never reads costs a place and nothing else. */
function serve(response: ServerResponse, hub: Hub, { from, isWanted, heartbeatMs }: Place): void {
  const client: Client = { response, isWanted, place: from, isBusy: false, isStale: false };
  const stop = hub.onMore(() => void pump(client, hub));
  const beat = setInterval(() => {
    if (response.writableLength === 0) response.write(`: ${client.place}\n\n`);
  }, heartbeatMs);
  beat.unref();
  response.on('error', () => response.destroy());
  response.on('close', () => {
    stop();
    clearInterval(beat);
  });
  response.write(`retry: 1000\nid: ${client.place}\n\n`);
  void pump(client, hub);
}

interface Client {
  readonly response: ServerResponse;
  readonly isWanted: (topic: string) => boolean;
  place: number;
  isBusy: boolean;
  isStale: boolean;
}

async function pump(client: Client, hub: Hub): Promise<void> {
  client.isStale = true;
  if (client.isBusy) return;
  client.isBusy = true;
  try {
    while (hasMore(client)) {
      client.isStale = false;
      const entries = await hub.after(client.place);
      if (client.response.destroyed) return;
      const last = entries.at(-1);
      if (!last) continue;
      client.place = last.id;
      client.isStale = true;
      const text = entries
        .filter(({ topic }) => client.isWanted(topic))
        .map(eventText)
        .join('');
      if (text !== '' && !client.response.write(text)) await drained(client.response);
    }
  } catch {
    // The store is away: the place is kept, and the next hint brings us back.
  } finally {
    client.isBusy = false;
  }
}

/** Asked anew each time: others change it while we wait. */
function hasMore({ isStale, response }: Client): boolean {
  return isStale && !response.destroyed;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((done) => {
    const over = (): void => {
      response.off('drain', over).off('close', over);
      done();
    };
    response.on('drain', over).on('close', over);
  });
}

/** JSON has no line breaks of its own, so one line of data is enough. */
function eventText({ id, topic, body }: Broadcast): string {
  return `id: ${id}\nevent: ${topic.replaceAll(/[\r\n]/g, ' ')}\ndata: ${body}\n\n`;
}

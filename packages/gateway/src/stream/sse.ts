import type { ServerResponse } from 'node:http';
import type { Handlers } from '../http/handler.js';
import { HttpProblem } from '../http/problem.js';
import type { Broadcast } from '../store/store.js';
import { HEADERS } from '../http/answer.js';
import { type Hub, topicFilter } from './hub.js';

export interface Stream extends Pick<Handlers, 'stream'> {
  readonly clients: () => number;
  /** Ends all streams; clients reconnect to another replica. */
  readonly close: () => void;
}

const HEARTBEAT_MS = 15_000;
/** Maximum number of buffered bytes over all sockets. Beyond that, the slowest client is disconnected; it can resume. */
const MAX_WAITING = 64 * 1024 * 1024;

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
        throw new HttpProblem('TOO_MANY_CLIENTS', `The stream already has ${maxClients} clients.`, {
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
      serve(response, hub, { from, isWanted: topicFilter(topics), heartbeatMs, onWrite: () => shed(open) });
      return undefined;
    },
  };
}

interface Place {
  readonly from: number;
  readonly isWanted: (topic: string) => boolean;
  readonly heartbeatMs: number;
  readonly onWrite: () => void;
}

/** Sockets buffer unsent data, so clients that do not read could fill the memory. */
function shed(open: ReadonlySet<ServerResponse>): void {
  const all = [...open].sort((a, b) => b.writableLength - a.writableLength);
  let waiting = all.reduce((sum, { writableLength }) => sum + writableLength, 0);
  for (const slowest of all) {
    if (waiting <= MAX_WAITING) return;
    waiting -= slowest.writableLength;
    slowest.destroy();
  }
}

/** Serves one client. It gets more data only after it has read the last write. */
function serve(response: ServerResponse, hub: Hub, place: Place): void {
  const { from, isWanted, heartbeatMs, onWrite } = place;
  const client: Client = { response, isWanted, onWrite, place: from, isBusy: false, isStale: false };
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
  readonly onWrite: () => void;
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
      if (text === '' || client.response.write(text)) continue;
      client.onWrite();
      await drained(client.response);
    }
  } catch {
    // The store is down: the client keeps its position, and the next hint continues.
  } finally {
    client.isBusy = false;
  }
}

/** A function, because the flag changes while this code awaits. */
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

/** JSON text has no raw line breaks, so one data line is enough. */
function eventText({ id, topic, body }: Broadcast): string {
  return `id: ${id}\nevent: ${topic.replaceAll(/[\r\n]/g, ' ')}\ndata: ${body}\n\n`;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Guard } from '@rutbreak/core';
import type { Settings } from './options.js';
import { beginStream, isEventStream, passAnswer, sendUnreachable } from './exchange.js';
import { endToEnd, SESSION_HEADER } from './headers.js';
import type { Json } from './json.js';
import type { Protocol } from './protocol.js';
import { relayGuarded } from './stream.js';
import type { Upstream } from './upstream.js';

export interface Parts {
  readonly settings: Settings;
  readonly upstream: Upstream;
  /** Where streams are listened to. */
  readonly streams: Guard;
}

/** A request to a model, read. */
export interface Asked {
  readonly request: IncomingMessage;
  readonly client: ServerResponse;
  readonly protocol: Protocol;
  readonly bytes: Buffer;
  readonly body: Json;
}

/** The answer must come in a form that can be listened to, and the length is told anew. */
const OWN = new Set(['host', 'expect', 'content-length', 'accept-encoding', SESSION_HEADER]);

/** A request to a model: looked at, sent on, and its answer listened to. */
export async function guardRequest(asked: Asked, parts: Parts): Promise<void> {
  const { request, client, protocol, bytes, body } = asked;
  const facts = protocol.readRequest(body, request.url ?? '');
  const gone = new AbortController();
  client.once('close', () => gone.abort());
  try {
    const answer = await parts.upstream.send(
      {
        method: 'POST',
        path: request.url ?? '/',
        headers: [...headersOf(request), 'content-length', String(bytes.length)],
      },
      bytes,
      gone.signal,
    );
    if (!isEventStream(answer)) {
      passAnswer(answer, client);
      return;
    }
    await relayGuarded(beginStream(answer, client), client, {
      protocol,
      facts,
      session: 'none',
      settings: parts.settings,
      guard: parts.streams,
      onPart: () => undefined,
    });
  } catch (error) {
    sendUnreachable(client, error as Error);
  }
}

function headersOf(request: IncomingMessage): string[] {
  return [...endToEnd(request, OWN), 'accept-encoding', 'identity'];
}

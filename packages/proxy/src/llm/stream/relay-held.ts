import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Json } from '../../shared/json.js';
import type { Part, Protocol, StreamWriter } from '../protocols/protocol.js';
import { drain, type StreamListener, payloadOf, readSafely, type Relayed } from './relay-stream.js';
import { sseReader } from '../../shared/sse.js';

/** The part of a delayed answer that the client has received. */
export interface Sent {
  text: string;
  hasCalls: boolean;
}

interface Held {
  readonly bytes: Buffer;
  readonly payload: Json | undefined;
  readonly parts: readonly Part[];
  readonly size: number;
}

/** Characters to hold back. A loop found within them never reaches the client. */
const HOLD = 2000;

const sizeOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + (part.kind === 'delta' ? part.text.length : 0), 0);

interface Outlet {
  readonly protocol: Protocol;
  readonly writer: StreamWriter;
  readonly sent: Sent;
}

/** Like `relayStream`, but delays the newest text. If the stream is halted, the delayed text is dropped. */
export async function relayHeld(
  source: Readable,
  client: ServerResponse,
  listener: StreamListener,
  outlet: Outlet,
): Promise<Relayed> {
  const reader = sseReader();
  const queue = delayQueue(client, outlet);
  let rest = Buffer.alloc(0);
  const relayed = await drain(source, client, (chunk, halt) => {
    let from = 0;
    for (const { data, end } of reader.push(chunk)) {
      const payload = payloadOf(data);
      const finding = payload && listener.inspect(payload);
      if (finding) {
        halt(finding);
        return;
      }
      queue.add(Buffer.concat([rest, chunk.subarray(from, end)]), payload);
      rest = Buffer.alloc(0);
      from = end;
    }
    rest = Buffer.concat([rest, chunk.subarray(from)]);
  });
  if (relayed.kind === 'ended') {
    queue.release();
    client.write(rest);
  }
  return relayed;
}

function delayQueue(
  client: ServerResponse,
  { protocol, writer, sent }: Outlet,
): {
  readonly add: (bytes: Buffer, payload: Json | undefined) => void;
  readonly release: () => void;
} {
  const queue: Held[] = [];
  let size = 0;
  const releaseTo = (most: number): void => {
    while (queue.length > 0 && size > most) {
      const held = queue.shift();
      if (!held) return;
      size -= held.size;
      if (held.payload) writer.track(held.payload);
      for (const part of held.parts) noteSent(sent, part);
      client.write(held.bytes);
    }
  };
  return {
    add(bytes, payload) {
      const parts = payload ? readSafely(protocol.readEvent, payload) : [];
      queue.push({ bytes, payload, parts, size: sizeOf(parts) });
      size += sizeOf(parts);
      releaseTo(HOLD);
    },
    release: () => releaseTo(-1),
  };
}

function noteSent(sent: Sent, part: Part): void {
  if (part.kind === 'call') sent.hasCalls = true;
  else if (part.kind === 'delta' && part.channel === 'text') sent.text += part.text;
}

/** Continues a halted answer with a second stream, rewriting its parts as if they belonged to the first. */
export async function spliceStream(
  source: Readable,
  client: ServerResponse,
  listener: StreamListener,
  { protocol, writer }: { readonly protocol: Protocol; readonly writer: StreamWriter },
): Promise<Relayed> {
  const reader = sseReader();
  let ending: 'stop' | 'tools' | 'cut' = 'stop';
  const relayed = await drain(source, client, (chunk, halt) => {
    for (const { data } of reader.push(chunk)) {
      const payload = payloadOf(data);
      if (!payload) continue;
      for (const part of readSafely(protocol.readEvent, payload)) {
        if (part.kind === 'call') ending = 'tools';
        else if (part.kind === 'end' && part.isCut) ending = 'cut';
        const bytes = written(part, writer);
        if (bytes !== '') client.write(bytes);
      }
      const finding = listener.inspect(payload);
      if (finding) {
        halt(finding);
        return;
      }
    }
  });
  if (relayed.kind !== 'broken') client.end(writer.finish(relayed.kind === 'halted' ? 'stop' : ending));
  return relayed;
}

/** Drops the reasoning of the retry, because the client already has that of the first try. */
function written(part: Part, writer: StreamWriter): string {
  if (part.kind === 'call') return writer.call(part.id, part.name);
  if (part.kind === 'end') return '';
  if (part.channel === 'text') return writer.text(part.text);
  return part.channel === 'arguments' ? writer.args(part.text) : '';
}

import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Json } from '../../shared/json.js';
import type { Part, Protocol, StreamWriter } from '../protocols/protocol.js';
import { attempt, drain, type StreamListener, payloadOf, readSafely, type Relayed } from './relay-stream.js';
import { sseReader } from '../../shared/sse.js';

/** The part of a delayed answer that the client has received. */
export interface Sent {
  text: string;
  /** False after a tool call, which has no result yet, and after a text that is too long to be sent again. */
  canContinue: boolean;
}

export const nothingSent = (): Sent => ({ text: '', canContinue: true });

interface Held {
  readonly bytes: Buffer;
  readonly payload: Json | undefined;
  readonly parts: readonly Part[];
  readonly size: number;
}

/** Characters to hold back. A loop found within them never reaches the client. */
const HOLD = 2000;
/** Bytes to hold back: events may have no text, and an event may have no end. */
const HOLD_BYTES = 1024 * 1024;
/** Characters. No model continues a longer text. */
const LONGEST_RETRY = 4 * 1024 * 1024;

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
  const rest = unfinishedEvent(() => {
    queue.release();
    return client;
  });
  const relayed = await drain(source, client, (chunk, halt) => {
    let from = 0;
    for (const { data, end } of reader.push(chunk)) {
      const payload = payloadOf(data);
      const bytes = rest.finish(chunk.subarray(from, end));
      const finding = payload && listener.inspect(payload);
      if (finding) {
        halt(finding);
        return;
      }
      queue.add(bytes, payload);
      from = end;
    }
    rest.add(chunk.subarray(from));
  });
  if (relayed.kind === 'ended') rest.send();
  return relayed;
}

/**
 * The beginning of an event that is not complete. If it grows too large, the client gets it at once, and then the rest of
 * the event as it comes: a stream that halts must not end within an event.
 */
function unfinishedEvent(outlet: () => ServerResponse): {
  readonly add: (bytes: Buffer) => void;
  /** The event's bytes that are still to be sent. */
  readonly finish: (end: Buffer) => Buffer;
  readonly send: () => void;
} {
  let held: Buffer[] = [];
  let size = 0;
  let isBegun = false;
  const send = (): void => {
    outlet().write(Buffer.concat(held));
    held = [];
    size = 0;
  };
  return {
    add(bytes) {
      held.push(bytes);
      size += bytes.length;
      isBegun ||= size > HOLD_BYTES;
      if (isBegun) send();
    },
    finish(end) {
      held.push(end);
      if (isBegun) send();
      isBegun = false;
      const bytes = Buffer.concat(held);
      held = [];
      size = 0;
      return bytes;
    },
    send,
  };
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
  let bytesHeld = 0;
  const releaseOne = ({ payload, parts, bytes, size: length }: Held): void => {
    size -= length;
    bytesHeld -= bytes.length;
    if (payload) attempt(() => writer.track(payload));
    for (const part of parts) noteSent(sent, part);
    client.write(bytes);
  };
  return {
    add(bytes, payload) {
      const parts = payload ? readSafely(protocol.readEvent, payload) : [];
      queue.push({ bytes, payload, parts, size: sizeOf(parts) });
      size += sizeOf(parts);
      bytesHeld += bytes.length;
      while (queue[0] && (size > HOLD || bytesHeld > HOLD_BYTES)) {
        releaseOne(queue[0]);
        queue.shift();
      }
    },
    release() {
      for (const held of queue.splice(0)) releaseOne(held);
    },
  };
}

function noteSent(sent: Sent, part: Part): void {
  if (part.kind === 'call') sent.canContinue = false;
  if (part.kind !== 'delta' || part.channel !== 'text' || !sent.canContinue) return;
  sent.text += part.text;
  if (sent.text.length > LONGEST_RETRY) sent.canContinue = false;
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

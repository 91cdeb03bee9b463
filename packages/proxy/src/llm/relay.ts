import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { isRecord, type Json, parseJson } from './json.js';
import type { Part, Protocol } from './protocol.js';
import { sseReader } from './sse.js';
import type { Finding, Watch } from './watch.js';

/** How the relaying of one stream came to its end. */
export type Relayed =
  | { readonly kind: 'ended' }
  | { readonly kind: 'broken' }
  /** The client has what came up to and including the event that was one too many; nothing more was read. */
  | { readonly kind: 'halted'; readonly finding: Finding };

/** Whoever listens while a stream passes by. */
export interface Ear {
  readonly hear: (payload: Json) => Finding | undefined;
}

/** Hears every part of a payload, and says so when the stream should be halted. */
export function earOf(
  { readEvent }: Protocol,
  watch: Watch,
  clock: () => number,
  tell: { readonly caution: (finding: Finding) => void; readonly part: (part: Part, payload: Json) => void },
): Ear {
  return {
    hear(payload) {
      let halt: Finding | undefined;
      for (const part of readEvent(payload)) {
        tell.part(part, payload);
        if (part.kind !== 'delta' || halt) continue;
        const finding = watch.hear(part.channel, part.text, clock());
        if (finding?.level === 'block') halt = finding;
        else if (finding) tell.caution(finding);
      }
      return halt;
    },
  };
}

export function payloadOf(data: string): Json | undefined {
  // Most streams end with a word that is no JSON.
  if (!data.startsWith('{')) return undefined;
  const value = parseJson(data);
  return isRecord(value) ? value : undefined;
}

/** Reads a source at the pace at which `take` lets it; `take` returns true to stop reading. */
export function drain(
  source: Readable,
  client: ServerResponse,
  take: (chunk: Buffer) => Finding | undefined,
): Promise<Relayed> {
  return new Promise((done) => {
    let isOver = false;
    const settle = (relayed: Relayed): void => {
      if (isOver) return;
      isOver = true;
      source.off('data', onData);
      done(relayed);
      if (relayed.kind !== 'ended') source.destroy();
    };
    const onData = (chunk: Buffer): void => {
      const finding = take(chunk);
      if (finding) {
        settle({ kind: 'halted', finding });
        return;
      }
      if (!client.writableNeedDrain) return;
      source.pause();
      client.once('drain', () => source.resume());
    };
    source.on('data', onData);
    source.once('end', () => settle({ kind: 'ended' }));
    source.once('error', () => settle({ kind: 'broken' }));
    source.once('close', () => settle({ kind: 'broken' }));
    client.once('close', () => settle({ kind: 'broken' }));
  });
}

/** Bytes first: a chunk is sent on as it came, unless what it completes says that this is enough. */
export function relayStream(
  source: Readable,
  client: ServerResponse,
  ear: Ear,
  track: (payload: Json) => void,
): Promise<Relayed> {
  const reader = sseReader();
  return drain(source, client, (chunk) => {
    for (const { data, end } of reader.push(chunk)) {
      const payload = payloadOf(data);
      if (!payload) continue;
      track(payload);
      const finding = ear.hear(payload);
      if (!finding) continue;
      client.write(chunk.subarray(0, end));
      return finding;
    }
    client.write(chunk);
    return undefined;
  });
}

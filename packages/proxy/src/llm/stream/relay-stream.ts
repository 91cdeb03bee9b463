import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { isRecord, type Json, parseJson } from '../../shared/json.js';
import type { Part, Protocol } from '../protocols/protocol.js';
import { endsEvent, type SseEvent, type SseReader, sseReader } from '../../shared/sse.js';
import type { Finding, Watch } from './stream-watch.js';

/** How the relay of a stream ended. */
export type Relayed =
  | { readonly kind: 'ended' }
  | { readonly kind: 'broken' }
  /**
   * The client has received everything up to and including the event that triggered the halt. Nothing more was read.
   */
  | { readonly kind: 'halted'; readonly finding: Finding };

/** Inspects the payloads of a stream. */
export interface StreamListener {
  readonly inspect: (payload: Json) => Finding | undefined;
}

/** Feeds every part of a payload to the watch. Returns a finding if the stream should be halted. */
export function createListener(
  { readEvent }: Protocol,
  watch: Watch,
  clock: () => number,
  callbacks: {
    readonly caution: (finding: Finding) => void;
    readonly part: (part: Part, payload: Json) => void;
  },
): StreamListener {
  return {
    inspect(payload) {
      let halt: Finding | undefined;
      for (const part of readSafely(readEvent, payload)) {
        callbacks.part(part, payload);
        if (part.kind !== 'delta' || halt) continue;
        const finding = watch.onDelta(part.channel, part.text, clock());
        if (finding?.level === 'block') halt = finding;
        else if (finding) callbacks.caution(finding);
      }
      return halt;
    },
  };
}

/** A payload that cannot be parsed is ignored. Its bytes are forwarded in any case. */
export function readSafely(readEvent: Protocol['readEvent'], payload: Json): readonly Part[] {
  try {
    return readEvent(payload);
  } catch {
    return [];
  }
}

export function payloadOf(data: string): Json | undefined {
  // Most streams end with a marker that is not JSON.
  if (!data.startsWith('{')) return undefined;
  const value = parseJson(data);
  return isRecord(value) ? value : undefined;
}

/** Reads a source at the client's pace until it ends or `take` calls `halt`. */
export function drain(
  source: Readable,
  client: ServerResponse,
  take: (chunk: Buffer, halt: (finding: Finding) => void) => void,
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
    const halt = (finding: Finding): void => settle({ kind: 'halted', finding });
    const onData = (chunk: Buffer): void => {
      take(chunk, halt);
      if (isOver || !client.writableNeedDrain) return;
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

/**
 * Forwards complete events unchanged and inspects them one tick later, when Node has sent them. The unfinished event at
 * the end of a chunk waits until then, so that a halted stream ends after a complete event.
 */
export async function relayStream(
  source: Readable,
  client: ServerResponse,
  listener: StreamListener,
  { track, isEnd }: { readonly track: (payload: Json) => void; readonly isEnd: (payload: Json) => boolean },
): Promise<Relayed> {
  const reader = sseReader();
  let uninspected: (() => readonly SseEvent[]) | undefined;
  let rest: Buffer | undefined;

  const inspectEvents = (): Finding | undefined => {
    let finding: Finding | undefined;
    for (const { data } of uninspected?.() ?? []) {
      const payload = payloadOf(data);
      if (!payload) continue;
      attempt(() => track(payload));
      // The answer ended normally.
      if (finding && isEnd(payload)) finding = undefined;
      finding ??= listener.inspect(payload);
    }
    uninspected = undefined;
    if (!finding && rest) client.write(rest);
    rest = undefined;
    return finding;
  };
  const inspectPending = (halt: (finding: Finding) => void): boolean => {
    const finding = inspectEvents();
    if (finding) halt(finding);
    return finding !== undefined;
  };
  const relayed = await drain(source, client, (chunk, halt) => {
    // Newer Node versions emit several chunks in one tick. Earlier chunks must be inspected before more is sent.
    if (inspectPending(halt)) return;
    const { whole, events } = wholeEvents(chunk, reader);
    client.write(whole);
    rest = whole.length < chunk.length ? chunk.subarray(whole.length) : undefined;
    uninspected = events;
    process.nextTick(inspectPending, halt);
  });
  if (relayed.kind === 'ended') inspectEvents();
  return relayed;
}

/**
 * The part of a chunk to send immediately, and its events. Nearly every chunk ends where an event does; then its events
 * can be read later.
 */
function wholeEvents(
  chunk: Buffer,
  reader: SseReader,
): { readonly whole: Buffer; readonly events: () => readonly SseEvent[] } {
  if (endsEvent(chunk)) return { whole: chunk, events: () => reader.push(chunk) };
  const events = reader.push(chunk);
  return { whole: chunk.subarray(0, events.at(-1)?.end ?? chunk.length), events: () => events };
}

export function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // The stream continues; only the proxy's record of it is incomplete.
  }
}

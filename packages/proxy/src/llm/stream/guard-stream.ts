import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Guard } from '@rutbreak/core';
import type { Json } from '../../shared/json.js';
import type { Settings } from '../options.js';
import type { Part, Protocol, RequestFacts, StreamWriter } from '../protocols/protocol.js';
import {
  type StreamListener,
  createListener,
  readSafely,
  type Relayed,
  relayStream,
} from './relay-stream.js';
import { nothingSent, relayHeld, type Sent, spliceStream } from './relay-held.js';
import { type Report, reportOf } from '../report.js';
import { type Finding, newWatch } from './stream-watch.js';

/** One streamed answer. */
export interface Streaming {
  readonly protocol: Protocol;
  readonly facts: RequestFacts;
  readonly session: string;
  readonly settings: Settings;
  /** Runs detection on streams, with one session for each. */
  readonly guard: Guard;
  readonly onPart: (part: Part, payload: Json) => void;
  /** Asks the model to continue the text that the client has received; `undefined` if that fails. */
  readonly retry: (partial: string, finding: Finding) => Promise<Readable | undefined>;
}

/** The finding that halted a stream, and the answer as the client received it. */
export interface Halted {
  readonly finding: Finding;
  readonly written: Json | undefined;
}

/** Relays a stream to its end, or halts it. */
export async function relayGuarded(
  source: Readable,
  client: ServerResponse,
  streaming: Streaming,
): Promise<Halted | undefined> {
  const { protocol, facts, settings } = streaming;
  const writer = protocol.newWriter(facts);
  const sent = nothingSent();
  const relayed = await withListener(streaming, (listener) =>
    settings.onLoop === 'retry'
      ? relayHeld(source, client, listener, { protocol, writer, sent })
      : relayStream(source, client, listener, { track: writer.track, isEnd: endsWith(protocol) }),
  );
  if (relayed.kind === 'ended') client.end();
  else if (relayed.kind === 'broken') client.destroy();
  else {
    const finding = await act(client, streaming, relayed.finding, writer, sent);
    return { finding, written: writer.written?.() };
  }
  return undefined;
}

const endsWith =
  ({ readEvent }: Protocol) =>
  (payload: Json): boolean =>
    readSafely(readEvent, payload).some(({ kind }) => kind === 'end');

let streams = 0;

/** Runs detection while `relay` forwards the stream. */
async function withListener(
  streaming: Streaming,
  relay: (listener: StreamListener) => Promise<Relayed>,
): Promise<Relayed> {
  const { protocol, settings, guard, onPart } = streaming;
  const watch = newWatch(guard, `stream-${streams++}`, settings.watch);
  const caution = (finding: Finding): void => report(streaming, 'caution', finding);
  try {
    return await relay(createListener(protocol, watch, settings.clock, { caution, part: onPart }));
  } finally {
    watch.close();
  }
}

async function act(
  client: ServerResponse,
  streaming: Streaming,
  finding: Finding,
  writer: StreamWriter,
  sent: Sent,
): Promise<Finding> {
  const { onLoop } = streaming.settings;
  if (onLoop === 'error') {
    client.end(writer.error(messageOf(finding)));
    report(streaming, 'error', finding);
    return finding;
  }
  const second =
    onLoop === 'retry' && sent.canContinue ? await streaming.retry(sent.text, finding) : undefined;
  if (!second) {
    client.end(writer.finish('stop'));
    report(streaming, 'halt', finding);
    return finding;
  }
  report(streaming, 'retry', finding);
  const { protocol } = streaming;
  const relayed = await withListener(streaming, (listener) =>
    spliceStream(second, client, listener, { protocol, writer }),
  );
  if (relayed.kind === 'broken') client.destroy();
  if (relayed.kind === 'halted') report(streaming, 'halt', relayed.finding);
  return relayed.kind === 'halted' ? relayed.finding : finding;
}

/** The error text for the client. */
function messageOf({ decision }: Finding): string {
  return `LOOP_DETECTED: ${decision.verdict.primary?.brief ?? 'the answer repeats itself'}. Halted by rutbreak.`;
}

function report(streaming: Streaming, kind: Report['kind'], { decision, confidence }: Finding): void {
  const { protocol, session, facts, settings } = streaming;
  const at = settings.clock();
  if (kind !== 'caution') settings.onDecision(session, decision, at);
  settings.onReport(
    reportOf(kind, decision, { at, protocol: protocol.id, session, model: facts.model, confidence }),
  );
}

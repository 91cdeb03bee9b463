import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Guard } from '@rutbreak/core';
import type { Settings } from './options.js';
import type { Part, Protocol, RequestFacts } from './protocol.js';
import type { Json } from './json.js';
import { earOf, relayStream } from './relay.js';
import { type Report, reportOf } from './report.js';
import { type Finding, newWatch } from './watch.js';

/** One answer that is being streamed. */
export interface Streaming {
  readonly protocol: Protocol;
  readonly facts: RequestFacts;
  readonly session: string;
  readonly settings: Settings;
  /** Where streams are listened to, one session each. */
  readonly guard: Guard;
  readonly onPart: (part: Part, payload: Json) => void;
}

let streams = 0;

/** Relays a stream to its end, or ends it. Resolves to what was found, if it was halted. */
export async function relayGuarded(
  source: Readable,
  client: ServerResponse,
  streaming: Streaming,
): Promise<Finding | undefined> {
  const { protocol, facts, settings } = streaming;
  const writer = protocol.newWriter(facts);
  const watch = newWatch(streaming.guard, `stream-${streams++}`, settings.watch);
  const ear = earOf(protocol, watch, settings.clock, {
    caution: (finding) => tell(streaming, 'caution', finding),
    part: streaming.onPart,
  });
  const relayed = await relayStream(source, client, ear, writer.track);
  watch.close();
  if (relayed.kind === 'ended') client.end();
  else if (relayed.kind === 'broken') client.destroy();
  else {
    const isError = settings.onLoop === 'error';
    client.end(isError ? writer.error(messageOf(relayed.finding)) : writer.finish('stop'));
    tell(streaming, isError ? 'error' : 'halt', relayed.finding);
    return relayed.finding;
  }
  return undefined;
}

/** For whoever catches the error. */
function messageOf({ decision }: Finding): string {
  return `LOOP_DETECTED: ${decision.verdict.primary?.brief ?? 'the answer repeats itself'}. Halted by rutbreak.`;
}

function tell(streaming: Streaming, kind: Report['kind'], { decision, confidence }: Finding): void {
  const { protocol, session, facts, settings } = streaming;
  const at = settings.clock();
  settings.onReport(
    reportOf(kind, decision, { at, protocol: protocol.id, session, model: facts.model, confidence }),
  );
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Act, type Guard, rungAtLeast } from '@rutbreak/core';
import { jsonBody, readBody } from '../request/body.js';
import { sendJson, writeHead } from './respond.js';
import { endToEnd, STATUS_HEADER } from '../request/headers.js';
import { type Json, list, parseJson, record } from '../../shared/json.js';
import type { OwnAnswer } from '../conversation/plan-request.js';
import type { Answer, Protocol, RequestFacts } from '../protocols/protocol.js';

/** Sends the proxy's own answer in the protocol's format. The text, a header and a field identify it as the proxy's. */
export function sendOwnAnswer(
  client: ServerResponse,
  protocol: Protocol,
  facts: RequestFacts,
  { text, status }: OwnAnswer,
): Json | undefined {
  const headers = { [STATUS_HEADER]: status };
  if (facts.isStream) {
    const writer = protocol.newWriter(facts);
    client.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...headers });
    client.end(`${writer.text(text)}${writer.finish('stop')}`);
    return writer.written?.();
  }
  const body = { ...protocol.writeAnswer(text, facts), rutbreak: { status } };
  sendJson(client, 200, facts.isList === true ? [body] : body, headers);
  return body;
}

/** A non-streamed answer. */
export interface WholeAnswer {
  readonly bytes: Buffer;
  /** False if the answer exceeds the size limit. */
  readonly isWhole: boolean;
  /** The parsed answer, if it could be parsed. */
  readonly answer: Answer | undefined;
}

/** The proxy forwards larger answers unread. */
const MAX_ANSWER = 16 * 1024 * 1024;

export function isJson({ statusCode = 0, headers }: IncomingMessage): boolean {
  return statusCode === 200 && /^application\/json\b/i.test(headers['content-type'] ?? '');
}

export async function readWhole(message: IncomingMessage, protocol: Protocol): Promise<WholeAnswer> {
  const { bytes, isWhole } = await readBody(message, MAX_ANSWER);
  return { bytes, isWhole, answer: isWhole ? readAnswer(bytes, message, protocol) : undefined };
}

function readAnswer(bytes: Buffer, { headers }: IncomingMessage, protocol: Protocol): Answer | undefined {
  const body = jsonBody(bytes, headers['content-encoding']);
  if (body) return protocol.readAnswer(body);
  const answers = list(parseJson(bytes.toString('utf8'))).map((one) => protocol.readAnswer(record(one)));
  const entries = answers.flatMap((one) => one.entries);
  return answers[0] && { id: answers[0].id, entries };
}

const NOTHING: ReadonlySet<string> = new Set();

export function sendWhole(
  client: ServerResponse,
  message: IncomingMessage,
  { bytes, isWhole }: WholeAnswer,
): void {
  writeHead(client, message, endToEnd(message, NOTHING));
  if (isWhole) {
    client.end(bytes);
    return;
  }
  client.write(bytes);
  message.once('error', () => client.destroy()).pipe(client);
}

/** Runs detection on the complete text of an answer. */
export function detectTextLoop({ entries }: Answer, guard: Guard, at: number): Act | undefined {
  const said = entries.flatMap((entry) => (entry.kind === 'assistant' ? [entry.text] : [])).join('');
  if (said === '') return undefined;
  const decision = guard.session('whole').message({ text: said, at });
  guard.forget('whole');
  const isLoop = decision.kind === 'act' && rungAtLeast(decision.rung, 'nudge');
  return isLoop ? decision : undefined;
}

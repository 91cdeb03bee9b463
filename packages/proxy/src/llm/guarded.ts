import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Act, Guard } from '@rutbreak/core';
import { isJson, judgeText, readWhole, sendOwnAnswer, sendWhole, type WholeAnswer } from './answer.js';
import { type Plan, planRequest } from './conversation.js';
import type { Entry } from './entry.js';
import { beginStream, isEventStream, passAnswer, sendUnreachable, unpacked } from './exchange.js';
import { endToEnd, SESSION_HEADER } from './headers.js';
import { type Json, text } from './json.js';
import { noteText } from './notes.js';
import type { Settings } from './options.js';
import type { Answer, Protocol, RequestFacts } from './protocol.js';
import { type Report, reportOf } from './report.js';
import { relayGuarded } from './stream.js';
import type { Threads } from './threads.js';
import type { Upstream } from './upstream.js';

export interface Parts {
  readonly settings: Settings;
  readonly upstream: Upstream;
  readonly threads: Threads;
  /** Where conversations are judged. */
  readonly guard: Guard;
  /** Where answers are listened to while they are written. */
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

/** The same with what is needed to answer it. */
interface Exchange extends Asked {
  readonly facts: RequestFacts;
  readonly plan: Plan;
  readonly parts: Parts;
  readonly gone: AbortSignal;
}

/** A request to a model: looked at, sent on, and its answer listened to. */
export async function guardRequest(asked: Asked, parts: Parts): Promise<void> {
  const { request, client, protocol, body, bytes } = asked;
  const facts = protocol.readRequest(body, request.url ?? '');
  const header = text(request.headers[SESSION_HEADER]) || undefined;
  const plan = planRequest({ protocol, body, facts, header }, parts);
  const gone = new AbortController();
  client.once('close', () => gone.abort());
  const exchange = { ...asked, facts, plan, parts, gone: gone.signal };
  if (plan.decision) tell(exchange, plan.answer === undefined ? 'note' : 'answer', plan.decision);
  if (plan.answer !== undefined) {
    forge(exchange, sendOwnAnswer(client, protocol, facts, plan.answer));
    return;
  }
  try {
    const answer = await send(exchange, plan.body === body ? bytes : plan.body);
    if (isEventStream(answer)) await answerStream(exchange, answer);
    else if (isJson(answer)) await answerWhole(exchange, answer);
    else passAnswer(answer, client);
  } catch (error) {
    sendUnreachable(client, error as Error);
  }
}

/** The answer must come in a form that can be listened to, and the length is told anew. */
const OWN = new Set(['host', 'expect', 'content-length', 'accept-encoding', SESSION_HEADER]);
const OWN_EDITED = new Set([...OWN, 'content-encoding']);

function send({ request, parts, gone }: Exchange, body: Buffer | Json): Promise<IncomingMessage> {
  const isBytes = Buffer.isBuffer(body);
  const bytes = isBytes ? body : Buffer.from(JSON.stringify(body));
  const own = ['accept-encoding', 'identity', 'content-length', String(bytes.length)];
  const headers = [...endToEnd(request, isBytes ? OWN : OWN_EDITED), ...own];
  return parts.upstream.send({ method: 'POST', path: request.url ?? '/', headers }, bytes, gone);
}

async function answerStream(exchange: Exchange, answer: IncomingMessage): Promise<void> {
  const { protocol, facts, plan, parts, client } = exchange;
  const { settings, streams: guard } = parts;
  let whole: Answer = { id: '', entries: [] };
  const halted = await relayGuarded(beginStream(answer, client), client, {
    ...{ protocol, facts, session: plan.thread.session, settings, guard },
    onPart(part, payload) {
      if (part.kind === 'call') whole = { id: whole.id, entries: [...whole.entries, callEntry(part)] };
      else if (part.kind === 'end') whole = protocol.readFinal?.(payload) ?? whole;
    },
    again: (partial, { decision }) => askAgain(exchange, partial, decision),
  });
  parts.threads.answered(plan.thread, whole, plan.scope);
  if (!halted) return;
  plan.thread.pending = haltedNote(halted.finding.decision);
  forge(exchange, halted.written);
}

/** Remembers an answer that the upstream does not know, for the request that goes on from it. */
function forge({ protocol, plan, parts }: Exchange, written: Json | undefined): void {
  const answer = written && protocol.readAnswer(written);
  if (!answer || answer.id === '') return;
  parts.threads.forge(answer.id, { request: plan.body, answer: written });
  parts.threads.answered(plan.thread, answer, plan.scope);
}

const callEntry = ({ id, name }: { readonly id: string; readonly name: string }): Entry => ({
  ...{ kind: 'call', id, name, args: undefined, at: [0, 0] },
});

async function askAgain(exchange: Exchange, partial: string, decision: Act): Promise<Readable | undefined> {
  const { protocol, plan } = exchange;
  const body = protocol.edit.continueFrom(plan.body, partial, retryNote(partial, decision));
  const answer = await send(exchange, body).catch(() => undefined);
  if (answer && isEventStream(answer)) return unpacked(answer);
  answer?.resume();
  return undefined;
}

async function answerWhole(exchange: Exchange, message: IncomingMessage): Promise<void> {
  const { protocol, plan, parts, client } = exchange;
  const first = await readWhole(message, protocol);
  const loop = first.answer && judgeText(first.answer, parts.streams, parts.settings.clock());
  const isRetry = loop !== undefined && parts.settings.onLoop === 'retry';
  const second = isRetry ? await tryAgain(exchange, loop) : undefined;
  const [head, answer] = second ?? [message, first];
  sendWhole(client, head, answer);
  if (loop) tell(exchange, second ? 'retry' : 'caution', loop);
  if (loop && !second) plan.thread.pending = haltedNote(loop);
  if (answer.answer) parts.threads.answered(plan.thread, answer.answer, plan.scope);
}

async function tryAgain(
  exchange: Exchange,
  loop: Act,
): Promise<readonly [IncomingMessage, WholeAnswer] | undefined> {
  const { protocol, plan } = exchange;
  const body = protocol.edit.continueFrom(plan.body, '', retryNote('', loop));
  const message = await send(exchange, body).catch(() => undefined);
  if (message && isJson(message)) return [message, await readWhole(message, protocol)];
  message?.resume();
  return undefined;
}

const briefOf = ({ verdict }: Act): string => verdict.primary?.brief ?? 'it repeated itself';

function haltedNote(decision: Act): string {
  return `Your last answer went in circles (${briefOf(decision)}). Do not go on with that text: take the next step, say it another way, or finish.`;
}

function retryNote(partial: string, decision: Act): string {
  const what = `Your answer went in circles (${briefOf(decision)}) and was cut off.`;
  const how =
    partial === ''
      ? 'Answer again, without repeating yourself.'
      : 'Go on from where the text above ends, without repeating it. If all is said, end with one short sentence.';
  return noteText(`${what} ${how}`);
}

function tell({ protocol, plan, facts, parts }: Exchange, kind: Report['kind'], decision: Act): void {
  const { clock, onReport } = parts.settings;
  const about = { at: clock(), protocol: protocol.id, session: plan.thread.session, model: facts.model };
  onReport(reportOf(kind, decision, about));
}

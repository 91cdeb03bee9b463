import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Act, Guard } from '@rutbreak/core';
import {
  isJson,
  detectTextLoop,
  readWhole,
  sendOwnAnswer,
  sendWhole,
  type WholeAnswer,
} from './own-answer.js';
import type { Entry } from '../protocols/history-entry.js';
import { isReadable, unreadable } from '../request/body.js';
import { scheduleDetection } from '../conversation/defer-detection.js';
import { beginStream, isEventStream, passAnswer, sendUnreachable, decompressed } from './respond.js';
import { endToEnd, SESSION_HEADER } from '../request/headers.js';
import type { LastRequests } from '../request/request-diff.js';
import type { PersonOrder } from '../../gateway-client/link.js';
import type { Json } from '../../shared/json.js';
import type { InspectedRequest } from '../request/inspect-request.js';
import { noteText } from '../conversation/notes.js';
import type { Settings } from '../options.js';
import type { Answer, Protocol } from '../protocols/protocol.js';
import { type About, type Report, reportOf } from '../report.js';
import { relayGuarded } from '../stream/guard-stream.js';
import type { Conversation, Conversations } from '../conversation/identity/conversations.js';
import type { Upstream } from './upstream.js';

export interface ProxyParts {
  readonly settings: Settings;
  readonly upstream: Upstream;
  readonly conversations: Conversations;
  /** Detects loops in conversations. */
  readonly guard: Guard;
  /** Detects repetition in answers while they stream. */
  readonly streams: Guard;
  readonly last: LastRequests;
}

/** A request to a model with everything needed to answer it. */
export interface RequestContext extends InspectedRequest {
  readonly request: IncomingMessage;
  readonly client: ServerResponse;
  readonly protocol: Protocol;
  readonly bytes: Buffer;
  readonly parts: ProxyParts;
}

/** Forwards an inspected request and watches its answer. */
export async function guardRequest(context: RequestContext): Promise<void> {
  const { client, protocol, facts, plan, bytes } = context;
  if (plan.decision) report(context, plan.answer === undefined ? 'note' : 'answer', plan.decision);
  if (plan.order) reportOrder(context, plan.order);
  if (plan.answer !== undefined) {
    keepLocalAnswer(context, sendOwnAnswer(client, protocol, facts, plan.answer));
    return;
  }
  try {
    // Node sends the request once the current call stack is done, so this work comes after it.
    setImmediate(afterSend, context);
    const answer = await send(context, plan.edited ?? bytes);
    const encoding = answer.headers['content-encoding'];
    if (!isReadable(encoding)) {
      context.parts.settings.onTrouble(unreadable('answers', encoding ?? ''));
      passAnswer(answer, client);
    } else if (isEventStream(answer)) await answerStream(context, answer);
    else if (isJson(answer)) await answerWhole(context, answer);
    else passAnswer(answer, client);
  } catch (error) {
    sendUnreachable(client, error as Error);
  }
}

/**
 * Work that can wait until the request is sent. If the proxy forwarded it unchanged, the next request of this
 * connection may be recognised as its continuation.
 */
function afterSend({
  request,
  protocol,
  plan,
  facts,
  bytes,
  header,
  historyEnd,
  parts,
}: RequestContext): void {
  scheduleDetection(plan.conversation);
  if (plan.edited !== undefined || request.headers['content-encoding'] !== undefined) return;
  const { conversation, scope } = plan;
  const path = request.url ?? '';
  parts.last.remember(request.socket, {
    bytes,
    historyEnd,
    protocol,
    path,
    header,
    facts,
    conversation,
    scope,
  });
}

/** The proxy must be able to read the answer, and it sets the length itself. */
const OWN = new Set(['host', 'expect', 'content-length', 'accept-encoding', SESSION_HEADER]);
const OWN_EDITED = new Set([...OWN, 'content-encoding']);

function send({ request, client, parts }: RequestContext, body: Buffer | Json): Promise<IncomingMessage> {
  const isBytes = Buffer.isBuffer(body);
  const bytes = isBytes ? body : Buffer.from(JSON.stringify(body));
  const headers = endToEnd(request, isBytes ? OWN : OWN_EDITED);
  headers.push('accept-encoding', 'identity', 'content-length', String(bytes.length));
  return parts.upstream.send({ method: 'POST', path: request.url ?? '/', headers }, bytes, client);
}

async function answerStream(context: RequestContext, answer: IncomingMessage): Promise<void> {
  const { protocol, facts, plan, parts, client } = context;
  const { settings, streams: guard } = parts;
  const calls: Entry[] = [];
  let whole: Answer = { id: '', entries: calls };
  let args = '';
  const halted = await relayGuarded(beginStream(answer, client), client, {
    ...{ protocol, facts, session: plan.conversation.session.id, guard, settings: streamSettings(context) },
    onPart(part, payload) {
      if (part.kind === 'delta' && part.channel === 'arguments')
        args = `${args}${part.text}`.slice(-LONGEST_ARGS);
      if (part.kind === 'call' && calls.length < MAX_CALLS) calls.push(callEntry(part));
      else if (part.kind === 'end') whole = protocol.readFinal?.(payload) ?? whole;
    },
    retry: (partial, { decision }) => askAgain(context, partial, decision),
  });
  plan.conversation.liftCommand = settings.findLifting(args);
  // A client that disconnected may never have received the calls.
  if (client.writableFinished || !client.destroyed)
    parts.conversations.answered(plan.conversation, whole, plan.scope);
  if (!halted) return;
  plan.conversation.pending = haltedNote(halted.finding.decision);
  keepLocalAnswer(context, halted.written);
}

/** Characters. Enough for any command line. */
const LONGEST_ARGS = 20_000;
/** More than any model makes in one answer. */
const MAX_CALLS = 1000;

/** While a person has switched detection off, no answer is halted. */
function streamSettings({ plan, parts: { settings } }: RequestContext): Settings {
  if (!isOff(plan.conversation, settings)) return settings;
  return { ...settings, watch: { ...settings.watch, maxInterventions: 0 } };
}

const isOff = ({ session }: Conversation, { clock }: Settings): boolean => session.isOff(clock());

/** Remembers an answer that the upstream does not know, for a request that continues from it. */
function keepLocalAnswer({ protocol, plan, body, parts }: RequestContext, written: Json | undefined): void {
  const answer = written && protocol.readAnswer(written);
  if (!answer || answer.id === '') return;
  parts.conversations.keepLocalAnswer(answer.id, { request: body(), answer: written });
  parts.conversations.answered(plan.conversation, answer, plan.scope);
}

const callEntry = ({ id, name }: { readonly id: string; readonly name: string }): Entry => ({
  ...{ kind: 'call', id, name, args: undefined, at: [0, 0] },
});

async function askAgain(
  context: RequestContext,
  partial: string,
  decision: Act,
): Promise<Readable | undefined> {
  const { protocol } = context;
  const body = protocol.edit.continueFrom(context.body(), partial, retryNote(partial, decision));
  const answer = await send(context, body).catch(() => undefined);
  if (answer && isEventStream(answer) && isReadable(answer.headers['content-encoding']))
    return decompressed(answer);
  answer?.resume();
  return undefined;
}

async function answerWhole(context: RequestContext, message: IncomingMessage): Promise<void> {
  const { protocol, plan, parts, client } = context;
  const first = await readWhole(message, protocol);
  const isWatched = !isOff(plan.conversation, parts.settings);
  const loop =
    first.answer && isWatched
      ? detectTextLoop(first.answer, parts.streams, parts.settings.clock())
      : undefined;
  const isRetry = loop !== undefined && parts.settings.onLoop === 'retry';
  const second = isRetry ? await tryAgain(context, loop) : undefined;
  const [head, answer] = second ?? [message, first];
  sendWhole(client, head, answer);
  if (loop) report(context, second ? 'retry' : 'caution', loop);
  if (loop && !second) plan.conversation.pending = haltedNote(loop);
  if (!answer.answer) return;
  plan.conversation.liftCommand = parts.settings.findLifting(argsIn(answer.answer));
  parts.conversations.answered(plan.conversation, answer.answer, plan.scope);
}

function argsIn({ entries }: Answer): string {
  return JSON.stringify(entries.flatMap((entry) => (entry.kind === 'call' ? [entry.args] : []))).slice(
    -LONGEST_ARGS,
  );
}

async function tryAgain(
  context: RequestContext,
  loop: Act,
): Promise<readonly [IncomingMessage, WholeAnswer] | undefined> {
  const { protocol } = context;
  const body = protocol.edit.continueFrom(context.body(), '', retryNote('', loop));
  const message = await send(context, body).catch(() => undefined);
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

function report(context: RequestContext, kind: Report['kind'], decision: Act): void {
  const { plan, parts } = context;
  const actions = kind === 'note' || kind === 'answer' ? { actions: plan.actions ?? [] } : {};
  parts.settings.onReport(reportOf(kind, decision, { ...aboutOf(context), ...actions }));
}

function reportOrder(context: RequestContext, { action, text }: PersonOrder): void {
  const { onReport } = context.parts.settings;
  onReport({ kind: 'answer', ...aboutOf(context), rung: action, brief: text, confidence: 1 });
}

function aboutOf({ protocol, plan, facts, parts }: RequestContext): About {
  const { id: session } = plan.conversation.session;
  return { at: parts.settings.clock(), protocol: protocol.id, session, model: facts.model };
}

/**
 * Processes the messages between one client and one server, one at a time, as bytes. Forwards everything except tool
 * calls and their results unchanged. Independent of framing and transport.
 */
import { record, text } from '../../json.js';
import { canElicit } from './elicitation.js';
import { AS_IT_CAME, type Aside, type FromClient, onToolCall, type Parts, settle } from './tool-call.js';
import { type Envelope, idKey, type IdKey, readEnvelope } from '../wire/envelope.js';
import { memberAt, parsed, type Span } from '../wire/json-bytes.js';
import { type InvalidMessage, readClientMessage } from '../wire/client-message.js';
import { errorResponse, refusal } from '../wire/responses.js';
import { type Pending, type PendingCalls, pendingCalls } from './pending-calls.js';
import { sampleOfBytes } from '../../recent-prints.js';
import type { RelaySession } from './relay-types.js';
import { classOfError, classOfResult, contentOf, type OutcomeClass, withText } from '../wire/result.js';
import * as texts from './refusal-texts.js';

export interface FromServer {
  /** Replaces the message. */
  readonly edited?: Buffer;
  /** Work for after the message is sent. */
  readonly then?: () => void;
}

export interface Exchange {
  /** Handles one message. An invalid message is answered with an error and not forwarded. */
  fromClient(bytes: Buffer, message: Span): FromClient;
  /** Assigns later client messages to this session. Open calls keep theirs. */
  useSession(session: RelaySession): void;
  /** The protocol version that the client requested, once known. */
  version(): string | undefined;
  /** Rejects input that is neither one valid message nor a batch. */
  refuse(bytes: Buffer, input: Span, why: InvalidMessage): FromClient;
  fromServer(bytes: Buffer, message: Span): FromServer;
  /** Whether a call or list request is open. If not, server messages need no inspection. */
  isWaiting(): boolean;
  /** Answers the call with this id, or the only open call, in place of a server response that cannot be delivered. */
  giveUp(key: IdKey | undefined, text: (tool: string) => string, outcome?: OutcomeClass): Buffer | undefined;
  /** Whether the client said that it can ask a person. */
  canElicit(): boolean;
  /**
   * The connection of this call ended first. The caller takes over the open call, because its result may come on
   * another connection.
   */
  detach(key: IdKey): Pending | undefined;
  /** Drops a question that is no longer needed. */
  withdraw(askId: string): void;
  /** Answers calls that started before this time. */
  expire(olderThan: number, text: (tool: string) => string): readonly Buffer[];
  /** The server ended. Answers all open calls. */
  close(how: string): readonly Buffer[];
}

const UNTOUCHED: FromServer = {};
const LARGE = 1 << 16;
export interface ExchangeOptions {
  /** Whether a request of the proxy can reach the client and its response can come back. */
  readonly canAsk: boolean;
  /** Calls that wait for a person, if several exchanges share them. */
  readonly asides?: Map<string, Aside>;
  /** The client's capability, if it was declared on another connection. */
  readonly canElicit?: boolean;
  /** Calls that are already open. */
  readonly pending?: PendingCalls;
}

export function createExchange(
  session: RelaySession,
  { canAsk, asides = new Map(), canElicit = false, pending = pendingCalls() }: ExchangeOptions,
): Exchange {
  const parts: Parts = { session, canAsk, pending, asides, lists: new Set(), canElicit };
  return {
    fromClient: (bytes, message) => fromClient(parts, bytes, message),
    useSession: (next) => void (parts.session = next),
    version: () => parts.session.version,
    refuse: (bytes, input, why) => refuse(parts, bytes, input, why),
    fromServer: (bytes, message) => fromServer(parts, bytes, message),
    isWaiting: () => pending.size() > 0 || parts.lists.size > 0,
    canElicit: () => parts.canElicit,
    ...endings(parts),
  };
}

type Endings = Pick<Exchange, 'giveUp' | 'detach' | 'withdraw' | 'expire' | 'close'>;

/** All ways in which a call ends without a response. */
function endings(parts: Parts): Endings {
  const { pending, asides } = parts;
  const drop = ({ ticket, id, session }: Pending, outcome: OutcomeClass, text: string): Buffer => {
    session.ended(ticket, outcome);
    return refusal(id, text);
  };
  const theOnly = (): Pending | undefined =>
    pending.size() === 1 ? pending.takeIf(() => true)[0] : undefined;
  return {
    giveUp(key, text, outcome = 'transport') {
      const lost = key === undefined ? theOnly() : pending.take(key);
      return lost && drop(lost, outcome, text(lost.ticket.tool));
    },
    detach(key) {
      const call = pending.take(key);
      call?.session.ended(call.ticket, 'detached');
      return call;
    },
    withdraw(askId) {
      const aside = asides.get(askId);
      if (asides.delete(askId)) aside?.session.ended(aside.ticket, 'cancelled');
    },
    expire: (olderThan, text) =>
      pending
        .takeIf(({ ticket }) => ticket.startedAt <= olderThan)
        .map((call) => drop(call, 'timeout', text(call.ticket.tool))),
    close(how) {
      parts.session.catchUp();
      const asked = [...asides.values()];
      asides.clear();
      return [...pending.takeIf(() => true), ...asked].map((call) =>
        drop(call, 'transport', texts.serverEnded(call.ticket.tool, how)),
      );
    },
  };
}

function fromClient(parts: Parts, bytes: Buffer, span: Span): FromClient {
  const message = readClientMessage(bytes, span);
  if (message.kind === 'invalid') return refuse(parts, bytes, span, message);
  const { envelope, value } = message;
  switch (value['method']) {
    case 'tools/call':
      return onToolCall(parts, bytes, span, message);
    case 'tools/list':
      if (envelope.id && parts.lists.size < MAX_LISTS) parts.lists.add(idKey(bytes, envelope.id));
      return AS_IT_CAME;
    case 'initialize': {
      const params = record(value['params']);
      parts.canElicit = canElicit(params['capabilities']);
      parts.session.version = text(params['protocolVersion']) || undefined;
      return AS_IT_CAME;
    }
    case 'notifications/cancelled':
      return cancelCame(parts, bytes, envelope);
    case undefined:
      return answerCame(parts, bytes, envelope);
    default:
      return AS_IT_CAME;
  }
}

/** Fails closed: a message that the proxy cannot read never reaches the server, and the audit file records it. */
function refuse(
  { session }: Parts,
  bytes: Buffer,
  { start, end }: Span,
  { code, problem, id }: InvalidMessage,
): FromClient {
  session.refusedMessage(problem, bytes.subarray(start, end));
  return {
    forward: false,
    isInvalid: true,
    toClient: errorResponse(code, texts.invalidMessage(problem), id),
  };
}

/** The client no longer waits. Only the reason it gives distinguishes a timeout from a cancellation. */
function cancelCame(parts: Parts, bytes: Buffer, { params }: Envelope): FromClient {
  const id = params && memberAt(bytes, params, 'requestId');
  const key = id && idKey(bytes, id);
  const lost = key === undefined ? undefined : parts.pending.take(key);
  if (lost) {
    const why = params && memberAt(bytes, params, 'reason');
    const reason = why && parsed(bytes, why);
    const isTimeout = typeof reason === 'string' && /tim(?:ed |e)-?out/i.test(reason.slice(0, 500));
    lost.session.ended(lost.ticket, isTimeout ? 'timeout' : 'cancelled');
    return AS_IT_CAME;
  }
  for (const [askId, aside] of parts.asides) {
    if (aside.key !== key || aside.session !== parts.session) continue;
    parts.asides.delete(askId);
    parts.session.ended(aside.ticket, 'cancelled');
    // The server never received this call.
    return { forward: false, settles: askId };
  }
  return AS_IT_CAME;
}

/** A response of the client: to a question of the server, or to one of the proxy, which the server must not see. */
function answerCame(parts: Parts, bytes: Buffer, { id, result }: Envelope): FromClient {
  const askId = id && parts.asides.size > 0 ? parsed(bytes, id) : undefined;
  const aside = typeof askId === 'string' ? parts.asides.get(askId) : undefined;
  if (!aside || typeof askId !== 'string') return AS_IT_CAME;
  parts.asides.delete(askId);
  return { ...settle(parts, aside, result && parsed(bytes, result)), settles: askId };
}

function fromServer(parts: Parts, bytes: Buffer, message: Span): FromServer {
  const { pending, lists } = parts;
  if (lists.size > 0) learnTools(parts, bytes, message);
  if (pending.size() === 0) return UNTOUCHED;
  const answer = readAnswer(bytes, message);
  const call = answer && pending.take(answer.key);
  return call ? answered(call, answer, { bytes, message }) : UNTOUCHED;
}

const MAX_LISTS = 100;

/** Advice can go into a tool's structured result only if the tool's schema is known. */
function learnTools({ lists, session }: Parts, bytes: Buffer, message: Span): void {
  const { id, method, result } = readEnvelope(bytes, message) ?? {};
  if (!id || method !== undefined || !lists.delete(idKey(bytes, id))) return;
  if (result) session.schemas.learn(parsed(bytes, result));
}

/** A response of the server. */
interface Answer {
  readonly key: IdKey;
  readonly outcome: OutcomeClass;
  /** The content that detection compares. */
  readonly read: () => unknown;
  readonly sample: () => number | undefined;
  readonly isLarge: boolean;
}

/** A message with a method is a request of the server, whatever its id. */
function readAnswer(bytes: Buffer, message: Span): Answer | undefined {
  const { id, method, result, error } = readEnvelope(bytes, message) ?? {};
  if (!id || method !== undefined) return undefined;
  const body = result ?? error;
  const outcome = result ? classOfResult(bytes, result) : error ? classOfError(bytes, error) : 'rpc-error';
  return {
    key: idKey(bytes, id),
    outcome,
    read: () => body && contentOf(bytes, body),
    sample: () => body && sampleOfBytes(bytes, body.start, body.end),
    isLarge: message.end - message.start > LARGE,
  };
}

function answered(
  { session, ticket }: Pending,
  { outcome, read, sample, isLarge }: Answer,
  { bytes, message }: { readonly bytes: Buffer; readonly message: Span },
): FromServer {
  session.ended(ticket, outcome);
  if (outcome === 'input-required' || outcome === 'task') return UNTOUCHED;
  const isError = outcome !== 'ok';
  // A large message is not kept in memory until later.
  if (!ticket.isHeld && isLarge) return { then: () => void session.observed(ticket, read(), isError) };
  if (!ticket.isHeld)
    return { then: () => session.observedLater(ticket, { read, isError, sample: sample() }) };
  const text = session.observed(ticket, read(), isError);
  if (text === '') return UNTOUCHED;
  const result = memberAt(bytes, message, 'result');
  const edited = result && withText(bytes, message, result, text, session.schemas.placeFor(ticket.tool));
  if (edited) return { edited };
  session.owe(text);
  return UNTOUCHED;
}

/**
 * The messages between one client and one server, one at a time, as bytes. What is not a tool call or the answer to one
 * goes on as it came. Nothing here knows how messages are framed or carried.
 */
import { canElicit, isRecord } from './ask.js';
import { AS_IT_CAME, type Aside, callCame, callIn, type FromClient, type Parts, settle } from './call-in.js';
import { type Envelope, idKey, type IdKey, readEnvelope } from './envelope.js';
import { memberAt, parsed, type Span } from './json-bytes.js';
import { refusal } from './message.js';
import { type Pending, type PendingCalls, pendingCalls } from './pending.js';
import { sampleOfBytes } from '../recent.js';
import type { RelaySession, Ticket } from './relay-session.js';
import { classOfError, classOfResult, contentOf, type OutcomeClass, withText } from './result.js';
import * as words from './words.js';

export interface FromServer {
  /** Goes on instead of what came. */
  readonly edited?: Buffer;
  /** To be done when the message is on its way. */
  readonly then?: () => void;
}

export interface Exchange {
  fromClient(bytes: Buffer, message: Span): FromClient;
  fromServer(bytes: Buffer, message: Span): FromServer;
  /** Is anything from the server waited for? If not, it need not be looked at. */
  isWaiting(): boolean;
  /** The server's answer to this id, or to the only call there is, cannot be had: the client gets this instead. */
  giveUp(key: IdKey | undefined, text: (tool: string) => string, outcome?: OutcomeClass): Buffer | undefined;
  /** Can the client ask a person, as far as it has said? */
  canElicit(): boolean;
  /** The connection of this call ended first; whoever takes it from here may yet see its answer. */
  detach(key: IdKey): Pending | undefined;
  /** Nobody waits for the answer to this question any more. */
  withdraw(askId: string): void;
  /** Answers for calls that wait for longer than this. */
  expire(olderThan: number, text: (tool: string) => string): readonly Buffer[];
  /** The server is gone: answers for everything that still waits. */
  close(how: string): readonly Buffer[];
}

const UNTOUCHED: FromServer = {};
const LARGE = 1 << 16;
export interface ExchangeOptions {
  /** Can a request of ours reach the client and its answer come back? */
  readonly canAsk: boolean;
  /** Questions that wait for an answer, where several exchanges share them. */
  readonly asides?: Map<string, Aside>;
  /** What the client said it can do, where it said so elsewhere. */
  readonly canElicit?: boolean;
  /** Calls that wait already. */
  readonly pending?: PendingCalls;
}

export function createExchange(
  session: RelaySession,
  { canAsk, asides = new Map(), canElicit = false, pending = pendingCalls() }: ExchangeOptions,
): Exchange {
  const parts: Parts = { session, canAsk, pending, asides, canElicit };
  return {
    fromClient: (bytes, message) => fromClient(parts, bytes, message),
    fromServer: (bytes, message) => fromServer(parts, bytes, message),
    isWaiting: () => pending.size() > 0,
    canElicit: () => parts.canElicit,
    ...endings(parts),
  };
}

type Endings = Pick<Exchange, 'giveUp' | 'detach' | 'withdraw' | 'expire' | 'close'>;

/** All the ways in which a call ends without its answer. */
function endings({ session, pending, asides }: Parts): Endings {
  const drop = ({ ticket, id }: Pending, outcome: OutcomeClass, text: string): Buffer => {
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
      if (call) session.ended(call.ticket, 'detached');
      return call;
    },
    withdraw(askId) {
      const aside = asides.get(askId);
      if (asides.delete(askId) && aside) session.ended(aside.ticket, 'cancelled');
    },
    expire: (olderThan, text) =>
      pending
        .takeIf(({ ticket }) => ticket.startedAt <= olderThan)
        .map((call) => drop(call, 'timeout', text(call.ticket.tool))),
    close(how) {
      session.catchUp();
      const asked = [...asides.values()];
      asides.clear();
      return [...pending.takeIf(() => true), ...asked].map((call) =>
        drop(call, 'transport', words.serverEnded(call.ticket.tool, how)),
      );
    },
  };
}

function fromClient(parts: Parts, bytes: Buffer, message: Span): FromClient {
  const envelope = readEnvelope(bytes, message);
  if (!envelope) return AS_IT_CAME;
  switch (envelope.method) {
    case 'tools/call':
      return callCame(parts, bytes, message, callIn(bytes, envelope));
    case 'initialize': {
      const params = envelope.params && parsed(bytes, envelope.params);
      parts.canElicit = isRecord(params) && canElicit(params['capabilities']);
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

/** The client no longer waits. What it says of why is all that tells a time-out from a change of mind. */
function cancelCame(parts: Parts, bytes: Buffer, { params }: Envelope): FromClient {
  const id = params && memberAt(bytes, params, 'requestId');
  const key = id && idKey(bytes, id);
  const lost = key === undefined ? undefined : parts.pending.take(key);
  if (lost) {
    const why = params && memberAt(bytes, params, 'reason');
    const reason = why && parsed(bytes, why);
    const isTimeout = typeof reason === 'string' && /tim(?:ed |e)-?out/i.test(reason.slice(0, 500));
    parts.session.ended(lost.ticket, isTimeout ? 'timeout' : 'cancelled');
    return AS_IT_CAME;
  }
  for (const [askId, aside] of parts.asides) {
    if (aside.key !== key || aside.session !== parts.session) continue;
    parts.asides.delete(askId);
    parts.session.ended(aside.ticket, 'cancelled');
    // The server has never heard of this call.
    return { forward: false, settles: askId };
  }
  return AS_IT_CAME;
}

/** An answer of the client: to a question of the server, or to one of ours, which the server must not see. */
function answerCame(parts: Parts, bytes: Buffer, { id, result }: Envelope): FromClient {
  const askId = id && parts.asides.size > 0 ? parsed(bytes, id) : undefined;
  const aside = typeof askId === 'string' ? parts.asides.get(askId) : undefined;
  if (!aside || typeof askId !== 'string') return AS_IT_CAME;
  parts.asides.delete(askId);
  return { ...settle(parts, aside, result && parsed(bytes, result)), settles: askId };
}

function fromServer({ pending, session }: Parts, bytes: Buffer, message: Span): FromServer {
  if (pending.size() === 0) return UNTOUCHED;
  const answer = readAnswer(bytes, message);
  const call = answer && pending.take(answer.key);
  return call ? answered(session, call.ticket, answer, { bytes, message }) : UNTOUCHED;
}

/** An answer of the server, however it was read. */
interface Answer {
  readonly key: IdKey;
  readonly outcome: OutcomeClass;
  /** What the detectors compare. */
  readonly read: () => unknown;
  readonly sample: () => number | undefined;
  readonly isLarge: boolean;
}

/** With a method it is a question of the server's own, whatever its id. */
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
  session: RelaySession,
  ticket: Ticket,
  { outcome, read, sample, isLarge }: Answer,
  { bytes, message }: { readonly bytes: Buffer; readonly message: Span },
): FromServer {
  session.ended(ticket, outcome);
  if (outcome === 'input-required' || outcome === 'task') return UNTOUCHED;
  const isError = outcome !== 'ok';
  // What is large is not kept until later.
  if (!ticket.isHeld && isLarge) return { then: () => void session.observed(ticket, read(), isError) };
  if (!ticket.isHeld)
    return { then: () => session.observedLater(ticket, { read, isError, sample: sample() }) };
  const text = session.observed(ticket, read(), isError);
  if (text === '') return UNTOUCHED;
  const result = memberAt(bytes, message, 'result');
  const edited = result && withText(bytes, message, result, text);
  if (edited) return { edited };
  session.owe(text);
  return UNTOUCHED;
}

/** Handles a message from the server: learns about its tools, and records and edits the results of calls. */
import { sampleOfBytes } from '../../../shared/recent-fingerprints.js';
import { idKey, type IdKey, readEnvelope } from '../../wire/envelope.js';
import { memberAt, parsed, type Span } from '../../wire/json-bytes.js';
import { classOfError, classOfResult, contentOf, type OutcomeClass, withText } from '../../wire/result.js';
import type { Pending } from './pending-calls.js';
import type { ExchangeState } from './tool-call.js';

export interface FromServer {
  /** Replaces the message. */
  readonly edited?: Buffer | undefined;
  /** Work for after the message is sent. */
  readonly then?: () => void;
}

const UNTOUCHED: FromServer = {};
/** Bytes. */
const LARGE = 1 << 16;

export function fromServer(parts: ExchangeState, bytes: Buffer, message: Span): FromServer {
  const { pending, lists } = parts;
  if (lists.size > 0) learnTools(parts, bytes, message);
  if (pending.size() === 0) return UNTOUCHED;
  const answer = readServerResult(bytes, message);
  const call = answer && pending.take(answer.key);
  return call ? onServerResult(call, answer) : UNTOUCHED;
}

/** Advice can go into a tool's structured result only if the tool's schema is known. */
function learnTools({ lists, session }: ExchangeState, bytes: Buffer, message: Span): void {
  const { id, method, result } = readEnvelope(bytes, message) ?? {};
  if (!id || method !== undefined || !lists.delete(idKey(bytes, id))) return;
  if (result) session.schemas.learn(parsed(bytes, result));
}

/** A response of the server: its result, or its error. */
interface ServerResult {
  readonly bytes: Buffer;
  readonly message: Span;
  readonly key: IdKey;
  readonly result: Span | undefined;
  readonly error: Span | undefined;
}

/** A message with a method is a request of the server, whatever its id. */
function readServerResult(bytes: Buffer, message: Span): ServerResult | undefined {
  const { id, method, result, error } = readEnvelope(bytes, message) ?? {};
  if (!id || method !== undefined) return undefined;
  return { bytes, message, key: idKey(bytes, id), result, error };
}

function onServerResult(call: Pending, answer: ServerResult): FromServer {
  const { session, ticket } = call;
  // An audit records the outcome before the client sees the result. Nobody else needs it that early.
  if (!ticket.isHeld && !session.isStrict) return { then: () => observe(call, answer, end(call, answer)) };
  const outcome = end(call, answer);
  return ticket.isHeld
    ? { edited: editResult(call, answer, outcome) }
    : { then: () => observe(call, answer, outcome) };
}

function end({ session, ticket }: Pending, { bytes, result, error }: ServerResult): OutcomeClass {
  const outcome = result ? classOfResult(bytes, result) : error ? classOfError(bytes, error) : 'rpc-error';
  session.ended(ticket, outcome);
  return outcome;
}

/** Whether the call goes on, so that this is not its result. */
function isOpen(outcome: OutcomeClass): boolean {
  return outcome === 'input-required' || outcome === 'task';
}

/** The client has the result, so there is time for detection. */
function observe({ session, ticket }: Pending, answer: ServerResult, outcome: OutcomeClass): void {
  if (isOpen(outcome)) return;
  const { bytes, message, result, error } = answer;
  const isError = outcome !== 'ok';
  // A large message is not kept in memory until later.
  if (message.end - message.start > LARGE) {
    session.observed(ticket, contentIn(answer), isError);
    return;
  }
  const body = result ?? error;
  const sample = body && sampleOfBytes(bytes, body.start, body.end);
  session.observedLater(ticket, { read: () => contentIn(answer), isError, sample });
}

/** Detection decides before the client gets the result. Returns the message with the text that detection adds. */
function editResult(
  { session, ticket }: Pending,
  answer: ServerResult,
  outcome: OutcomeClass,
): Buffer | undefined {
  if (isOpen(outcome)) return undefined;
  const text = session.observed(ticket, contentIn(answer), outcome !== 'ok');
  if (text === '') return undefined;
  const { bytes, message } = answer;
  const result = memberAt(bytes, message, 'result');
  const edited = result && withText(bytes, message, result, text, session.schemas.placeFor(ticket.tool));
  if (!edited) session.queueText(text);
  return edited;
}

/** The content that detection compares. */
function contentIn({ bytes, result, error }: ServerResult): unknown {
  const body = result ?? error;
  return body && contentOf(bytes, body);
}

/** Handles a message from the server: learns about its tools, and records and edits the results of calls. */
import { sampleOfBytes } from '../../../shared/recent-fingerprints.js';
import { idKey, type IdKey, readEnvelope } from '../../wire/envelope.js';
import { memberAt, parsed, type Span } from '../../wire/json-bytes.js';
import { classOfError, classOfResult, contentOf, type OutcomeClass, withText } from '../../wire/result.js';
import type { Pending } from './pending-calls.js';
import type { ExchangeState } from './tool-call.js';

export interface FromServer {
  /** Replaces the message. */
  readonly edited?: Buffer;
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
  return call ? onServerResult(call, answer, { bytes, message }) : UNTOUCHED;
}

/** Advice can go into a tool's structured result only if the tool's schema is known. */
function learnTools({ lists, session }: ExchangeState, bytes: Buffer, message: Span): void {
  const { id, method, result } = readEnvelope(bytes, message) ?? {};
  if (!id || method !== undefined || !lists.delete(idKey(bytes, id))) return;
  if (result) session.schemas.learn(parsed(bytes, result));
}

/** A response of the server. */
interface ServerResult {
  readonly key: IdKey;
  readonly outcome: OutcomeClass;
  /** The content that detection compares. */
  readonly read: () => unknown;
  readonly sample: () => number | undefined;
  readonly isLarge: boolean;
}

/** A message with a method is a request of the server, whatever its id. */
function readServerResult(bytes: Buffer, message: Span): ServerResult | undefined {
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

function onServerResult(
  { session, ticket }: Pending,
  { outcome, read, sample, isLarge }: ServerResult,
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
  session.queueText(text);
  return UNTOUCHED;
}

/** What becomes of a tool call when it comes from the client. */
import {
  answerIn,
  askRequest,
  askResult,
  askWayOf,
  isAgreed,
  isRecord,
  newAskId,
  withoutAnswer,
} from './ask.js';
import { type Envelope, idKey, type IdKey, idToken } from './envelope.js';
import { parsed, type Span } from './json-bytes.js';
import { refusal } from './message.js';
import type { PendingCalls } from './pending.js';
import { redactArgs } from './redact-args.js';
import type { RelaySession, Settled, Ticket } from './relay-session.js';
import * as words from './words.js';

export interface FromClient {
  /** To the server: the message as it came, another one, or none. */
  readonly forward: boolean | Buffer;
  /** A whole line for the client. */
  readonly toClient?: Buffer;
  /** The key of the call that was forwarded. */
  readonly call?: IdKey;
  /** To be done when it is on its way. */
  readonly then?: () => void;
  /** The question that goes to the client in a request of its own, and the one that is done with now. */
  readonly asks?: string;
  readonly settles?: string;
}

export const AS_IT_CAME: FromClient = { forward: true };

const MAX_PENDING = 10_000;
const MAX_ASIDES = 1000;

interface Request {
  readonly message: Buffer;
  /** It is not, or no longer, the message that came. */
  readonly isChanged: boolean;
  /** The client's id as it wrote it, and what makes it equal to others. */
  readonly id: string;
  readonly key: IdKey;
}

/** A call that waits for a person. */
export interface Aside extends Request {
  readonly ticket: Ticket;
  readonly session: RelaySession;
}

/** What an exchange remembers. */
export interface Parts {
  readonly session: RelaySession;
  /** Can a request of ours reach the client and its answer come back? */
  readonly canAsk: boolean;
  readonly pending: PendingCalls;
  readonly asides: Map<string, Aside>;
  /** Learned from `initialize`. */
  canElicit: boolean;
}

/** A call as it came, however it was read. */
export interface CallIn {
  readonly id: string;
  readonly key: IdKey;
  readonly params: unknown;
}

/** The parts of a call that was not read as a whole. */
export function callIn(bytes: Buffer, { id, params }: Envelope): CallIn | undefined {
  return id && { id: idToken(bytes, id), key: idKey(bytes, id), params: params && parsed(bytes, params) };
}

export function callCame(parts: Parts, bytes: Buffer, message: Span, call: CallIn | undefined): FromClient {
  // A call without an id is a notification: nobody waits for its result, and no server has to heed it.
  if (!call) return { forward: false };
  const { id, key, params } = call;
  if (!isRecord(params) || typeof params['name'] !== 'string')
    return { forward: false, toClient: refusal(id, words.unreadable()) };
  if (parts.pending.size() >= MAX_PENDING)
    return { forward: false, toClient: refusal(id, words.tooManyOpen(MAX_PENDING)) };
  const state = params['requestState'];
  const aside = typeof state === 'string' ? parts.asides.get(state) : undefined;
  if (aside && typeof state === 'string') {
    parts.asides.delete(state);
    const own = { message: withoutAnswer(bytes, message), isChanged: true, id, key };
    return isSameCall(aside.ticket, params)
      ? settle(parts, { ...own, ticket: aside.ticket, session: parts.session }, answerIn(params))
      : judge(parts, own, params, false);
  }
  const isResend = params['inputResponses'] !== undefined || state !== undefined;
  const own = { message: bytes.subarray(message.start, message.end), isChanged: false, id, key };
  return judge(parts, own, params, isResend);
}

function isSameCall({ tool, args }: Ticket, params: Readonly<Record<string, unknown>>): boolean {
  return tool === params['name'] && JSON.stringify(args) === JSON.stringify(params['arguments']);
}

function judge(
  parts: Parts,
  own: Request,
  params: Readonly<Record<string, unknown>>,
  isResend: boolean,
): FromClient {
  const admission = parts.session.admit({
    tool: params['name'] as string,
    args: params['arguments'],
    isResend,
  });
  if (admission.kind !== 'ask') return carryOut(parts, own, admission);
  const { ticket } = admission;
  const way = askWayOf(params) ?? (parts.canElicit && parts.canAsk ? 'request' : 'none');
  if (way !== 'none' && parts.asides.size < MAX_ASIDES)
    return ask(parts, { ...own, ticket, session: parts.session }, way);
  parts.session.declined(ticket, 'policy');
  return { forward: false, toClient: refusal(own.id, words.nobodyToAsk(ticket.tool, ticket.rule)) };
}

function ask(parts: Parts, aside: Aside, way: 'request' | 'result'): FromClient {
  const { ticket, id } = aside;
  const askId = newAskId();
  // A copy: the bytes belong to a buffer that is used again. It goes out later, so it is no longer what came.
  parts.asides.set(askId, { ...aside, message: Buffer.from(aside.message), isChanged: true });
  const shown = JSON.stringify(redactArgs(ticket.args) ?? {});
  const question = words.question(ticket.tool, parts.session.server, shown, ticket.rule);
  return way === 'request'
    ? { forward: false, toClient: askRequest(askId, question), asks: askId }
    : { forward: false, toClient: askResult(id, askId, question) };
}

/** The person answered. */
export function settle(parts: Parts, aside: Aside, answer: unknown): FromClient {
  const { ticket, id } = aside;
  if (isAgreed(answer)) return carryOut(parts, aside, parts.session.agreed(ticket));
  parts.session.declined(ticket, 'person');
  return { forward: false, toClient: refusal(id, words.deniedByPerson(ticket.tool)) };
}

function carryOut(parts: Parts, { id, key, message, isChanged }: Request, settled: Settled): FromClient {
  if (settled.kind === 'refuse') return { forward: false, toClient: refusal(id, settled.text) };
  parts.pending.add(key, { id, ticket: settled.ticket });
  const then = (): void => parts.session.forwarded(settled.ticket);
  return { forward: isChanged ? message : true, call: key, then };
}

/** Handles a tool call from the client. */
import {
  answerIn,
  askRequest,
  askResult,
  askWayOf,
  isAgreed,
  newAskId,
  withoutAnswer,
} from './elicitation.js';
import type { Json } from '../../../shared/json.js';
import type { ClientMessage } from '../../wire/client-message.js';
import type { IdKey } from '../../wire/envelope.js';
import type { Span } from '../../wire/json-bytes.js';
import { refusal } from '../../wire/responses.js';
import { escapeUnusual, plainForm } from '../../wire/structure.js';
import type { PendingCalls } from './pending-calls.js';
import { redactArgs } from '../../audit/redact-args.js';
import type { CallRelay, Settled, Ticket } from '../relay-types.js';
import * as texts from '../refusal-texts.js';

export interface FromClient {
  /** Forward to the server: the original message, this replacement, or nothing. */
  readonly forward: boolean | Buffer;
  /** The message was invalid. */
  readonly isInvalid?: true;
  /** A whole line for the client. */
  readonly toClient?: Buffer;
  /** The key of the call that was forwarded. */
  readonly call?: IdKey;
  /** Work for after the message is sent. */
  readonly then?: () => void;
  /** The id of the question that is sent to the client, and of the one that is settled. */
  readonly asks?: string;
  readonly settles?: string;
}

export const AS_IT_CAME: FromClient = { forward: true };

const MAX_PENDING = 10_000;
const MAX_APPROVALS = 1000;

interface Request {
  /** The message for the server. */
  readonly message: string;
  /** True if the message differs from the client's bytes. */
  readonly isChanged: boolean;
  /** The client's id as written, and its comparison key. */
  readonly id: string;
  readonly key: IdKey;
}

/** A call that waits for a person. */
export interface PendingApproval extends Request {
  readonly ticket: Ticket;
  readonly session: CallRelay;
}

/** The state of an exchange. */
export interface ExchangeState {
  /** The session of the client whose messages arrive now. */
  session: CallRelay;
  /** Whether a request of the proxy can reach the client and its response can come back. */
  readonly canAsk: boolean;
  readonly pending: PendingCalls;
  readonly approvals: Map<string, PendingApproval>;
  /** Ids of open `tools/list` requests. */
  readonly lists: Set<IdKey>;
  /** Learned from `initialize`. */
  canElicit: boolean;
}

export function onToolCall(
  parts: ExchangeState,
  bytes: Buffer,
  span: Span,
  { id: written, value, text, isUsual }: ClientMessage,
): FromClient {
  const params = value['params'] as Json;
  if (!written) {
    // A call without an id is a notification. It gets no result, and servers may ignore it.
    parts.session.refusedMessage('a call without an id', bytes.subarray(span.start, span.end));
    return { forward: false };
  }
  const { token: id, key } = written;
  if (parts.pending.size() >= MAX_PENDING)
    return { forward: false, toClient: refusal(id, texts.tooManyOpen(MAX_PENDING)) };
  const plain = !parts.session.isStrict ? text : isUsual ? escapeUnusual(text) : plainForm(text);
  const own = { message: plain, isChanged: plain !== text, id, key };
  const state = params['requestState'];
  const approval = typeof state === 'string' ? parts.approvals.get(state) : undefined;
  if (!approval || typeof state !== 'string')
    return admit(parts, own, params, params['inputResponses'] !== undefined || state !== undefined);
  parts.approvals.delete(state);
  const answered = { ...own, message: withoutAnswer(plain), isChanged: true };
  return isSameCall(approval.ticket, params)
    ? settle(parts, { ...answered, ticket: approval.ticket, session: parts.session }, answerIn(params))
    : admit(parts, answered, params, false);
}

function isSameCall({ tool, args }: Ticket, params: Readonly<Record<string, unknown>>): boolean {
  return tool === params['name'] && JSON.stringify(args) === JSON.stringify(params['arguments']);
}

function admit(
  parts: ExchangeState,
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
  if (way !== 'none' && parts.approvals.size < MAX_APPROVALS)
    return ask(parts, { ...own, ticket, session: parts.session }, way);
  parts.session.declined(ticket, 'policy');
  return { forward: false, toClient: refusal(own.id, texts.nobodyToAsk(ticket.tool, ticket.rule)) };
}

function ask(parts: ExchangeState, approval: PendingApproval, way: 'request' | 'result'): FromClient {
  const { ticket, id } = approval;
  const askId = newAskId();
  // The bytes of the client will be gone when the call is sent, so it counts as changed.
  parts.approvals.set(askId, { ...approval, isChanged: true });
  const shown = JSON.stringify(redactArgs(ticket.args) ?? {});
  const question = texts.question(ticket.tool, parts.session.server, shown, ticket.rule);
  return way === 'request'
    ? { forward: false, toClient: askRequest(askId, question), asks: askId }
    : { forward: false, toClient: askResult(id, askId, question) };
}

/** The person answered. */
export function settle(parts: ExchangeState, approval: PendingApproval, answer: unknown): FromClient {
  const { ticket, id } = approval;
  if (isAgreed(answer)) return carryOut(parts, approval, parts.session.agreed(ticket));
  parts.session.declined(ticket, 'person');
  return { forward: false, toClient: refusal(id, texts.deniedByPerson(ticket.tool)) };
}

function carryOut(
  parts: ExchangeState,
  { id, key, message, isChanged }: Request,
  settled: Settled,
): FromClient {
  if (settled.kind === 'refuse') return { forward: false, toClient: refusal(id, settled.text) };
  parts.pending.add(key, { id, ticket: settled.ticket, session: parts.session });
  const then = (): void => parts.session.forwarded(settled.ticket);
  return { forward: isChanged ? Buffer.from(message, 'utf8') : true, call: key, then };
}

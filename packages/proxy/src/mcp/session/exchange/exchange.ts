/**
 * Processes the messages between one client and one server, one at a time, as bytes. Forwards everything except tool
 * calls and their results unchanged. Independent of framing and transport.
 */
import { type Json, record, text } from '../../../shared/json.js';
import { canElicit } from './elicitation.js';
import {
  AS_IT_CAME,
  type PendingApproval,
  type FromClient,
  onToolCall,
  type ExchangeState,
  settle,
} from './tool-call.js';
import { idKey, type IdKey, readEnvelope } from '../../wire/envelope.js';
import { memberAt, parsed, type Span } from '../../wire/json-bytes.js';
import { type InvalidMessage, readClientMessage } from '../../wire/client-message.js';
import { errorResponse, refusal } from '../../wire/responses.js';
import { type Pending, type PendingCalls, pendingCalls } from './pending-calls.js';
import type { CallRelay } from '../relay-types.js';
import type { OutcomeClass } from '../../wire/result.js';
import { fromServer, type FromServer } from './server-message.js';
import * as texts from '../refusal-texts.js';

const MAX_LISTS = 100;

export interface Exchange {
  /** Handles one message. An invalid message is answered with an error and not forwarded. */
  fromClient(bytes: Buffer, message: Span): FromClient;
  /** Assigns later client messages to this session. Open calls keep theirs. */
  useSession(session: CallRelay): void;
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

export interface ExchangeOptions {
  /** Whether a request of the proxy can reach the client and its response can come back. */
  readonly canAsk: boolean;
  /** Calls that wait for a person, if several exchanges share them. */
  readonly approvals?: Map<string, PendingApproval>;
  /** The client's capability, if it was declared on another connection. */
  readonly canElicit?: boolean;
  /** Calls that are already open. */
  readonly pending?: PendingCalls;
}

export function createExchange(
  session: CallRelay,
  { canAsk, approvals = new Map(), canElicit = false, pending = pendingCalls() }: ExchangeOptions,
): Exchange {
  const parts: ExchangeState = { session, canAsk, pending, approvals, lists: new Set(), canElicit };
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
function endings(parts: ExchangeState): Endings {
  const { pending, approvals } = parts;
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
      const approval = approvals.get(askId);
      if (approvals.delete(askId)) approval?.session.ended(approval.ticket, 'cancelled');
    },
    expire: (olderThan, text) =>
      pending
        .takeIf(({ ticket }) => ticket.startedAt <= olderThan)
        .map((call) => drop(call, 'timeout', text(call.ticket.tool))),
    close(how) {
      parts.session.catchUp();
      const asked = [...approvals.values()];
      approvals.clear();
      return [...pending.takeIf(() => true), ...asked].map((call) =>
        drop(call, 'transport', texts.serverEnded(call.ticket.tool, how)),
      );
    },
  };
}

function fromClient(parts: ExchangeState, bytes: Buffer, span: Span): FromClient {
  const message = readClientMessage(bytes, span);
  if (message.kind === 'invalid') return refuse(parts, bytes, span, message);
  const { id, value } = message;
  switch (value['method']) {
    case 'tools/call':
      return onToolCall(parts, bytes, span, message);
    case 'tools/list':
      if (id && parts.lists.size < MAX_LISTS) parts.lists.add(id.key);
      return AS_IT_CAME;
    case 'initialize': {
      const params = record(value['params']);
      parts.canElicit = canElicit(params['capabilities']);
      parts.session.version = text(params['protocolVersion']) || undefined;
      return AS_IT_CAME;
    }
    case 'notifications/cancelled':
      return onCancel(parts, bytes, span);
    case undefined:
      return onClientResponse(parts, value);
    default:
      return AS_IT_CAME;
  }
}

/** Fails closed: a message that the proxy cannot read never reaches the server, and the audit file records it. */
function refuse(
  { session }: ExchangeState,
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
function onCancel(parts: ExchangeState, bytes: Buffer, span: Span): FromClient {
  const params = readEnvelope(bytes, span)?.params;
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
  for (const [askId, approval] of parts.approvals) {
    if (approval.key !== key || approval.session !== parts.session) continue;
    parts.approvals.delete(askId);
    parts.session.ended(approval.ticket, 'cancelled');
    // The server never received this call.
    return { forward: false, settles: askId };
  }
  return AS_IT_CAME;
}

/** A response of the client: to a question of the server, or to one of the proxy, which the server must not see. */
function onClientResponse(parts: ExchangeState, { id: askId, result }: Json): FromClient {
  const approval = typeof askId === 'string' ? parts.approvals.get(askId) : undefined;
  if (!approval || typeof askId !== 'string') return AS_IT_CAME;
  parts.approvals.delete(askId);
  return { ...settle(parts, approval, result), settles: askId };
}

/** Decides what happens to a request: the proxy forwards it unchanged, forwards it edited, or answers it. */
import { type Act, rungAtLeast } from '@rutbreak/core';
import type { ActionOutcome } from '../../shared/carry-out.js';
import type { PersonOrder } from '../../gateway-client/link.js';
import type { Json } from '../../shared/json.js';
import type { Entry } from '../protocols/history-entry.js';
import type { Protocol, RequestFacts } from '../protocols/protocol.js';
import { actOnDecision } from './act-on-decision.js';
import { canDeferDetection } from './defer-detection.js';
import { addNote, noteText, withNotes } from './notes.js';
import { LOOP_DETECTED } from './replay-history.js';
import { withReset } from './reset-history.js';
import {
  type IncomingRequest,
  type Planning,
  type AssignedRequest,
  assignRequest,
} from './assign-request.js';
import type { Conversation } from './identity/conversations.js';

export interface Plan {
  readonly conversation: Conversation;
  readonly scope: string;
  /** The body to send instead of the client's. */
  readonly edited?: Json;
  /** The decision, if the proxy tells the model about it or answers instead of the model. */
  readonly decision?: Act;
  /** The outcomes of the decision's actions. */
  readonly actions?: readonly ActionOutcome[];
  /** A person paused or stopped the session. */
  readonly order?: PersonOrder;
  /** The proxy's own answer. The request does not reach the upstream. */
  readonly answer?: OwnAnswer;
}

export interface OwnAnswer {
  readonly text: string;
  readonly status: string;
}

export function planRequest(incoming: IncomingRequest, planning: Planning): Plan {
  const assigned = assignRequest(incoming, planning, planning.settings.clock());
  const { conversation, scope, history, fresh, decide } = assigned;
  const entries = fresh.flatMap((i) => history[i]?.entry ?? []);
  const order = planning.settings.gateway?.order(conversation.session.id);
  const isQuiet = canDeferDetection(conversation, entries);
  addPersonMessages(assigned, planning);
  if (isQuiet && !order && conversation.notes.length === 0 && maySendFirst(planning)) {
    conversation.pendingDetection = () => (conversation.lateDecision = decide());
    return { conversation, scope, ...(assigned.body !== incoming.body && { edited: assigned.body }) };
  }
  const { body, ...plan } = order
    ? { body: assigned.body, ...heldByPerson(assigned, order) }
    : planFor(assigned, incoming.protocol, planning);
  return { conversation, scope, ...plan, ...(body !== incoming.body && { edited: body }) };
}

/** Facts known from the previous request on the same connection. */
export interface PreviousRequest {
  readonly protocol: Protocol;
  readonly facts: RequestFacts;
  readonly header: string | undefined;
  readonly conversation: Conversation;
  readonly scope: string;
}

/**
 * Like `planRequest`, for a request that only adds entries to the previous one. If they look harmless, the proxy
 * forwards the request before parsing the rest; `read` parses it later.
 */
export function planContinuation(
  { conversation, scope, protocol, facts, header }: PreviousRequest,
  added: readonly Entry[],
  read: () => Json,
  planning: Planning,
): Plan | undefined {
  const { clock, gateway } = planning.settings;
  const isKnown = conversation.pendingDetection === undefined && facts.previous === undefined;
  if (!isKnown || gateway || !maySendFirst(planning) || !canDeferDetection(conversation, added))
    return undefined;
  const at = clock();
  conversation.pendingDetection = () => {
    const assigned = assignRequest({ protocol, facts, header, body: read() }, planning, at, conversation);
    assigned.conversation.lateDecision = assigned.decide();
  };
  return { conversation, scope };
}

/** With a budget, detection runs first, so that no request exceeds the budget. */
const maySendFirst = ({ settings }: Planning): boolean => settings.guard.budgets === undefined;

type PlanParts = Pick<Plan, 'decision' | 'actions' | 'order' | 'answer'>;

function planFor(
  assigned: AssignedRequest,
  protocol: Protocol,
  { settings }: Planning,
): PlanParts & { readonly body: Json } {
  const { conversation, body, history, fresh, decide } = assigned;
  const isUserTurn = fresh.some((i) => history[i]?.entry.kind === 'user');
  const late = isUserTurn ? undefined : conversation.lateDecision;
  conversation.lateDecision = undefined;
  const decision = stronger(late, decide());
  const blocked = isAnswered(decision) ? decision : standingBlock(assigned, isUserTurn, settings.clock());
  conversation.blocked = blocked;
  const acting = { assigned, protocol, host: settings.host };
  if (blocked) {
    if (blocked === decision) conversation.blockedAt = settings.clock();
    const actions = blocked === decision ? actOnDecision(blocked, { ...acting, isAnswered: true }) : [];
    const status = blocked.status ?? LOOP_DETECTED;
    const answer = { text: rememberAnswer(conversation, answerText(blocked, status)), status };
    settings.gateway?.report?.(conversation.session.id, actions);
    return { body, decision: blocked, actions, answer };
  }
  const isTold = !addPendingNote(conversation, assigned) && hasText(decision);
  const actions = isTold ? actOnDecision(decision, { ...acting, isAnswered: false }) : [];
  settings.gateway?.report?.(conversation.session.id, actions);
  return { body: editedBody(assigned, protocol), ...(isTold && { decision, actions }) };
}

/** The body with all of the proxy's edits to this conversation. */
function editedBody({ conversation, body, own }: AssignedRequest, protocol: Protocol): Json {
  const noted = withNotes(body, conversation.notes, own, protocol.edit);
  const reset = conversation.reset && withReset(noted, protocol, conversation.reset);
  if (!reset) conversation.reset = undefined;
  const edited = reset ?? noted;
  return conversation.model === undefined ? edited : { ...edited, model: conversation.model };
}

function stronger(a: Act | undefined, b: Act | undefined): Act | undefined {
  return a && b && !rungAtLeast(b.rung, a.rung) ? a : (b ?? a);
}

function isAnswered(decision: Act | undefined): decision is Act {
  return decision !== undefined && rungAtLeast(decision.rung, 'block');
}

function hasText(decision: Act | undefined): decision is Act {
  return decision !== undefined && rungAtLeast(decision.rung, 'nudge') && decision.text !== '';
}

/** Milliseconds. Core's blocks expire after the same time. */
const BLOCK_LIFETIME = 15 * 60_000;

/**
 * A retry without new entries gets the same answer again. A person lifts the block, and so does the result of a call
 * that detection accepts: a block applies to the calls of a loop, not to every later call.
 */
function standingBlock(
  { conversation, history, fresh }: AssignedRequest,
  isUserTurn: boolean,
  now: number,
): Act | undefined {
  const { blocked } = conversation;
  const hasNews = isUserTurn || fresh.some((i) => history[i]?.entry.kind === 'result');
  if (!blocked || hasNews || now - conversation.blockedAt > BLOCK_LIFETIME) return undefined;
  return blocked;
}

/** Tells the model what was wrong with its last answer. A second note would only repeat that. */
function addPendingNote(conversation: Conversation, { own }: AssignedRequest): boolean {
  const { pending } = conversation;
  conversation.pending = undefined;
  if (pending === undefined) return false;
  conversation.notes = addNote(conversation.notes, own, 'append', noteText(pending));
  return true;
}

/** Messages from people reach the model with the next request. */
function addPersonMessages({ conversation, own }: AssignedRequest, { settings }: Planning): void {
  for (const text of settings.gateway?.takeMessages(conversation.session.id) ?? [])
    conversation.notes = addNote(
      conversation.notes,
      own,
      'insert',
      noteText(`Message from the person who watches: ${text}`),
    );
}

/** Detection must see this request too, because it is part of the history. */
function heldByPerson({ conversation, decide }: AssignedRequest, order: PersonOrder): PlanParts {
  decide();
  const status = order.action === 'pause' ? 'PAUSED_BY_PERSON' : 'STOPPED_BY_PERSON';
  const text = `${status}: ${order.text}. Nothing was sent to the model. A person can lift this at the gateway.`;
  return { order, answer: { text: rememberAnswer(conversation, text), status } };
}

function rememberAnswer(conversation: Conversation, answer: string): string {
  conversation.ownAnswers.said(answer);
  return answer;
}

function answerText({ text, verdict }: Act, status: string): string {
  return `${status}: ${text === '' ? (verdict.primary?.brief ?? 'a loop') : text}`;
}

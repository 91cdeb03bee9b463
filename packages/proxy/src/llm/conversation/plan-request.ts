/** Decides what happens to a request: the proxy forwards it unchanged, forwards it edited, or answers it. */
import { type Act, RUNGS } from '@rutbreak/core';
import type { ActionOutcome } from '../../carry-out.js';
import type { PersonOrder } from '../../gateway-client/link.js';
import type { Json } from '../../json.js';
import type { Entry } from '../protocols/history-entry.js';
import type { Protocol, RequestFacts } from '../protocols/protocol.js';
import { actOnDecision } from './act-on-decision.js';
import { isCalm } from './defer-detection.js';
import { addNote, noteText, withNotes } from './notes.js';
import { LOOP_DETECTED } from './replay-history.js';
import { withReset } from './reset-history.js';
import { type IncomingRequest, type Planning, type Taken, takeIn } from './take-in.js';
import type { Thread } from './threads.js';

export interface Plan {
  readonly thread: Thread;
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
  const taken = takeIn(incoming, planning, planning.settings.clock());
  const { thread, scope, history, fresh, decide } = taken;
  const entries = fresh.flatMap((i) => history[i]?.entry ?? []);
  const order = planning.settings.gateway?.order(thread.session);
  const isQuiet = isCalm(thread, entries);
  hearPeople(taken, planning);
  if (isQuiet && !order && thread.notes.length === 0 && maySendFirst(planning)) {
    thread.unjudged = () => (thread.late = decide());
    return { thread, scope, ...(taken.body !== incoming.body && { edited: taken.body }) };
  }
  const { body, ...plan } = order
    ? { body: taken.body, ...heldByPerson(taken, order) }
    : planFor(taken, incoming.protocol, planning);
  return { thread, scope, ...plan, ...(body !== incoming.body && { edited: body }) };
}

/** Facts known from the previous request on the same connection. */
export interface Continued {
  readonly protocol: Protocol;
  readonly facts: RequestFacts;
  readonly header: string | undefined;
  readonly thread: Thread;
  readonly scope: string;
}

/**
 * Like `planRequest`, for a request that only adds entries to the previous one. If they look harmless, the proxy
 * forwards the request before parsing the rest; `read` parses it later.
 */
export function planGoingOn(
  { thread, scope, protocol, facts, header }: Continued,
  added: readonly Entry[],
  read: () => Json,
  planning: Planning,
): Plan | undefined {
  const { clock, gateway } = planning.settings;
  const isKnown = thread.unjudged === undefined && facts.previous === undefined;
  if (!isKnown || gateway || !maySendFirst(planning) || !isCalm(thread, added)) return undefined;
  const at = clock();
  thread.unjudged = () => {
    const taken = takeIn({ protocol, facts, header, body: read() }, planning, at, thread);
    taken.thread.late = taken.decide();
  };
  return { thread, scope };
}

/** With a budget, detection runs first, so that no request exceeds the budget. */
const maySendFirst = ({ settings }: Planning): boolean => settings.guard.budgets === undefined;

type PlanParts = Pick<Plan, 'decision' | 'actions' | 'order' | 'answer'>;

function planFor(
  taken: Taken,
  protocol: Protocol,
  { settings }: Planning,
): PlanParts & { readonly body: Json } {
  const { thread, body, history, fresh, decide } = taken;
  const isUserTurn = fresh.some((i) => history[i]?.entry.kind === 'user');
  const late = isUserTurn ? undefined : thread.late;
  thread.late = undefined;
  const decision = stronger(late, decide());
  const blocked = isAnswered(decision) ? decision : standingBlock(taken, isUserTurn, settings.clock());
  thread.blocked = blocked;
  const acting = { taken, protocol, host: settings.host };
  if (blocked) {
    if (blocked === decision) thread.blockedAt = settings.clock();
    const actions = blocked === decision ? actOnDecision(blocked, { ...acting, isAnswered: true }) : [];
    const answer = { text: said(thread, answerText(blocked)), status: LOOP_DETECTED };
    return { body, decision: blocked, actions, answer };
  }
  const isTold = !tellPending(thread, taken) && isSpoken(decision);
  const actions = isTold ? actOnDecision(decision, { ...acting, isAnswered: false }) : [];
  return { body: editedBody(taken, protocol), ...(isTold && { decision, actions }) };
}

/** The body with all of the proxy's edits to this conversation. */
function editedBody({ thread, body, own }: Taken, protocol: Protocol): Json {
  const noted = withNotes(body, thread.notes, own, protocol.edit);
  const reset = thread.reset && withReset(noted, protocol, thread.reset);
  if (!reset) thread.reset = undefined;
  const edited = reset ?? noted;
  return thread.model === undefined ? edited : { ...edited, model: thread.model };
}

const rank = (rung: Act['rung']): number => RUNGS.indexOf(rung);

function stronger(a: Act | undefined, b: Act | undefined): Act | undefined {
  return a && b && rank(a.rung) > rank(b.rung) ? a : (b ?? a);
}

function isAnswered(decision: Act | undefined): decision is Act {
  return decision !== undefined && rank(decision.rung) >= rank('block');
}

function isSpoken(decision: Act | undefined): decision is Act {
  return decision !== undefined && rank(decision.rung) >= rank('nudge') && decision.text !== '';
}

/** Milliseconds. Core's blocks expire after the same time. */
const BLOCK_LIFETIME = 15 * 60_000;

/**
 * A retry without new entries gets the same answer again. A person lifts the block, and so does the result of a call
 * that detection accepts: a block applies to the calls of a loop, not to every later call.
 */
function standingBlock({ thread, history, fresh }: Taken, isUserTurn: boolean, now: number): Act | undefined {
  const { blocked } = thread;
  const hasNews = isUserTurn || fresh.some((i) => history[i]?.entry.kind === 'result');
  if (!blocked || hasNews || now - thread.blockedAt > BLOCK_LIFETIME) return undefined;
  return blocked;
}

/** Tells the model what was wrong with its last answer. A second note would only repeat that. */
function tellPending(thread: Thread, { own }: Taken): boolean {
  const { pending } = thread;
  thread.pending = undefined;
  if (pending === undefined) return false;
  thread.notes = addNote(thread.notes, own, 'append', noteText(pending));
  return true;
}

/** Messages from people reach the model with the next request. */
function hearPeople({ thread, own }: Taken, { settings }: Planning): void {
  for (const text of settings.gateway?.takeMessages(thread.session) ?? [])
    thread.notes = addNote(
      thread.notes,
      own,
      'insert',
      noteText(`Message from the person who watches: ${text}`),
    );
}

/** Detection must see this request too, because it is part of the history. */
function heldByPerson({ thread, decide }: Taken, order: PersonOrder): PlanParts {
  decide();
  const status = order.action === 'pause' ? 'PAUSED_BY_PERSON' : 'STOPPED_BY_PERSON';
  const text = `${status}: ${order.text}. Nothing was sent to the model. A person can lift this at the gateway.`;
  return { order, answer: { text: said(thread, text), status } };
}

const MOST_SAID = 32;

/** Remembers the proxy's answer. The agent will send it back as if the model had written it. */
function said(thread: Thread, answer: string): string {
  thread.said.add(answer);
  for (const oldest of thread.said) {
    if (thread.said.size <= MOST_SAID) break;
    thread.said.delete(oldest);
  }
  return answer;
}

function answerText({ text, verdict }: Act): string {
  return `${LOOP_DETECTED}: ${text === '' ? (verdict.primary?.brief ?? 'a loop') : text}`;
}

/** Carries out a decision: adds a note for the model, removes the loop from the history, or switches the model. */
import type { Act } from '@rutbreak/core';
import {
  type ActionOutcome,
  carryOut,
  hostCallbacks,
  type HostActions,
  type OwnActions,
} from '../../shared/carry-out.js';
import type { Protocol } from '../protocols/protocol.js';
import { addNote, noteText, type Note } from './notes.js';
import { resetHistory } from './reset-history.js';
import type { AssignedRequest } from './assign-request.js';
import type { Conversation } from './identity/conversations.js';

interface Acting {
  readonly assigned: AssignedRequest;
  readonly protocol: Protocol;
  readonly host: HostActions;
  /** The proxy answers instead of the model. */
  readonly isAnswered: boolean;
}

export function actOnDecision(decision: Act, acting: Acting): readonly ActionOutcome[] {
  const { assigned, isAnswered, host } = acting;
  const { conversation } = assigned;
  const form = isAnswered ? undefined : noteForm(decision);
  const isReset = decision.actions.includes('reset') ? reset(decision, acting) : false;
  // A reset history already contains the text.
  const isTold = form !== undefined && decision.text !== '' && isReset !== true;
  if (isTold) conversation.notes = addNote(conversation.notes, assigned.own, form, noteText(decision.text));
  const about = { session: conversation.session.id, decision };
  return carryOut(decision, ownActions(acting, isReset, isTold ? form : undefined, decision), {
    'switch-model': undefined,
    ...hostCallbacks(host, about),
  });
}

/** The first place that the decision names, or the default for its rung. */
function noteForm({ actions, rung }: Act): Note['form'] {
  const named = actions.find((action) => action === 'user-message' || action === 'append-to-result');
  if (named !== undefined) return named === 'user-message' ? 'insert' : 'append';
  return rung === 'redirect' ? 'insert' : 'append';
}

const ELSEWHERE = 'the text has another place';
const NO_TASKS = (): string => 'a model API has no tasks; the text is all that the model gets';

function ownActions(
  acting: Acting,
  isReset: true | string | false,
  form: Note['form'] | undefined,
  decision: Act,
): OwnActions {
  const { isAnswered, host } = acting;
  const { switchModel } = host;
  return {
    reset: () => isReset || 'there is nothing to reset',
    'append-to-result': () => form === 'append' || ELSEWHERE,
    'user-message': () => form === 'insert' || ELSEWHERE,
    // Every decision is reported.
    'warn-user': () => true,
    'ask-a-person': () => isAnswered || 'the model goes on',
    'summarise-and-stop': () => isAnswered || 'the model goes on',
    'forbid-call': () => 'the agent runs the calls, not the proxy',
    'decompose-task': NO_TASKS,
    'mark-blocked': NO_TASKS,
    'halt-generation': () => 'the answer is complete; a degenerate one is cut while it streams',
    'drop-loop-from-context': () => 'this proxy keeps a history whole unless it is reset',
    ...(switchModel && { 'switch-model': () => switched(decision, acting, switchModel) }),
  };
}

function reset(decision: Act, { assigned: { conversation, body }, protocol }: Acting): true | string {
  const edit = resetHistory(body, protocol, decision);
  if (typeof edit === 'string') return edit;
  conversation.reset = edit;
  // The reset replaces the messages that earlier notes belong to.
  conversation.notes = [];
  return true;
}

function switched(
  decision: Act,
  { assigned: { conversation }, protocol }: Acting,
  switchModel: NonNullable<HostActions['switchModel']>,
): true | string {
  if (protocol.id === 'gemini') return 'Gemini requests name the model in their path';
  const model = modelOf(conversation, decision, switchModel);
  if (model === undefined) return 'the host named no model';
  conversation.model = model;
  return true;
}

function modelOf(
  { session }: Conversation,
  decision: Act,
  switchModel: NonNullable<HostActions['switchModel']>,
): string | undefined {
  try {
    return switchModel({ session: session.id, decision });
  } catch {
    return undefined;
  }
}

import { type Refusal, refusalOf } from '@rutbreak/adapters/hooks';
import type { Decision } from '@rutbreak/core';
import type { ActionName } from '@rutbreak/core/edge';
import type { Action, Directive, Order, StopStatus } from '../api/shapes.js';
import { change, type Draft, type TickContext } from './draft.js';
import { isHeld, pauseOf } from '../session/held.js';
import type { StandingAction, SessionRecord } from '../session/record.js';

/** The order for an agent, without the version: only the commit knows it. */
export type NewOrder = Omit<Order, 'version'>;

/** The strongest decision about the events of one batch. */
export interface Recommendation {
  readonly action: Action;
  readonly text: string;
  readonly status: StopStatus;
  /** Further actions that the preset asks the host for. */
  readonly actions: readonly ActionName[];
  /** For the person, where a call is refused. */
  readonly refusal?: Refusal;
}

export const NO_RECOMMENDATION: Recommendation = { action: 'continue', text: '', status: null, actions: [] };

const ORDERED: readonly Action[] = ['continue', 'nudge', 'redirect', 'block', 'pause', 'stop'];

export function recommendationOf(decision: Decision): Recommendation {
  if (decision.kind !== 'act' || decision.rung === 'observe') return NO_RECOMMENDATION;
  const { rung, text, verdict, status = null, actions } = decision;
  const message =
    text === '' ? `This looks like a loop: ${verdict.primary?.brief ?? ''}. Wait for a person.` : text;
  const refusal = decision.isAttempt ? refusalOf(decision) : undefined;
  return { action: rung, text: message, status, actions, ...(refusal && { refusal }) };
}

export function stronger(a: Recommendation, b: Recommendation): Recommendation {
  if (b.action === 'continue') return a;
  return ORDERED.indexOf(b.action) >= ORDERED.indexOf(a.action) ? b : a;
}

/** The standing action after this recommendation: the stronger one wins, and the newer one of two equals. */
export function standingAfter(
  before: StandingAction | null,
  track: StandingAction['track'],
  { action, text, status }: Recommendation,
): StandingAction | null {
  if (action !== 'block' && action !== 'pause' && action !== 'stop') return before;
  const isWeaker = before !== null && ORDERED.indexOf(action) < ORDERED.indexOf(before.action);
  return isWeaker ? before : { action, text, track, status };
}

/** Commands of people take precedence over decisions: first a stop, then a pause, then messages. */
export function orderFor(
  record: SessionRecord,
  { kill }: Pick<TickContext, 'kill'>,
  fresh: Recommendation,
  agent?: string,
): NewOrder {
  const standing = record.standing && { ...NO_RECOMMENDATION, ...standingOrder(record.standing) };
  const { action, text, status, actions } = stronger(standing ?? NO_RECOMMENDATION, fresh);
  const directives = [...record.pending];
  const byPerson = personalOrder(record, kill, agent);
  if (byPerson) return { ...byPerson, stop_status: null, actions: [], directives };
  const rest = { stop_status: status, actions: [...actions], directives };
  if (directives.length === 0) return { action, text, ...rest };
  const isEnforced = ORDERED.indexOf(action) > ORDERED.indexOf('redirect');
  return { action: isEnforced ? action : 'redirect', text: textOf(directives, text), ...rest };
}

function standingOrder({ action, text, status = null }: StandingAction): Partial<Recommendation> {
  return { action, text, status };
}

/** The command that a person gave; undefined if nobody gave one. */
function personalOrder(
  record: SessionRecord,
  kill: TickContext['kill'],
  agent: string | undefined,
): Pick<NewOrder, 'action' | 'text'> | undefined {
  if (kill.active) return { action: 'stop', text: `All agents are stopped by ${kill.by ?? 'an operator'}.` };
  if (record.state === 'ended' && record.endedBy !== null)
    return { action: 'stop', text: `Stopped by ${record.endedBy}.` };
  const own = agent === undefined ? undefined : pauseOf(record.agentPauses, agent);
  const paused = record.paused ?? (own?.isOver === false ? own : null);
  if (paused) {
    const { by, reason } = paused;
    return { action: 'pause', text: `Paused by ${by}${reason === '' ? '' : `: ${reason}`}` };
  }
  return isHeld(record) ? { action: 'pause', text: 'A person has to decide about a step.' } : undefined;
}

function textOf(directives: readonly Directive[], own: string): string {
  return [...directives.map(({ text }) => text), own].filter((text) => text !== '').join('\n');
}

/**
 * Builds the order for an acknowledgement, including messages from people. A question about one call gets an answer for
 * that call: a standing block only concerns calls of the loop, and core has just checked whether this is one of them.
 */
export function buildAck(
  draft: Draft,
  recommendation: Recommendation,
  isAsked = false,
  agent?: string,
): NewOrder {
  const { record } = draft;
  const isAnswered = isAsked && record.standing?.action === 'block';
  const order = orderFor(
    isAnswered ? { ...record, standing: null } : record,
    draft.context,
    recommendation,
    agent,
  );
  change(draft, {
    ...{ action: order.action, stopStatus: order.stop_status, pending: [], delivered: order.directives },
  });
  return order;
}

/** For a duplicate: the first acknowledgement may have been lost. */
export function repeatAck(record: SessionRecord, context: TickContext, agent?: string): NewOrder {
  const pending = [...record.delivered, ...record.pending];
  return orderFor({ ...record, pending }, context, NO_RECOMMENDATION, agent);
}

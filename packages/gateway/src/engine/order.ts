import type { Decision } from '@rutbreak/core';
import type { Action, Directive, Order } from '../api/shapes.js';
import { change, type Draft, type Scene } from './draft.js';
import { pauseOf } from './hold.js';
import type { Firm, SessionRecord } from './record.js';

/** What an agent is to do, without the version, which only the commit knows. */
export type NewOrder = Omit<Order, 'version'>;

/** The strongest thing that was decided about the events that came together. */
export interface Wish {
  readonly action: Action;
  readonly text: string;
}

export const NO_WISH: Wish = { action: 'continue', text: '' };

const ORDERED: readonly Action[] = ['continue', 'nudge', 'redirect', 'block', 'pause', 'stop'];

export function wishOf(decision: Decision): Wish {
  if (decision.kind !== 'act' || decision.rung === 'observe') return NO_WISH;
  const { rung, text, verdict } = decision;
  const brief = verdict.primary?.brief ?? '';
  return { action: rung, text: text === '' ? `This looks like a loop: ${brief}. Wait for a person.` : text };
}

export function stronger(a: Wish, b: Wish): Wish {
  return ORDERED.indexOf(b.action) >= ORDERED.indexOf(a.action) && b.action !== 'continue' ? b : a;
}

/** What is to be said again until it is lifted; the newest words of the strongest count. */
export function holdFirm(before: Firm | null, lens: Firm['lens'], { action, text }: Wish): Firm | null {
  if (action !== 'block' && action !== 'pause' && action !== 'stop') return before;
  const isWeaker = before !== null && ORDERED.indexOf(action) < ORDERED.indexOf(before.action);
  return isWeaker ? before : { action, text, lens };
}

/** What people want comes before what was decided; a stop before a pause before words. */
export function orderFor(
  record: SessionRecord,
  { kill }: Pick<Scene, 'kill'>,
  fresh: Wish,
  agent?: string,
): NewOrder {
  const wish = stronger(record.firm ?? NO_WISH, fresh);
  const directives = [...record.pending];
  if (kill.active)
    return { action: 'stop', text: `All agents are stopped by ${kill.by ?? 'somebody'}.`, directives };
  if (record.state === 'ended' && record.endedBy !== null)
    return { action: 'stop', text: `Stopped by ${record.endedBy}.`, directives };
  const own = agent === undefined ? undefined : pauseOf(record.agentPauses, agent);
  const paused = record.paused ?? (own?.isOver === false ? own : null);
  if (paused) {
    const { by, reason } = paused;
    return { action: 'pause', text: `Paused by ${by}${reason === '' ? '' : `: ${reason}`}`, directives };
  }
  if (isHeld(record)) return { action: 'pause', text: 'A person has to decide about a step.', directives };
  if (directives.length === 0) return { ...wish, directives };
  const isFirm = ORDERED.indexOf(wish.action) > ORDERED.indexOf('redirect');
  return { action: isFirm ? wish.action : 'redirect', text: textOf(directives, wish), directives };
}

function textOf(directives: readonly Directive[], wish: Wish): string {
  return [...directives.map(({ text }) => text), wish.text].filter((text) => text !== '').join('\n');
}

/** Steps are kept for later: the session is paused, or a gate is open. */
export function isHeld({ paused, gates }: SessionRecord): boolean {
  return paused !== null || gates.some(({ status }) => status === 'open');
}

/**
 * The order for an acknowledgement: what people said is handed over with it. Who asks about one call gets the answer to
 * that: a block that holds is about the calls of its loop, and core has just said whether this is one of them.
 */
export function handOver(draft: Draft, wish: Wish, isAsked = false, agent?: string): NewOrder {
  const { record } = draft;
  const isAnswered = isAsked && record.firm?.action === 'block';
  const order = orderFor(isAnswered ? { ...record, firm: null } : record, draft.scene, wish, agent);
  change(draft, { action: order.action, pending: [], delivered: order.directives });
  return order;
}

/** For one that was here before: its acknowledgement may have been lost. */
export function repeatOrder(record: SessionRecord, scene: Scene, agent?: string): NewOrder {
  const pending = [...record.delivered, ...record.pending];
  return orderFor({ ...record, pending }, scene, NO_WISH, agent);
}

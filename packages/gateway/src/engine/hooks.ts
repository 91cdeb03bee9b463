import {
  answerWith,
  beginHook,
  endHook,
  type HookAnswer,
  type HookCall,
  NO_MEMORY,
} from '@rutbreak/adapters/hooks';
import { type AgentEvent, type Rung, withDerived } from '@rutbreak/core';
import { change, type Draft, keepHistory } from './draft.js';
import { judge } from './judge.js';
import { hold } from './hold.js';
import { handOver, isHeld, NO_WISH, orderFor, stronger, type Wish, wishOf } from './order.js';

/** Beyond this many in one task the guard keeps quiet; what people say is always passed on. */
const MAX_INTERVENTIONS = 50;

/** One moment of a coding agent's run, as its hook tells it; the answer is for that moment. */
export function takeHook(draft: Draft, agent: string, call: HookCall): HookAnswer {
  const old = draft.record.hook ?? NO_MEMORY;
  const begun = beginHook(old, call, draft.scene.now);
  if (begun.memory !== old) change(draft, { hook: begun.memory });
  if (begun.event === null) return begun.answer;
  const wish = takeEvent(draft, agent, begun.event, call);
  const isCapped = begun.memory.interventions >= MAX_INTERVENTIONS;
  const order = orderAt(draft, begun.event, isCapped ? NO_WISH : wish);
  const rung: Rung = order.action === 'continue' ? 'observe' : order.action;
  const { memory, answer } = endHook(begun.memory, call, answerWith(call, rung, order.text), Infinity);
  change(draft, { hook: memory });
  return answer;
}

function takeEvent(draft: Draft, agent: string, event: AgentEvent, { capabilities }: HookCall): Wish {
  const { record, scene } = draft;
  const seq = record.nextSeq;
  const isKept = isHeld(record);
  // People decide about a kept call as one step.
  const items = isKept ? [event] : withDerived(event);
  change(draft, {
    ...{ nextSeq: seq + items.length, events: record.events + items.length, seenAt: scene.now },
    agent: { ...record.agent, id: agent, type: agent },
  });
  // A call that is denied because a person has to speak does not run: there is nothing to count later.
  if (isKept && event.kind === 'attempt') return NO_WISH;
  keepHistory(draft, seq, { door: 'hooks', held: isKept, items });
  if (!isKept)
    return items.map((one, i) => wishOf(judge(draft, 'events', one, seq + i, capabilities))).reduce(stronger);
  hold(draft, seq, items.length);
  return NO_WISH;
}

/**
 * Core is asked at every attempt, so nothing has to be said again here. What people want the agent to know waits for a
 * moment at which the model can read it.
 */
function orderAt(draft: Draft, { kind }: AgentEvent, wish: Wish): { action: Wish['action']; text: string } {
  const { firm } = draft.record;
  if (kind !== 'attempt' && kind !== 'call')
    return orderFor({ ...draft.record, firm: null, pending: [] }, draft.scene, wish);
  change(draft, { firm: null });
  const order = handOver(draft, wish);
  change(draft, { firm });
  return order;
}

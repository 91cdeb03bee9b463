import {
  answerWith,
  beginHook,
  endHook,
  type HookAnswer,
  type HookCall,
  NO_MEMORY,
  outcomesOf,
  withWayBack,
} from '@rutbreak/adapters/hooks';
import type { AgentEvent, Rung } from '@rutbreak/core';
import { liftCommands, withDerived } from '@rutbreak/core/edge';
import { buildAck, type NewOrder, NO_RECOMMENDATION, orderFor, type Recommendation } from './ack.js';
import { change, type Draft } from './draft.js';
import { runEvents } from './events.js';
import { takeIn } from './intake/intake.js';
import { noteOutcomes } from './loops/outcomes.js';

export interface NewHook {
  readonly agent: string;
  readonly call: HookCall;
}

declare module './work.js' {
  interface Works {
    hook: { readonly input: NewHook; readonly reply: HookAnswer };
  }
}

/** After this many interventions in one task the guard stays silent; messages from people are still delivered. */
const MAX_INTERVENTIONS = 50;

/** Handles one hook call of a coding agent; the reply is for that call. */
export async function takeHook(draft: Draft, { agent, call }: NewHook): Promise<HookAnswer> {
  const old = draft.record.hook ?? NO_MEMORY;
  const begun = beginHook(old, call, draft.context.now);
  if (begun.memory !== old) change(draft, { hook: begun.memory });
  const { event } = begun;
  const commands = commandsFor(draft.record.id);
  if (event === null) return withWayBack(call, begun.answer, commands);
  const taken = await takeIn<AgentEvent>(draft, {
    ...{ door: 'hooks', firstSeq: undefined, items: [event], sender: { id: agent, type: agent } },
    // A denied call does not run, so nothing is left to replay when the person decides.
    isKeptWhileHeld: event.kind !== 'attempt',
    expand: () => withDerived(event),
    run: (items, from) => runEvents(draft, items, from, call.capabilities),
  });
  const recommendation = taken.kind === 'taken' ? taken.recommendation : NO_RECOMMENDATION;
  const isCapped = begun.memory.interventions >= MAX_INTERVENTIONS;
  const given = isCapped ? NO_RECOMMENDATION : recommendation;
  const order = orderAt(draft, event, given);
  const at = draft.context.now;
  const outcomes = outcomesOf(given.actions, call).map((one) => ({ ...one, at }));
  noteOutcomes(draft, outcomes, agent);
  const rung: Rung = order.action === 'continue' ? 'observe' : order.action;
  const wanted = answerWith(call, rung, order.text, order.actions);
  const { memory, answer } = endHook(begun.memory, call, wanted, Infinity);
  change(draft, { hook: memory });
  return withWayBack(call, answer, commands, recommendation.refusal);
}

/** The person finds the session under this name; another machine needs `--gateway`. A limit is no loop, so no word of one. */
function commandsFor(session: string): string {
  const { override, reset } = liftCommands(`gateway/${session}`);
  return `To let it go on: ${override}\nTo start again from zero: ${reset}`;
}

/**
 * A standing block only concerns calls of the loop, and a hook asks about one call, so the block is not repeated here.
 * Messages from people wait for a hook whose reply the model can read.
 */
function orderAt(
  draft: Draft,
  { kind }: AgentEvent,
  recommendation: Recommendation,
): Pick<NewOrder, 'action' | 'text' | 'actions'> {
  const { standing } = draft.record;
  if (kind !== 'attempt' && kind !== 'call')
    return orderFor({ ...draft.record, standing: null, pending: [] }, draft.context, recommendation);
  change(draft, { standing: null });
  const order = buildAck(draft, recommendation);
  change(draft, { standing });
  return order;
}

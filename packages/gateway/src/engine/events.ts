import { type AgentEvent, type Refusal, withDerived } from '@rutbreak/core';
import type { EventAck } from '../api/events.js';
import type { StoredEvent } from '../api/sessions.js';
import { change, type Draft, keepHistory } from './draft.js';
import { judge } from './judge.js';
import { withAgent } from '../topology/agents.js';
import { hold, isAgentPaused } from './hold.js';
import { handOver, isHeld, NO_WISH, repeatOrder, stronger, type Wish, wishOf } from './order.js';

/** Native events of one session, read at the door. */
export interface NewEvents {
  readonly door: StoredEvent['door'];
  readonly firstSeq: number | undefined;
  /** What is missing before them is lost. */
  readonly isGapKnown: boolean;
  readonly events: readonly (AgentEvent | Refusal)[];
  readonly agent?: {
    readonly id: string;
    readonly type?: string | undefined;
    readonly model?: string | undefined;
    /** The session that started this one. */
    readonly parent?: string | undefined;
  };
  readonly isEnd: boolean;
  /** Of spans, one for each event: what was seen under the same one is skipped. */
  readonly keys?: readonly number[];
}

/** A request that is sent again has at most this many spans in the usual SDKs. */
const MAX_KEYS = 512;

export type NewEventAck = Omit<EventAck, 'version'>;
export interface Gap {
  readonly expected: number;
}

/** What was seen is skipped; a hole before them is told of, unless the sender knows. */
export function takeEvents(draft: Draft, given: NewEvents): NewEventAck | Gap {
  const batch = given.keys ? unseen(draft, given, given.keys) : given;
  const { record } = draft;
  const { firstSeq = record.nextSeq } = batch;
  // Numbers may begin with 0 or 1.
  const isFirst = record.nextSeq === 0 && record.events === 0 && firstSeq <= 1;
  if (firstSeq > record.nextSeq && !isFirst && !batch.isGapKnown) return { expected: record.nextSeq };
  const duplicates = Math.min(batch.events.length, Math.max(0, record.nextSeq - firstSeq));
  const fresh = batch.events.slice(duplicates);
  const from = Math.max(firstSeq, record.nextSeq);
  if (fresh.length === 0 && !batch.isEnd) return seen(draft, duplicates);
  const speaker = batch.agent?.id ?? record.agent.id;
  const own = isAgentPaused(record, speaker) ? speaker : undefined;
  const isKept = own !== undefined || isHeld(record);
  const sent = fresh.map((event) => (event.kind === 'refused' ? null : event));
  const items = isKept || !isAppended(batch) ? sent : sent.flatMap(withOwnDerived);
  const nextSeq = from + items.length;
  change(draft, {
    ...{ nextSeq, events: record.events + items.length, seenAt: draft.scene.now },
    ...(batch.agent && speakerOf(draft, batch.agent)),
    ...claimOf(draft, batch.agent?.parent),
  });
  keepHistory(draft, from, {
    door: batch.door,
    held: isKept,
    ...(own !== undefined && { agent: own }),
    items,
  });
  if (isKept && fresh.length > 0) hold(draft, from, items.length, own);
  const wish = isKept ? NO_WISH : countEvents(draft, items, from);
  if (batch.isEnd) change(draft, { state: 'ended', firm: null });
  const isAsked = sent.at(-1)?.kind === 'attempt';
  return {
    ...{ session: record.id, duplicates, nextSeq, held: isKept },
    ...{ refused: refusals(batch.events, duplicates), ...handOver(draft, wish, isAsked, speaker) },
    accepted: sent.filter((item) => item !== null).length,
  };
}

/** Who numbers events derives before numbering; spans come with what is derived from them. */
function isAppended({ door, firstSeq, isGapKnown }: NewEvents): boolean {
  return door === 'events' && firstSeq === undefined && !isGapKnown;
}

/** What is derived from a call, unless the sender tells of such things itself right after it. */
function withOwnDerived(
  event: AgentEvent | null,
  i: number,
  all: readonly (AgentEvent | null)[],
): readonly (AgentEvent | null)[] {
  if (event === null) return [null];
  const next = all[i + 1]?.kind;
  return withDerived(event).filter((one) => one === event || one.kind !== next);
}

/** Whom the session is heard from now. */
function speakerOf(
  { record, scene }: Draft,
  { id, type, model }: NonNullable<NewEvents['agent']>,
): Pick<Draft['record'], 'agent' | 'agents'> {
  const { agent, agents = [] } = record;
  return {
    agent: { id, type: type ?? agent.type, model: model ?? agent.model, cluster: agent.cluster },
    agents: withAgent(agents, { id, type: type ?? '' }, record, scene.now),
  };
}

/** Said once; whether it can be is found out afterwards. */
function claimOf({ record, scene }: Draft, parent: string | undefined): Pick<Draft['record'], 'claim'> {
  if (parent === undefined || record.claim || parent === record.id) return {};
  return { claim: { session: parent, at: scene.now, state: 'waiting' } };
}

/** Spans have ids instead of numbers; those of the last ones are kept. */
function unseen(draft: Draft, batch: NewEvents, keys: readonly number[]): NewEvents {
  const known = new Set(draft.record.spans);
  const isNew = (_: unknown, i: number): boolean => !known.has(keys[i] ?? -1);
  const fresh = keys.filter(isNew).filter((key, i, all) => key >= 0 && key !== all[i - 1]);
  if (fresh.length > 0) change(draft, { spans: [...(draft.record.spans ?? []), ...fresh].slice(-MAX_KEYS) });
  return { ...batch, events: batch.events.filter(isNew) };
}

function seen({ record, scene }: Draft, duplicates: number): NewEventAck {
  return {
    ...{ session: record.id, accepted: 0, duplicates, nextSeq: record.nextSeq, held: isHeld(record) },
    ...{ refused: [], ...repeatOrder(record, scene) },
  };
}

export function countEvents(draft: Draft, items: readonly (AgentEvent | null)[], from: number): Wish {
  let wish = NO_WISH;
  let tokens = 0;
  let cost = 0;
  items.forEach((event, i) => {
    if (event === null) return;
    wish = stronger(wish, wishOf(judge(draft, 'events', event, from + i)));
    if (event.kind === 'call' || event.kind === 'message') {
      tokens += event.tokens ?? 0;
      cost += event.cost ?? 0;
    }
  });
  if (tokens > 0 || cost > 0)
    change(draft, { tokens: draft.record.tokens + tokens, cost: draft.record.cost + cost });
  return wish;
}

function refusals(events: NewEvents['events'], skipped: number): NewEventAck['refused'] {
  return events.flatMap((event, index) =>
    index < skipped || event.kind !== 'refused'
      ? []
      : [
          {
            index,
            code: event.code,
            hint: event.hint,
            ...(event.field !== undefined && { field: event.field }),
          },
        ],
  );
}

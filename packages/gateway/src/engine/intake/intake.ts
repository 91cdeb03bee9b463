import type { AgentEvent } from '@rutbreak/core';
import { withDerived } from '@rutbreak/core/edge';
import type { StoredEvent } from '../../api/sessions.js';
import { withAgent } from '../../session/agents.js';
import { heldBytes, heldCount, isAgentPaused, isHeld } from '../../session/held.js';
import { NO_RECOMMENDATION, type Recommendation } from '../ack.js';
import { change, type Draft } from '../draft.js';
import { hold } from './hold.js';
import { keepHistory } from './keep-history.js';

/** The sender of a batch. Fields that it leaves out keep their value. */
interface Sender {
  readonly id: string;
  readonly type?: string | undefined;
  readonly model?: string | undefined;
  readonly cluster?: string | undefined;
}

/** Items of one session, in order, from any ingest route. */
export interface Batch<Item> {
  readonly door: StoredEvent['door'];
  /** The sequence number of the first item; undefined: append. */
  readonly firstSeq: number | undefined;
  /** The sender knows that earlier items are lost. */
  readonly isGapKnown?: boolean;
  /** Null: a refused item, which is only counted. */
  readonly items: readonly (Item | null)[];
  /** About how many characters they take as JSON. */
  readonly size?: number | undefined;
  readonly sender: Sender | undefined;
  /** Every item names another agent, so the sender only reports for them. */
  readonly isSenderSilent?: boolean;
  /** Adds derived items, unless the items are held. */
  readonly expand?: (items: readonly (Item | null)[]) => readonly (Item | null)[];
  /** False: while the session is held, items are counted but not stored. */
  readonly isKeptWhileHeld?: boolean;
  /** Runs before the hold check, because a step may open a gate. */
  readonly onPlaced?: (seq: number) => void;
  /** Runs detection and returns the items to store. */
  readonly run: (items: readonly (Item | null)[], from: number) => Judged<Item> | Promise<Judged<Item>>;
}

export interface Judged<Item> {
  readonly stored: readonly (Item | null)[];
  readonly recommendation: Recommendation;
}

export interface Taken {
  readonly kind: 'taken';
  readonly seq: number;
  readonly nextSeq: number;
  readonly duplicates: number;
  readonly held: boolean;
  readonly recommendation: Recommendation;
}

export interface Gap {
  readonly kind: 'gap';
  readonly expected: number;
}

/** The session already holds the maximum of steps for a person. */
export interface Full {
  readonly kind: 'full';
}

const MAX_HELD = 10_000;
const MAX_HELD_BYTES = 16 * 1024 * 1024;

/** The only entry into a session: numbers the items, holds them or runs detection, and stores them. */
export async function takeIn<Item>(draft: Draft, batch: Batch<Item>): Promise<Taken | Gap | Full> {
  const { record } = draft;
  const { firstSeq = record.nextSeq, sender } = batch;
  // Senders may count from 0 or from 1.
  const isFirst = record.nextSeq === 0 && record.events === 0 && firstSeq <= 1;
  if (firstSeq > record.nextSeq && !isFirst && batch.isGapKnown !== true)
    return { kind: 'gap', expected: record.nextSeq };
  const duplicates = Math.min(batch.items.length, Math.max(0, record.nextSeq - firstSeq));
  const fresh = batch.items.slice(duplicates);
  const seq = Math.max(firstSeq, record.nextSeq);
  const agent = sender?.id ?? record.agent.id;
  const isWaiting = (): boolean => isHeld(draft.record) || isAgentPaused(draft.record, agent);
  if (fresh.length === 0) return taken(draft, seq, duplicates, isWaiting(), NO_RECOMMENDATION);
  if (heldCount(record) >= MAX_HELD || heldBytes(record) >= MAX_HELD_BYTES) return { kind: 'full' };
  introduce(draft, sender, batch.isSenderSilent);
  batch.onPlaced?.(seq);
  const held = isWaiting();
  const items = held ? fresh : (batch.expand?.(fresh) ?? fresh);
  change(draft, {
    ...{ nextSeq: seq + items.length, events: record.events + items.length, seenAt: draft.context.now },
  });
  if (held && batch.isKeptWhileHeld === false) return taken(draft, seq, duplicates, held, NO_RECOMMENDATION);
  const judged = held ? { stored: items, recommendation: NO_RECOMMENDATION } : await batch.run(items, seq);
  const own = isAgentPaused(draft.record, agent) ? agent : undefined;
  const stored = {
    ...{ door: batch.door, held, ...(held && own !== undefined && { agent: own }) },
    items: judged.stored,
  };
  const bytes = await keepHistory(draft, seq, stored, batch.size);
  if (held) hold(draft, { from: seq, count: items.length, bytes }, own);
  return taken(draft, seq, duplicates, held, judged.recommendation);
}

function taken(
  { record }: Draft,
  seq: number,
  duplicates: number,
  held: boolean,
  recommendation: Recommendation,
): Taken {
  return { kind: 'taken', seq, nextSeq: record.nextSeq, duplicates, held, recommendation };
}

function introduce(draft: Draft, sender: Sender | undefined, isSilent = false): void {
  if (!sender) return;
  const { record, context } = draft;
  const { agent, agents = [] } = record;
  const { id, type, model = agent.model, cluster = agent.cluster } = sender;
  change(draft, {
    agent: { id, type: type ?? agent.type, model, cluster },
    ...(!isSilent && { agents: withAgent(agents, { id, type: type ?? '' }, record, context.now) }),
  });
}

/** Adds the events derived from a call, except those that the sender reports itself right after it. */
export function expandEvents(items: readonly (AgentEvent | null)[]): readonly (AgentEvent | null)[] {
  return items.flatMap((event, i) => {
    if (event === null) return [null];
    const next = items[i + 1]?.kind;
    return withDerived(event).filter((one) => one === event || one.kind !== next);
  });
}

import type { AgentEvent, Capabilities, Refusal } from '@rutbreak/core';
import { liftingIn, ONLY_A_PERSON } from '@rutbreak/core/edge';
import type { ActionOutcome, EventAck } from '../api/events.js';
import type { StoredEvent } from '../api/sessions.js';
import {
  buildAck,
  NO_RECOMMENDATION,
  type Recommendation,
  recommendationOf,
  repeatAck,
  stronger,
} from './ack.js';
import { audited, change, type Draft } from './draft.js';
import { noteAgents } from './handoffs.js';
import { expandEvents, type Full, type Gap, type Judged, takeIn } from './intake/intake.js';
import { intervene, type Judgement } from './loops/loops.js';
import { runCore } from './loops/run-core.js';
import { noteOutcomes } from './loops/outcomes.js';
import { judging } from './queue/replay.js';
import { createSlices } from './slices.js';
import { addUsage } from './usage.js';

/** Validated native events of one session. */
export interface NewEvents {
  readonly door: StoredEvent['door'];
  readonly firstSeq: number | undefined;
  readonly isGapKnown: boolean;
  readonly events: readonly (AgentEvent | Refusal)[];
  /** About how many characters they take as JSON, before the large ones were cut. */
  readonly size?: number;
  readonly agent?: {
    readonly id: string;
    readonly type?: string | undefined;
    readonly model?: string | undefined;
    /** The session that started this one. */
    readonly parent?: string | undefined;
  };
  readonly isEnd: boolean;
  /** What became of the actions of earlier decisions. */
  readonly outcomes?: readonly ActionOutcome[];
  /** Span ids, one for each event, to skip spans that arrive twice. */
  readonly keys?: readonly number[];
}

declare module './work.js' {
  interface Works {
    events: { readonly input: NewEvents; readonly reply: NewEventAck | Gap | Full };
  }
}

/** Common SDKs send at most this many spans in one request. */
const MAX_KEYS = 512;

type Ack = Omit<EventAck, 'version'>;

export interface NewEventAck {
  readonly kind: 'taken';
  readonly ack: Ack;
}

export async function takeEvents(draft: Draft, given: NewEvents): Promise<NewEventAck | Gap | Full> {
  const batch = given.keys ? unseen(draft, given, given.keys) : given;
  const { agent, events, isEnd } = batch;
  claimParent(draft, agent?.parent);
  const sent = events.map((event) => (event.kind === 'refused' ? null : event));
  const taken = await takeIn(draft, {
    ...{
      door: batch.door,
      firstSeq: batch.firstSeq,
      isGapKnown: batch.isGapKnown,
      items: sent,
      size: batch.size,
      sender: agent,
    },
    isSenderSilent: sent.every((event) => event !== null && event.agent !== undefined),
    ...(isAppended(batch) && { expand: expandEvents }),
    run: (items, from) => runEvents(draft, items, from),
  });
  if (taken.kind !== 'taken') return taken;
  const { duplicates, nextSeq, held, recommendation } = taken;
  if (batch.outcomes) noteOutcomes(draft, batch.outcomes, agent?.id ?? draft.record.agent.id);
  const fresh = sent.slice(duplicates);
  if (isEnd) change(draft, { state: 'ended', standing: null });
  const isAsked = sent.at(-1)?.kind === 'attempt';
  const speaker = agent?.id ?? draft.record.agent.id;
  const order =
    fresh.length === 0 && !isEnd
      ? repeatAck(draft.record, draft.context, speaker)
      : buildAck(draft, recommendation, isAsked, speaker);
  const accepted = fresh.filter((item) => item !== null).length;
  const refused = refusals(events, duplicates);
  const { id } = draft.record;
  return { kind: 'taken', ack: { session: id, accepted, duplicates, nextSeq, held, refused, ...order } };
}

/** Senders that number their events derive events themselves, and spans already include derived events. */
function isAppended({ door, firstSeq, isGapKnown }: NewEvents): boolean {
  return door === 'events' && firstSeq === undefined && !isGapKnown;
}

/** The first claim wins; a later sweep checks whether that parent exists. */
function claimParent(draft: Draft, parent: string | undefined): void {
  const { record, context } = draft;
  if (parent === undefined || record.claim || parent === record.id) return;
  change(draft, { claim: { session: parent, at: context.now, state: 'waiting' } });
}

/** Spans have ids instead of numbers; the record keeps the most recent ids. */
function unseen(draft: Draft, batch: NewEvents, keys: readonly number[]): NewEvents {
  const known = new Set(draft.record.spans);
  const isNew = (_: unknown, i: number): boolean => !known.has(keys[i] ?? -1);
  const fresh = keys.filter(isNew).filter((key, i, all) => key >= 0 && key !== all[i - 1]);
  if (fresh.length > 0) change(draft, { spans: [...(draft.record.spans ?? []), ...fresh].slice(-MAX_KEYS) });
  return { ...batch, events: batch.events.filter(isNew) };
}

/** Runs detection over events. The agent gets one reply, so only the strongest decision becomes an intervention. */
export function runEvents(
  draft: Draft,
  items: readonly (AgentEvent | null)[],
  from: number,
  capabilities?: Capabilities,
): Promise<Judged<AgentEvent>> {
  return judging(draft, capabilities === undefined, () => judgeEvents(draft, items, from, capabilities));
}

async function judgeEvents(
  draft: Draft,
  items: readonly (AgentEvent | null)[],
  from: number,
  capabilities?: Capabilities,
): Promise<Judged<AgentEvent>> {
  const pause = createSlices();
  let recommendation: Recommendation = NO_RECOMMENDATION;
  let winner: Judgement | undefined;
  for (const [i, event] of items.entries()) {
    if (event === null) continue;
    const judgement = runEvent(draft, event, from + i, capabilities);
    const next = stronger(recommendation, recommendationOf(judgement.judged));
    if (next !== recommendation) winner = judgement;
    recommendation = refusedLift(draft, event) ?? next;
    const rest = pause();
    if (rest) await rest;
  }
  if (winner) intervene(draft, winner);
  return { stored: items, recommendation };
}

/** Only a person may lift what was decided about an agent. Recorded in the audit, also where the agent has another key. */
function refusedLift(draft: Draft, event: AgentEvent): Recommendation | undefined {
  const { record, context } = draft;
  const lifting = context.settings.config.events.mode === 'act' ? liftingIn(event) : undefined;
  if (lifting === undefined) return undefined;
  audited(draft, `agent ${record.agent.id}`, 'lift_refused', { command: lifting }, () => undefined);
  return { action: 'block', text: ONLY_A_PERSON, status: null, actions: [] };
}

export function runEvent(
  draft: Draft,
  event: AgentEvent,
  seq: number,
  capabilities?: Capabilities,
): Judgement {
  if (event.kind === 'call' || event.kind === 'message')
    addUsage(draft, { tokens: event.tokens, cost: event.cost });
  const judgement = runCore(draft, 'events', event, seq, capabilities);
  // After detection, so that the agents have the status that this event caused.
  noteAgents(draft, event, seq);
  return judgement;
}

function refusals(events: NewEvents['events'], skipped: number): Ack['refused'] {
  return events.flatMap((event, index) => {
    if (index < skipped || event.kind !== 'refused') return [];
    const { code, hint, field } = event;
    return [{ index, code, hint, ...(field !== undefined && { field }) }];
  });
}

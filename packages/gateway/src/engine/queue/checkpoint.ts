import { createSlices } from '../slices.js';
import { change, type Draft } from '../draft.js';
import { rejectStore } from '../error.js';
import { readCoreState, replayEvent } from '../loops/run-core.js';
import type { Settings } from '../settings.js';
import type { SessionRecord } from '../../session/record.js';
import type { SessionUpdate, Store } from '../../store/store.js';
import { eventsSince } from './read-history.js';

/**
 * Core's state is by far the largest part of a record, and changes with each event. The events themselves are durable, and
 * the same events give the same state. So most commits write only the events; once in a while one writes the state as well.
 */
type Core = SessionRecord['core'];

/** Replaying this many events or bytes after a restart takes some ten milliseconds; writing a state takes about one. */
const MAX_EVENTS = 400;
const MAX_BYTES = 512 * 1024;

const KEY = { kind: 'core', id: 'state' } as const;

interface Saved {
  readonly from: number;
  readonly core: Core;
}

/** The part of the record that the commit stores: all of it, or all but core's state, which is a document then. */
export function storedRecord(draft: Draft): Pick<SessionUpdate, 'record' | 'documents'> {
  const checkpoint = nextCheckpoint(draft);
  const { core } = draft.record;
  change(draft, { checkpoint });
  const { record, base } = draft;
  if (checkpoint === undefined) return { record: JSON.stringify(record), documents: [] };
  const isSaved = checkpoint.from === (base.checkpoint?.from ?? 0);
  const saved: Saved = { from: checkpoint.from, core };
  return {
    record: JSON.stringify({ ...record, core: {} }),
    documents: isSaved ? [] : [{ ...KEY, body: JSON.stringify(saved) }],
  };
}

function nextCheckpoint({ replay, record, base, history }: Draft): SessionRecord['checkpoint'] {
  if (!replay.isExact || replay.core !== record.core) return undefined;
  if (!base.checkpoint && record.core === base.core) return undefined;
  const known = base.checkpoint ?? (isNew(base) ? { from: 0, bytes: 0 } : undefined);
  const bytes = history.reduce((sum, { payload }) => sum + payload.length, known?.bytes ?? 0);
  const isNear = known && record.nextSeq - known.from <= MAX_EVENTS && bytes <= MAX_BYTES;
  return isNear ? { from: known.from, bytes } : { from: record.nextSeq, bytes: 0 };
}

/** Its first state needs no document: all its events lead from there. */
function isNew({ core, nextSeq }: SessionRecord): boolean {
  return nextSeq === 0 && !core.events && !core.steps;
}

/** Core's state as of this record; undefined if the record is no longer the newest. */
export async function readCore(
  record: SessionRecord,
  store: Store,
  settings: Settings,
): Promise<Core | undefined> {
  const { id, checkpoint, nextSeq } = record;
  if (!checkpoint) return restored(record.core, record, settings);
  const found = await store.document({ session: id, ...KEY }).catch(rejectStore);
  const saved = found ? (JSON.parse(found.body) as Saved) : { from: 0, core: {} };
  if (checkpoint.from > 0 && saved.from !== checkpoint.from) return undefined;
  let core = checkpoint.from > 0 ? restored(saved.core, record, settings) : {};
  const engine = settings.eventsOf(record.agent.model);
  const pause = createSlices();
  for (const { seq, held, body } of await eventsSince(store, id, checkpoint.from)) {
    if (held || body === null || seq >= nextSeq) continue;
    core = { ...core, events: replayEvent(core.events, body, engine) };
    await pause();
  }
  return core;
}

export function restored(
  { steps, events }: Core,
  { agent }: Pick<SessionRecord, 'agent'>,
  settings: Settings,
): Core {
  const readSteps = steps && readCoreState(steps, settings.steps);
  const readEvents = events && readCoreState(events, settings.eventsOf(agent.model));
  return { ...(readSteps && { steps: readSteps }), ...(readEvents && { events: readEvents }) };
}

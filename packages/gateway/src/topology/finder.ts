import { computeHash, setRecent } from '@rutbreak/core/edge';
import type { Draft } from '../engine/draft.js';
import type { SessionEngine } from '../engine/engine.js';
import type { SessionRecord } from '../session/record.js';
import type { Store } from '../store/store.js';
import { PARENT_PATIENCE_MS } from '../session/dag.js';
import { leadsToSession, leadsToStep } from './ancestry.js';
import { claimDueAt } from '../session/source.js';

/** Finds parents in other sessions: a step of another session, or the session itself. */
export interface Finder {
  /** Call after each commit. */
  readonly note: (draft: Draft) => void;
  /** Runs periodically: this replica may know parents that others wait for. */
  readonly sweep: () => Promise<void>;
}

/** A step or session that waits for its parent; stored, because another replica may know the parent. */
interface Awaited {
  readonly session: string;
  /** Null if the session itself waits; then `parent` is a session. */
  readonly step: string | null;
  readonly parent: string;
  readonly at: number;
}

interface FinderParts {
  readonly engine: SessionEngine;
  readonly store: Store;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

const AWAITED = 'awaited';
const MAX_KNOWN = 50_000;
const MAX_AWAITED = 500;
const WARM = 500;

/** Keeps recent step names in memory; parents unknown here are stored for the other replicas. */
export function createFinder({ engine, store, now, onError }: FinderParts): Finder {
  const { sessionOf, know } = stepNames();
  let isWarm = false;
  const place = async (awaited: Awaited): Promise<boolean> => {
    const home = await homeOf(awaited, sessionOf, engine);
    if (home === undefined || home === awaited.session) return false;
    const isCycle = await closesCycle(engine, awaited, home);
    const link = { step: awaited.step, session: home, isCycle };
    await engine.submit('link', awaited.session, link);
    return true;
  };
  const seek = async (awaited: Awaited): Promise<void> => {
    if (await place(awaited)) return;
    await store.putDocument(keyOf(awaited), 0, JSON.stringify(awaited));
  };
  return {
    note({ base, record }) {
      if (record.dag === base.dag && record.claim === base.claim) return;
      const fresh = freshSteps(base, record);
      for (const { id } of fresh) know(id, record.id);
      for (const awaited of waitingIn(record, base, fresh)) seek(awaited).catch(onError);
    },
    async sweep() {
      const waiting = await store.documents({ kind: AWAITED, limit: MAX_AWAITED });
      if (waiting.length > 0 && !isWarm) {
        isWarm = true;
        await warm(store, know);
      }
      for (const { body } of waiting) {
        const awaited = JSON.parse(body) as Awaited;
        // A damaged session must not block the others.
        const isPlaced = await place(awaited).catch(() => false);
        const isOver = isPlaced || now() - awaited.at > PARENT_PATIENCE_MS;
        if (isOver) await store.removeDocument(keyOf(awaited));
      }
    },
  };
}

/** Maps step names to sessions; the oldest are dropped. */
function stepNames(): {
  readonly sessionOf: ReadonlyMap<string, string>;
  readonly know: (step: string, session: string) => void;
} {
  const sessionOf = new Map<string, string>();
  return {
    sessionOf,
    know: (step, session) => setRecent(sessionOf, step, session, MAX_KNOWN),
  };
}

function keyOf({ session, step }: Awaited): { session: string; kind: string; id: string } {
  return { session, kind: AWAITED, id: step === null ? 'session' : computeHash(step).slice(0, 32) };
}

/** The steps that this commit added. */
function freshSteps(base: SessionRecord, record: SessionRecord): SessionRecord['dag']['steps'] {
  const last = base.dag.steps.at(-1)?.id;
  const at = last === undefined ? -1 : record.dag.steps.findLastIndex(({ id }) => id === last);
  return record.dag.steps.slice(at + 1);
}

function waitingIn(
  record: SessionRecord,
  base: SessionRecord,
  fresh: SessionRecord['dag']['steps'],
): Awaited[] {
  const { id: session, claim } = record;
  const steps = fresh.flatMap(({ id, parent, waits, at }) =>
    waits && parent !== null ? [{ session, step: id, parent, at }] : [],
  );
  const isNew = claim && claim !== base.claim && claimDueAt(claim) !== null;
  return isNew ? [...steps, { session, step: null, parent: claim.session, at: claim.at }] : steps;
}

/** The session of the parent. */
async function homeOf(
  { step, parent }: Awaited,
  sessionOf: ReadonlyMap<string, string>,
  engine: SessionEngine,
): Promise<string | undefined> {
  if (step !== null) return sessionOf.get(parent);
  return (await engine.read(parent)) ? parent : undefined;
}

function closesCycle(
  engine: SessionEngine,
  { session, step, parent }: Awaited,
  home: string,
): Promise<boolean> {
  return step === null
    ? leadsToSession(engine, home, session)
    : leadsToStep(engine, { session: home, step: parent }, step);
}

/** Fills the map after a start, from the newest sessions. */
async function warm(store: Store, know: (step: string, session: string) => void): Promise<void> {
  const listed = await store.list({ limit: WARM });
  const found = await store.load(listed.map(({ id }) => id));
  for (const [id, { record }] of found)
    for (const step of (JSON.parse(record) as SessionRecord).dag.steps) know(step.id, id);
}

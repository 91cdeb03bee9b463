import { computeHash } from '@rutbreak/core';
import type { Draft } from '../engine/draft.js';
import type { SessionEngine } from '../engine/engine.js';
import type { SessionRecord } from '../session/record.js';
import type { Store } from '../store/store.js';
import { PARENT_PATIENCE_MS } from '../session/dag.js';
import { leadsToSession, leadsToStep } from './ancestry.js';
import { claimDueAt } from '../session/source.js';

/** Finds parents that are steps of other sessions, or other sessions themselves. */
export interface Finder {
  /** After a commit. */
  readonly note: (draft: Draft) => void;
  /** From time to time: what others wait for may be known here, or be here meanwhile. */
  readonly sweep: () => Promise<void>;
}

/** A step, or a session, that waits for its parent; in the store, because another replica may know it. */
interface Awaited {
  readonly session: string;
  /** None where the session as a whole waits for `parent`, which is a session then. */
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

/** Steps that were seen lately are known by name here; what nobody here knows is written down for the others. */
export function createFinder({ engine, store, now, onError }: FinderParts): Finder {
  const { sessionOf, know } = stepNames();
  let isWarm = false;
  const place = async (awaited: Awaited): Promise<boolean> => {
    const home = await homeOf(awaited, sessionOf, engine);
    if (home === undefined || home === awaited.session) return false;
    const isCycle = await closesCircle(engine, awaited, home);
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
        // A damaged parent or child must not keep the others from being placed.
        const isPlaced = await place(awaited).catch(() => false);
        const isOver = isPlaced || now() - awaited.at > PARENT_PATIENCE_MS;
        if (isOver) await store.removeDocument(keyOf(awaited));
      }
    },
  };
}

/** Where steps are, by name; the oldest are forgotten. */
function stepNames(): {
  readonly sessionOf: ReadonlyMap<string, string>;
  readonly know: (step: string, session: string) => void;
} {
  const sessionOf = new Map<string, string>();
  return {
    sessionOf,
    know(step, session) {
      sessionOf.delete(step);
      sessionOf.set(step, session);
      const [oldest] = sessionOf.size > MAX_KNOWN ? sessionOf.keys() : [];
      if (oldest !== undefined) sessionOf.delete(oldest);
    },
  };
}

function keyOf({ session, step }: Awaited): { session: string; kind: string; id: string } {
  return { session, kind: AWAITED, id: step === null ? 'session' : computeHash(step).slice(0, 32) };
}

/** Those at the end of the list that were not there before. */
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

/** The session that the parent is in, or is. */
async function homeOf(
  { step, parent }: Awaited,
  sessionOf: ReadonlyMap<string, string>,
  engine: SessionEngine,
): Promise<string | undefined> {
  if (step !== null) return sessionOf.get(parent);
  return (await engine.read(parent)) ? parent : undefined;
}

function closesCircle(
  engine: SessionEngine,
  { session, step, parent }: Awaited,
  home: string,
): Promise<boolean> {
  return step === null
    ? leadsToSession(engine, home, session)
    : leadsToStep(engine, { session: home, step: parent }, step);
}

/** After a start: what the newest sessions did last. */
async function warm(store: Store, know: (step: string, session: string) => void): Promise<void> {
  const listed = await store.list({ limit: WARM });
  const found = await store.load(listed.map(({ id }) => id));
  for (const [id, { record }] of found)
    for (const step of (JSON.parse(record) as SessionRecord).dag.steps) know(step.id, id);
}

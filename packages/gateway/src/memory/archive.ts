import {
  addFact,
  addSession,
  type ArchiveFact,
  type KnownPattern,
  knownAmong,
  type ModelFigures,
  newFigures,
  type PatternRow,
  printPattern,
  proposeLimits,
  type Voice,
} from '@rutbreak/core';
import type { Loop } from '../api/sessions.js';
import type { SessionEngine } from '../engine/engine.js';
import type { Handlers } from '../http/handler.js';
import { HttpProblem } from '../http/problem.js';
import type { Counters } from '../ops/metrics.js';
import type { Shared } from '../ops/shared.js';
import { hashSecret } from '../security/secret.js';
import type { Store } from '../store/store.js';

export interface MemoryParts {
  readonly store: Store;
  readonly engine: SessionEngine;
  readonly shared: Shared;
  readonly counters: Counters;
  readonly archive: ArchiveStore;
  readonly now: () => number;
}

const PATTERNS = 'pattern';
const FIGURES = 'figures';
const MAX_PATTERNS = 10_000;
const MAX_TRIES = 10;

type StoredLoop = Loop & { readonly voice: Voice };

export interface ArchiveStore {
  /** For everybody; with consent also as the own pattern of whoever it was. */
  readonly record: (fact: ArchiveFact, user?: string) => Promise<void>;
  /** Consent was taken back: what was one person's own goes. */
  readonly forgetUsers: () => Promise<void>;
}

/** What is known across sessions: digests and counts, never a text. */
export function createArchiveStore(store: Store, hasConsent: () => boolean): ArchiveStore {
  const keep = (fact: ArchiveFact, id: string): Promise<void> =>
    changeDocument(store, PATTERNS, id, (before) => addFact(before as PatternRow | undefined, fact));
  return {
    async record(fact, user = '') {
      const { id } = printPattern(fact.loop);
      await keep(fact, id);
      if (user !== '' && hasConsent())
        await keep({ ...fact, user }, `${id} ${hashSecret(user).slice(0, 16)}`);
    },
    async forgetUsers() {
      for (const { id, row } of await rowsIn(store))
        if (row.user !== undefined) await store.removeDocument({ session: '', kind: PATTERNS, id });
    },
  };
}

async function rowsIn(store: Store): Promise<readonly { readonly id: string; readonly row: PatternRow }[]> {
  const found = await store.documents({ kind: PATTERNS, session: '', limit: MAX_PATTERNS });
  return found.map(({ id, body }) => ({ id, row: JSON.parse(body) as PatternRow }));
}

/** Reads, computes and writes until nobody else was faster. */
export async function changeDocument(
  store: Store,
  kind: string,
  id: string,
  next: (before: unknown) => unknown,
): Promise<void> {
  for (let i = 0; i < MAX_TRIES; i++) {
    const key = { session: '', kind, id };
    const found = await store.document(key);
    const before: unknown = found && JSON.parse(found.body);
    if (await store.putDocument(key, found?.version ?? 0, JSON.stringify(next(before)))) return;
  }
}

type Names = 'listPatterns' | 'listProposals' | 'postFeedback' | 'postOutcome';

export function memoryHandlers(parts: MemoryParts): Pick<Handlers, Names> {
  const { store, shared } = parts;
  return {
    async listPatterns({ query: { like, user, least = 0.5, limit = 100 } }) {
      const rows = (await rowsIn(store)).map(({ row }) => row);
      if (like === undefined) {
        const common = rows.filter((row) => row.user === undefined);
        return { patterns: common.slice(0, limit).map((row) => shown({ row, likeness: -1 })) };
      }
      const { voice } = await loopOf(store, like);
      const query = { least, most: limit, ...(user !== undefined && { user }) };
      return { patterns: knownAmong(rows, voice, query).map(shown) };
    },
    async listProposals() {
      const { preset, options, models } = shared.settings().config.events;
      const all = await store.documents({ kind: FIGURES, session: '', limit: 1000 });
      const proposals = all.map(({ body }) => {
        const figures = JSON.parse(body) as ModelFigures;
        const own = { ...options, ...models[figures.model] };
        const { kind, model, why, changes } = proposeLimits(preset, own, figures);
        return { kind, model, why, changes: [...changes] };
      });
      return { proposals };
    },
    postFeedback: ({ params, body }) => feedback(parts, params['id'] ?? '', body.operator_id, body.verdict),
    postOutcome: ({ params, body }) =>
      outcome(parts, params['id'] ?? '', body.operator_id, body.recovered, body.strategy ?? 'other'),
  };
}

function shown({ row, likeness }: KnownPattern) {
  return {
    ...{ id: row.id, category: row.category, seen: row.seen, overrides: row.overrides },
    ...{ false_alarms: row.falseAlarms, last_at: row.lastAt ?? null, is_own: row.user !== undefined },
    outcomes: { ...row.outcomes } as Record<string, { recovered: number; failed: number }>,
    ...(likeness >= 0 && { likeness: Math.round(likeness * 1e4) / 1e4 }),
  };
}

function sessionOf(loop: string): string {
  return Buffer.from(loop.split('.')[0] ?? '', 'base64url').toString();
}

async function loopOf(store: Store, id: string): Promise<StoredLoop> {
  const found = await store.document({ session: sessionOf(id), kind: 'loop', id });
  if (!found)
    throw new HttpProblem('NOT_FOUND', 'There is no such loop.', { hint: 'GET /v1/loops lists them.' });
  return JSON.parse(found.body) as StoredLoop;
}

async function feedback(
  { store, engine, counters, now, shared, archive }: MemoryParts,
  id: string,
  by: string,
  verdict: 'correct' | 'false-positive',
): Promise<Loop> {
  const { voice, ...loop } = await mark(store, id, { feedback: verdict });
  await engine.submit<'feedback'>(loop.session_id, { kind: 'feedback', loop: id, verdict });
  await note(store, by, 'feedback', { loop: id, verdict }, loop.session_id, now());
  if (verdict === 'correct') return loop;
  await archive.record({ kind: 'false-alarm', loop: voice, at: now() }, by);
  const fact = { kind: 'false-positive' as const, session: loop.session_id, type: loop.category };
  counters.count(fact, { loops: [], more: 0 });
  const model = (await engine.read(loop.session_id))?.record.agent.model ?? '';
  await addFigures(store, model, { falsePositives: [loop.detector] });
  await adapt(store, shared, model);
  return loop;
}

async function outcome(
  { store, engine, counters, now, archive }: MemoryParts,
  id: string,
  by: string,
  isRecovered: boolean,
  strategy: string,
): Promise<Loop> {
  const { voice, ...loop } = await mark(store, id, { outcome: isRecovered ? 'recovered' : 'failed' });
  await engine.submit<'outcome'>(loop.session_id, { kind: 'outcome', loop: id, isRecovered });
  await archive.record({ kind: 'outcome', loop: voice, strategy, isRecovered, at: now() }, by);
  const fact = { kind: 'recovery' as const, session: loop.session_id, isRecovered, strategy };
  counters.count(fact, { loops: [], more: 0 });
  await note(store, by, 'outcome', { loop: id, isRecovered }, loop.session_id, now());
  return loop;
}

async function mark(store: Store, id: string, change: Partial<Loop>): Promise<StoredLoop> {
  for (let i = 0; i < MAX_TRIES; i++) {
    const key = { session: sessionOf(id), kind: 'loop', id };
    const found = await store.document(key);
    if (!found) break;
    const next = { ...(JSON.parse(found.body) as StoredLoop), ...change };
    if (await store.putDocument(key, found.version, JSON.stringify(next))) return next;
  }
  return loopOf(store, id);
}

function note(
  store: Store,
  operator: string,
  command: string,
  detail: object,
  session: string,
  at: number,
): Promise<void> {
  const text = JSON.stringify({ session, ...detail });
  return store.append({
    broadcasts: [],
    audit: [{ at, operator, command, before: '', after: '', detail: text }],
  });
}

/** What one session adds to its model's figures. */
export function addFigures(
  store: Store,
  model: string,
  facts: { readonly loops?: readonly string[]; readonly falsePositives?: readonly string[] },
): Promise<void> {
  return changeDocument(store, FIGURES, model === '' ? 'unknown' : model, (before) => {
    const figures = (before as ModelFigures | undefined) ?? newFigures(model);
    const added = addSession(figures, {
      ...{ loops: [...(facts.loops ?? [])], falsePositives: [...(facts.falsePositives ?? [])] },
    });
    // Feedback is about a session that was counted when it ended.
    return facts.loops ? added : { ...added, sessions: figures.sessions };
  });
}

/** Where limits may move by themselves, they do. */
async function adapt(store: Store, shared: Shared, model: string): Promise<void> {
  const { archive, events } = shared.settings().config;
  if (archive.adapt !== 'apply' || model === '') return;
  const found = await store.document({ session: '', kind: FIGURES, id: model });
  if (!found) return;
  const own = { ...events.options, ...events.models[model] };
  const { kind, changes } = proposeLimits(events.preset, own, JSON.parse(found.body) as ModelFigures);
  if (kind === 'keep') return;
  const moved: Record<string, Record<string, unknown>> = {};
  for (const { owner, option, after } of changes) (moved[owner] ??= {})[option] = after;
  await shared.changeConfig({ events: { models: { [model]: moved } } });
  await changeDocument(store, FIGURES, model, () => newFigures(model));
}

import type { Finding } from '@rutbreak/core';
import { type KnownPattern, knownAmong, type ModelFigures, proposeLimits } from '@rutbreak/core/edge';
import type { Loop } from '../../api/sessions.js';
import { adapt, addFigures, FIGURES } from '../../archive/figures.js';
import { type ArchiveStore, rowsIn } from '../../archive/store.js';
import type { SessionEngine } from '../../engine/engine.js';
import type { Handlers } from '../../http/handler.js';
import { HttpProblem } from '../../http/problem.js';
import type { ClusterConfig } from '../../ops/cluster-config.js';
import type { Counters } from '../../ops/metrics.js';
import { appendAudit, auditLine } from '../../store/change-document.js';
import type { Store } from '../../store/store.js';

export interface LoopParts {
  readonly store: Store;
  readonly engine: SessionEngine;
  readonly cluster: ClusterConfig;
  readonly counters: Counters;
  readonly archive: ArchiveStore;
  readonly now: () => number;
}

const MAX_TRIES = 10;

type StoredLoop = Loop & { readonly voice: Finding };

type Names = 'listPatterns' | 'listProposals' | 'postFeedback' | 'postOutcome';

export function loopHandlers(parts: LoopParts): Pick<Handlers, Names> {
  const { store, cluster } = parts;
  return {
    async listPatterns({ query: { like, user, least = 0.5, limit = 100 } }) {
      const rows = (await rowsIn(store)).map(({ row }) => row);
      if (like === undefined) {
        const common = rows.filter((row) => row.user === undefined);
        return { patterns: common.slice(0, limit).map((row) => shown({ row, likeness: -1 })) };
      }
      const { voice: finding } = await loopOf(store, like);
      const query = { least, most: limit, ...(user !== undefined && { user }) };
      return { patterns: knownAmong(rows, finding, query).map(shown) };
    },
    async listProposals() {
      const { preset, options, models } = cluster.settings().config.events;
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

export async function loopOf(store: Store, id: string): Promise<StoredLoop> {
  const found = await store.document({ session: sessionOf(id), kind: 'loop', id });
  if (!found)
    throw new HttpProblem('NOT_FOUND', 'There is no such loop.', { hint: 'GET /v1/loops lists them.' });
  return JSON.parse(found.body) as StoredLoop;
}

async function feedback(
  { store, engine, counters, now, cluster, archive }: LoopParts,
  id: string,
  by: string,
  verdict: 'correct' | 'false-positive',
): Promise<Loop> {
  const { voice: finding, ...loop } = await mark(store, id, { feedback: verdict });
  await engine.submit('feedback', loop.session_id, { loop: id, verdict });
  const detail = { session: loop.session_id, loop: id, verdict };
  await appendAudit(store, auditLine(now(), by, 'feedback', detail));
  if (verdict === 'correct') return loop;
  await archive.record([{ kind: 'false-alarm', loop: finding, at: now() }], by);
  const fact = { kind: 'false-positive' as const, session: loop.session_id, type: loop.category };
  counters.count(fact, { loops: [], more: 0 });
  const model = (await engine.read(loop.session_id))?.record.agent.model ?? '';
  await addFigures(store, model, { falsePositives: [loop.detector] });
  await adapt(store, cluster, model);
  return loop;
}

async function outcome(
  { store, engine, counters, now, archive }: LoopParts,
  id: string,
  by: string,
  isRecovered: boolean,
  strategy: string,
): Promise<Loop> {
  const { voice: finding, ...loop } = await mark(store, id, {
    outcome: isRecovered ? 'recovered' : 'failed',
  });
  await engine.submit('outcome', loop.session_id, { loop: id, isRecovered });
  await archive.record([{ kind: 'outcome', loop: finding, strategy, isRecovered, at: now() }], by);
  const fact = { kind: 'recovery' as const, session: loop.session_id, isRecovered, strategy };
  counters.count(fact, { loops: [], more: 0 });
  const detail = { session: loop.session_id, loop: id, isRecovered };
  await appendAudit(store, auditLine(now(), by, 'outcome', detail));
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

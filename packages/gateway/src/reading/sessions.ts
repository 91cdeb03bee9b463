import type { Broadcast, ListedSession, Store } from '../store/store.js';
import type { Loop, SessionSummary, StoredEvent } from '../api/sessions.js';
import type { SessionEngine } from '../engine/engine.js';
import { readStored } from '../engine/history.js';
import { waits } from '../engine/hold.js';
import { NO_WISH, orderFor } from '../engine/order.js';
import { NOTHING_SAVED } from '../engine/savings.js';
import { detailOf, nodeOf } from '../engine/summary.js';
import type { KillState } from '../api/hitl.js';
import type { Handlers } from '../http/handler.js';
import { HttpProblem } from '../http/problem.js';
import { aged, agentEdges, agentNodes, edgesAmong, nodeIdsOf } from '../topology/agents.js';
import { buildDag } from '../topology/build.js';
import { nodeState } from '../topology/node.js';

export interface ReadParts {
  /** Overrides need nothing more, however many there were. */
  readonly permitsOverride?: boolean | undefined;
  readonly engine: SessionEngine;
  readonly store: Store;
  readonly now: () => number;
  readonly kill: () => KillState;
}

type Names =
  | 'listSessions'
  | 'getSession'
  | 'getControl'
  | 'getEvents'
  | 'getSessionLoops'
  | 'getDag'
  | 'exportSession'
  | 'deleteSession'
  | 'listLoops'
  | 'getTopology'
  | 'listViolations'
  | 'listAudit';

const PAGE = 100;

export function readHandlers(parts: ReadParts): Pick<Handlers, Names> {
  return { ...lists(parts), ...logs(parts), ...single(parts), ...whole(parts), ...copies(parts) };
}

function lists({ store, now }: ReadParts): Pick<Handlers, 'listSessions' | 'listLoops' | 'getTopology'> {
  return {
    async listSessions({ query: { state, severity, search, after, limit = PAGE } }) {
      const place = after === undefined ? undefined : placeFrom(after);
      const found = await store.list({
        ...{ limit, ...(state && { state }), ...(search !== undefined && { search }) },
        ...(place && { after: place }),
      });
      const sessions = found.map((row) => summaryFrom(row, now()));
      const last = found.length === limit ? found.at(-1) : undefined;
      return {
        sessions: severity ? sessions.filter((one) => one.severity === severity) : sessions,
        next: last ? placeOf(last) : null,
        total: await store.count(),
      };
    },
    async listLoops({ query: { limit = PAGE } }) {
      const found = await store.documents({ kind: 'loop', limit, newestFirst: true });
      return { loops: found.map(({ body }) => loopFrom(body)) };
    },
    async getTopology({ query: { limit = 500 } }) {
      const found = await store.list({ limit });
      const shown = found
        .map((row) => summaryFrom(row, now()))
        .filter(({ node_state }) => node_state !== 'dead');
      return {
        nodes: shown.flatMap((one) => [nodeOf(one), ...agentNodes(one)]),
        edges: [...edgesAmong(shown), ...shown.flatMap(agentEdges)],
      };
    },
  };
}

function logs({ store }: ReadParts): Pick<Handlers, 'listViolations' | 'listAudit'> {
  return {
    async listViolations({ query: { after = 0, limit = PAGE } }) {
      const found: Broadcast[] = [];
      for (let from = after; found.length < limit;) {
        const some = await store.broadcasts(from, 1000);
        found.push(...some.filter(({ topic }) => topic === 'gateway:violations'));
        const last = some.at(-1);
        if (!last || some.length < 1000) break;
        from = last.id;
      }
      const page = found.slice(0, limit);
      const next = found.length >= limit ? (page.at(-1)?.id ?? null) : null;
      return { violations: page.map(({ id, body }) => ({ id, ...(JSON.parse(body) as object) })), next };
    },
    async listAudit({ query: { session, before, limit = PAGE } }) {
      const found = await store.audit({
        ...{ limit, ...(session !== undefined && { session }), ...(before !== undefined && { before }) },
      });
      const entries = found.map((one) => ({
        ...{
          id: one.id,
          session_id: one.session,
          at: one.at,
          operator_id: one.operator,
          command: one.command,
        },
        ...{ before_hash: one.before, after_hash: one.after, detail: JSON.parse(one.detail) as unknown },
      }));
      return { entries, next: found.length === limit ? (found.at(-1)?.id ?? null) : null };
    },
  };
}

/** States that come with time are told as they are now. */
function summaryFrom({ summary, version }: ListedSession, now: number): SessionSummary {
  const read = JSON.parse(summary) as SessionSummary;
  const facts = { ...read, seenAt: read.updated_at };
  const violatedAt = read.node_state === 'schema_violation' ? read.updated_at : null;
  // Those that were written by an older version lack these.
  const older = { parents: [], orphan: false, saved: NOTHING_SAVED };
  const node_state = nodeState({ ...facts, violatedAt }, now);
  return aged({ ...older, ...read, version, node_state }, now);
}

function placeOf({ updatedAt, id }: ListedSession): string {
  return Buffer.from(JSON.stringify([updatedAt, id])).toString('base64url');
}

function placeFrom(text: string): { readonly updatedAt: number; readonly id: string } {
  try {
    const [updatedAt, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [number, string];
    if (typeof updatedAt === 'number' && typeof id === 'string') return { updatedAt, id };
  } catch {
    // Told below.
  }
  throw new HttpProblem('INVALID_FIELD', 'after: is not what `next` said.', { field: 'after' });
}

function loopFrom(body: string): Loop {
  const loop: Partial<{ voice: unknown }> & Loop = JSON.parse(body) as Loop;
  delete loop.voice;
  return loop;
}

export function notThere(): HttpProblem {
  return new HttpProblem('NOT_FOUND', 'There is no such session.', { hint: 'GET /v1/sessions lists them.' });
}

const idOf = ({ params }: { readonly params: Readonly<Record<string, string>> }): string =>
  params['id'] ?? '';

function single({
  engine,
  store,
  now,
  kill,
  permitsOverride,
}: ReadParts): Pick<Handlers, 'getSession' | 'getControl' | 'getSessionLoops'> {
  return {
    async getSession(call) {
      const entry = await engine.read(idOf(call));
      if (!entry) throw notThere();
      return detailOf(entry.record, entry.version, now(), permitsOverride);
    },
    async getControl(call) {
      const { wait = 0, version: known, agent_id: agent } = call.query;
      const until = now() + wait * 1000;
      for (;;) {
        const entry = await engine.read(idOf(call));
        if (!entry) throw notThere();
        const { version, record } = entry;
        const isNews = known === undefined ? !waits(record, agent) : version > known;
        if (isNews || now() >= until || call.request.raw.destroyed)
          return { ...orderFor(record, { kill: kill() }, NO_WISH, agent), version };
        await hinted(store, Math.min(1000, until - now()));
      }
    },
    async getSessionLoops(call) {
      const session = idOf(call);
      const found = await store.documents({ kind: 'loop', session, limit: 500, newestFirst: true });
      if (found.length === 0 && !(await engine.read(session))) throw notThere();
      return { loops: found.map(({ body }) => loopFrom(body)) };
    },
  };
}

/** Until somebody commits, or for a while. */
function hinted(store: Store, ms: number): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      done();
    };
    const timer = setTimeout(end, ms);
    const stop = store.onHint(end);
  });
}

function whole({ engine, store, now }: ReadParts): Pick<Handlers, 'getEvents' | 'getDag'> {
  return {
    async getEvents(call) {
      const session = idOf(call);
      const { from = 0, limit = PAGE } = call.query;
      const found = await eventsFrom(store, session, from, limit + 1);
      if (found.length === 0 && !(await engine.read(session))) throw notThere();
      return { events: found.slice(0, limit), next: found[limit]?.seq ?? null };
    },
    async getDag(call) {
      const session = idOf(call);
      const entry = await engine.read(session);
      if (!entry) throw notThere();
      const audit = await store.audit({ session, limit: PAGE });
      return buildDag(entry.record, await eventsFrom(store, session, 0, 5000), audit, now());
    },
  };
}

function copies({ engine, store, now }: ReadParts): Pick<Handlers, 'exportSession' | 'deleteSession'> {
  return {
    async exportSession(call) {
      const session = idOf(call);
      const entry = await engine.read(session);
      if (!entry) throw notThere();
      const loops = await store.documents({ kind: 'loop', session, limit: 1000 });
      return {
        ...{ format: 'rutbreak-session', version: 1, exported_at: now() },
        session: detailOf(entry.record, entry.version, now()),
        events: await eventsFrom(store, session, 0, Infinity),
        loops: loops.map(({ body }) => loopFrom(body)),
        audit: await store.audit({ session, limit: 10_000 }),
      };
    },
    async deleteSession(call) {
      const session = idOf(call);
      const entry = await engine.read(session);
      const isRemoved = await store.remove(session);
      engine.forget(session);
      if (!isRemoved) throw notThere();
      const { name } = call.identity;
      await store.append({
        broadcasts: nodeIdsOf(entry?.record ?? { id: session }).map((node_id) => ({
          topic: 'gateway:topology',
          at: now(),
          body: JSON.stringify({ event_type: 'node_removed', node_id }),
        })),
        audit: [
          { at: now(), operator: name, command: 'delete_session', before: '', after: '', detail: '{}' },
        ],
      });
      return { removed: true };
    },
  };
}

async function eventsFrom(store: Store, session: string, from: number, most: number): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let fromSeq = from; events.length < most;) {
    const batches = await store.history(session, { fromSeq, limit: 200 });
    events.push(...batches.flatMap(readStored).filter(({ seq }) => seq >= fromSeq));
    const last = batches.at(-1);
    if (!last || batches.length < 200) break;
    fromSeq = last.lastSeq + 1;
  }
  return events.slice(0, most);
}

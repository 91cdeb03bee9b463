import { loopFrom, type ReadParts } from './read-parts.js';
import type { Broadcast, ListedSession } from '../../store/store.js';
import { placeFrom, placeOf } from './place.js';
import type { Loop, SessionSummary } from '../../api/sessions.js';
import { nodeOf, wasteKey } from '../../session/summary.js';
import type { Handlers } from '../../http/handler.js';
import { aged, agentEdges, agentNodes, edgesAmong } from '../../session/agents.js';
import { nodeState } from '../../session/node.js';
import { definitions } from '../../api/figures.js';
import { fleetFigures, type TotalsWriter } from '../../ops/totals.js';

const PAGE = 100;
/** With a date range or another order, the query covers this many of the newest loops. */
const MAX_LOOPS = 5000;

function wasteOf({ figures: { wasted } }: Loop): number {
  return wasteKey({ wasted });
}

/** Drops undefined fields. */
function defined<Fields extends object>(fields: Fields): { [K in keyof Fields]: NonNullable<Fields[K]> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof Fields]: NonNullable<Fields[K]> };
}

type Counted = Pick<ReadParts, 'store' | 'now'> & { readonly totals: Pick<TotalsWriter, 'flush'> };

export function figureHandlers({ store, now, totals }: Counted): Pick<Handlers, 'getFigures'> {
  return {
    async getFigures() {
      await totals.flush();
      return { definitions: definitions(), fleet: await fleetFigures(store, now()) };
    },
  };
}

export function listHandlers({
  store,
  now,
}: ReadParts): Pick<Handlers, 'listSessions' | 'listLoops' | 'getTopology'> {
  return {
    async listSessions({ query: { severity, after, limit = PAGE, ...filter } }) {
      const place = after === undefined ? undefined : placeFrom(after);
      const found = await store.list({ ...defined(filter), limit, ...(place && { after: place }) });
      const sessions = found.map((row) => summaryFrom(row, now()));
      const last = found.length === limit ? found.at(-1) : undefined;
      return {
        sessions: severity ? sessions.filter((one) => one.severity === severity) : sessions,
        next: last ? placeOf(last) : null,
        total: await store.count(),
      };
    },
    async listLoops({ query: { limit = PAGE, from = 0, to = Infinity, sort } }) {
      const isWide = sort === 'waste' || from > 0 || to < Infinity;
      const most = isWide ? MAX_LOOPS : limit;
      const found = await store.documents({ kind: 'loop', limit: most, newestFirst: true });
      const loops = found.map(({ body }) => loopFrom(body));
      const inRange = loops.filter(({ first_at, last_at }) => last_at >= from && first_at <= to);
      if (sort === 'waste') inRange.sort((a, b) => wasteOf(b) - wasteOf(a));
      return { loops: inRange.slice(0, limit) };
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

export function logHandlers({ store }: ReadParts): Pick<Handlers, 'listViolations' | 'listAudit'> {
  return {
    async listViolations({ query: { after = 0, limit = PAGE } }) {
      const found: Broadcast[] = [];
      for (let from = after; found.length < limit;) {
        const some = await store.broadcasts(from, 1000);
        const last = some.at(-1);
        if (!last) break;
        found.push(...some.filter(({ topic }) => topic === 'gateway:violations'));
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

/** Updates states that depend on time to the present. */
function summaryFrom({ summary, version }: ListedSession, now: number): SessionSummary {
  const read = JSON.parse(summary) as SessionSummary;
  const facts = { ...read, seenAt: read.updated_at };
  const violatedAt = read.node_state === 'schema_violation' ? read.updated_at : null;
  const node_state = nodeState({ ...facts, violatedAt }, now);
  return aged({ ...read, version, node_state }, now);
}

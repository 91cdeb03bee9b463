import type { z } from 'zod';
import { definitions, type FleetFigures } from '../api/figures.js';
import { ROUTES, type RouteName } from '../api/routes/table.js';
import type { auditListShape } from '../api/hitl.js';
import type { Loop } from '../api/sessions.js';
import type { topologyShape } from '../api/topology.js';
import { openApi } from '../api/docs/openapi.js';
import type { Handlers } from '../http/handler.js';
import { HttpProblem } from '../http/problem.js';
import { docsPage } from '../routes/admin/docs-page.js';
import { placeFrom } from '../routes/read/place.js';
import { addFigures, mergeLoops, mergeSessions, type SessionPage } from './merge.js';
import type { Upstreams } from './upstreams.js';

type Topology = z.infer<typeof topologyShape>;
type AuditList = z.infer<typeof auditListShape>;

const PAGE = 100;

/** Every other route is refused: a federation is read-only. */
export function federationHandlers(
  upstreams: Upstreams,
  version: string,
  isDraining: () => boolean,
): Omit<Handlers, 'openPageSession' | 'createLoginLink' | 'endPageSession'> {
  return {
    ...refusing(),
    ...listing(upstreams),
    ...owned(upstreams),
    health: () => ({ status: 'ok' }),
    async ready({ reply }) {
      const status = isDraining() ? 'draining' : (await upstreams.areReady()) ? 'ready' : 'unavailable';
      if (status !== 'ready') void reply.status(503);
      return { status };
    },
    openapi: () => ({ ...openApi(version) }),
    docs({ reply }) {
      void reply.type('text/html; charset=utf-8');
      return docsPage();
    },
  };
}

function refusing(): Handlers {
  const refuse = (): never => {
    throw new HttpProblem('READ_ONLY', 'A federation only reads.', {
      hint: 'Send this to the gateway that has the session.',
    });
  };
  return Object.fromEntries(Object.keys(ROUTES).map((name) => [name, refuse])) as unknown as Handlers;
}

type Listing = Pick<Handlers, 'listSessions' | 'listLoops' | 'getTopology' | 'getFigures' | 'listAudit'>;

function listing({ askAll }: Upstreams): Listing {
  return {
    async listSessions({ query: { severity, ...query } }) {
      if (query.after !== undefined) placeFrom(query.after);
      // The gateways would filter within their own pages, so the filter comes after merging.
      const pages = await askAll<SessionPage>(pathOf('/v1/sessions', query));
      const { sessions, ...rest } = mergeSessions(pages, query.sort, query.limit ?? PAGE);
      return {
        sessions: sessions.filter((one) => severity === undefined || one.severity === severity),
        ...rest,
      };
    },
    async listLoops({ query }) {
      const lists = await askAll<{ readonly loops: readonly Loop[] }>(pathOf('/v1/loops', query));
      const loops = lists.map((one) => one.loops);
      return { loops: mergeLoops(loops, query.sort, query.limit ?? PAGE) };
    },
    async getTopology({ query }) {
      const maps = await askAll<Topology>(pathOf('/v1/topology', query));
      return { nodes: maps.flatMap(({ nodes }) => nodes), edges: maps.flatMap(({ edges }) => edges) };
    },
    async getFigures() {
      const all = await askAll<{ readonly fleet: FleetFigures }>('/v1/figures');
      return { definitions: definitions(), fleet: addFigures(all.map(({ fleet }) => fleet)) };
    },
    async listAudit({ query }) {
      if (query.before !== undefined)
        throw new HttpProblem('INVALID_FIELD', 'before: each gateway numbers its own audit lines.', {
          ...{ field: 'before', hint: 'Ask the gateway itself for older lines.' },
        });
      const lists = await askAll<AuditList>(pathOf('/v1/audit', query));
      const entries = lists.flatMap((one) => one.entries).sort((a, b) => b.at - a.at);
      return { entries: entries.slice(0, query.limit ?? PAGE), next: null };
    },
  };
}

const OWNED = [
  'getSession',
  'getEvents',
  'getSessionLoops',
  'getDag',
  'exportSession',
] as const satisfies readonly RouteName[];

/** Requests about one session go to the gateway that has it. */
function owned({ askOwner }: Upstreams): Pick<Handlers, (typeof OWNED)[number]> {
  const handlers = OWNED.map((name) => [
    name,
    ({ params, request }: { params: Readonly<Record<string, string>>; request: { url: string } }) =>
      askOwner(params['id'] ?? '', request.url),
  ]);
  return Object.fromEntries(handlers) as Pick<Handlers, (typeof OWNED)[number]>;
}

function pathOf(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const search = new URLSearchParams(given).toString();
  return search === '' ? path : `${path}?${search}`;
}

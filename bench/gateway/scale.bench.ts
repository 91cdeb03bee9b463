import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { AgentEvent } from '@rutbreak/core';
import { advance, configure, start, type State } from '@rutbreak/core/edge';
import { createSqliteStore } from '@rutbreak/gateway';
import { batch, cpuOf, inFolder, round, type Server, SESSIONS, startServer } from './load.js';
import { type Effort, type Figure, median } from '../harness.js';

/** All of ingest but core's judgement of the events, with a server that only parses as 1. */
const rest: Figure = {
  name: 'gateway-ingest-without-core-to-bare-fastify',
  limit: 3,
  measure: ({ rounds }: Effort) =>
    inFolder(async (folder) => {
      const gateway = await startServer({ role: 'gateway', path: join(folder, 'a.db') });
      const bare = await startServer({ role: 'bare', path: '' });
      const core = coreAlone();
      try {
        const ratios: number[] = [];
        const count = Math.ceil(rounds / 5);
        for (let number = 0; number < count; number++) {
          const bodies = round(number);
          const [whole, judged] = [await cpuOf(gateway, bodies), core(bodies)];
          ratios.push((whole - judged) / (await cpuOf(bare, bodies)));
        }
        return median(ratios.slice(count / 3));
      } finally {
        gateway.close();
        bare.close();
      }
    }),
};

/** Microseconds of the processor that core takes for the events of these requests. */
function coreAlone(): (bodies: readonly string[]) => number {
  const engine = configure('default');
  const states: State[] = Array.from({ length: SESSIONS }, () => start(engine));
  return (bodies) => {
    const batches = bodies.map((body) => (JSON.parse(body) as { readonly events: AgentEvent[] }).events);
    const before = process.cpuUsage();
    for (const [s, events] of batches.entries())
      for (const event of events) states[s] = advance(states[s] ?? start(engine), event, engine).state;
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
}

const IN_FLIGHT = 100;

/** The slowest of a hundred requests, with the usual one as 1, while a hundred agents send at once. */
const inFlight: Figure = {
  name: 'gateway-100-in-flight-p99-to-p50',
  limit: 5,
  measure: ({ rounds }: Effort) =>
    inFolder(async (folder) => {
      const server = await startServer({ role: 'gateway', path: join(folder, 'a.db'), sockets: IN_FLIGHT });
      const times: number[] = [];
      const agent = async (s: number): Promise<void> => {
        for (let number = 0; number < Math.ceil(rounds / 3); number++) {
          const body = batch(`agent-${s}`, number, 5);
          const begun = performance.now();
          await server.post(body);
          if (number > 5) times.push(performance.now() - begun);
        }
      };
      try {
        await Promise.all(Array.from({ length: IN_FLIGHT }, (_, s) => agent(s)));
        times.sort((a, b) => a - b);
        return (times[Math.floor(times.length * 0.99)] ?? 0) / median(times);
      } finally {
        server.close();
      }
    }),
};

const FEW = 1000;
const MANY = 100_000;

/** Requests of somebody who looks for something among many sessions. `x7x` is in few names. */
const QUESTIONS = [
  '/v1/sessions?limit=100',
  '/v1/sessions?limit=100&sort=waste',
  '/v1/sessions?limit=100&state=paused',
  '/v1/sessions?limit=100&search=x7x',
  '/v1/sessions?limit=100&search=run',
  '/v1/sessions?limit=100&from=1000&to=9000000000000',
  '/v1/figures',
];

/**
 * Fills a file with sessions, as many as wanted. One in five has ended, one in fifty is paused. All are of today, because the
 * gateway would delete older ones while it is measured.
 */
async function seed(path: string, count: number, name: string): Promise<void> {
  const store = createSqliteStore(path);
  const none = { history: [], broadcasts: [], audit: [], documents: [], dueAt: null, record: '{}' };
  const begun = Date.now() - count;
  for (let from = 0; from < count; from += 2000) {
    const some = Array.from({ length: Math.min(2000, count - from) }, (_, i) => {
      const n = from + i;
      const id = `run-${name}-${n % FEW === 7 ? 'x7x-' : ''}${n}`;
      const state = n % 5 === 0 ? 'ended' : n % 50 === 1 ? 'paused' : 'active';
      const wasted = { calls: 0, tokens: 0, cost: (n * 7919) % 1000 };
      return {
        ...({
          ...none,
          id,
          expected: 0,
          nextSeq: 1,
          state,
          updatedAt: begun + n,
          waste: wasted.cost,
        } as const),
        isLooping: n % 100 === 3 ? (1 as const) : (0 as const),
        summary: summary(id, state, begun + n, wasted),
      };
    });
    await store.commit(some);
  }
  await store.close();
}

function summary(id: string, state: string, at: number, wasted: object): string {
  const names = { agent_id: 'agent', agent_type: 'coder', model: 'atlas', cluster_id: '' };
  const counts = { events: 12, held: 0, loops: 1, open_loops: 0, resets: 1, refused: 0, open_gates: 0 };
  const nothing = { calls: 0, tokens: 0, cost: 0 };
  return JSON.stringify({
    ...{ id, state, node_state: 'idle', version: 1, ...names, created_at: at, updated_at: at, ...counts },
    ...{ entropy_score: null, severity: 'NORMAL', status: 'healthy', action: 'continue', stop_status: null },
    ...{ last_loop: null, cost: 0.2, tokens: 900, parents: [], orphan: false, saved: nothing, wasted },
  });
}

/** The median time of each question, in milliseconds, asked of both in turn; the first answers warm up. */
async function askInTurn(servers: readonly Server[], times: number): Promise<readonly number[][]> {
  const medians = servers.map(() => [] as number[]);
  for (const question of QUESTIONS) {
    const took = servers.map(() => [] as number[]);
    for (let i = 0; i < times + 5; i++)
      for (const [s, server] of servers.entries()) {
        const begun = performance.now();
        await server.get(question);
        if (i >= 5) took[s]?.push(performance.now() - begun);
      }
    for (const [s, list] of took.entries()) medians[s]?.push(median(list));
  }
  return medians;
}

function worst(subject: readonly number[], baseline: readonly number[]): number {
  return Math.max(...subject.map((ms, i) => ms / (baseline[i] ?? 0)));
}

/** Listing, filtering, searching and counting 100,000 sessions, with 1,000 as 1: the worst of the questions. */
const listing: Figure = {
  name: 'gateway-list-100000-to-1000-sessions',
  limit: 3,
  measure: ({ rounds }: Effort) =>
    inFolder(async (folder) => {
      const paths = [join(folder, 'many.db'), join(folder, 'few.db')] as const;
      await seed(paths[0], MANY, 'a');
      await seed(paths[1], FEW, 'a');
      const servers = await Promise.all(paths.map((path) => startServer({ role: 'gateway', path })));
      try {
        const [many = [], few = []] = await askInTurn(servers, Math.ceil(rounds / 3));
        return worst(many, few);
      } finally {
        for (const server of servers) server.close();
      }
    }),
};

const GATEWAYS = 4;

/** The same questions to a federation of four gateways, with one of them as 1: the worst of the questions. */
const federation: Figure = {
  name: 'gateway-federation-of-4-to-one',
  limit: 8,
  measure: ({ rounds, sessions }: Effort) =>
    inFolder(async (folder) => {
      const each = (sessions * 100) / GATEWAYS;
      const servers: Server[] = [];
      try {
        for (let g = 0; g < GATEWAYS; g++) {
          const path = join(folder, `${g}.db`);
          await seed(path, each, String(g));
          servers.push(await startServer({ role: 'gateway', path }));
        }
        const upstreams = servers.map(({ url }) => url);
        const all = await startServer({ role: 'federation', path: '', upstreams });
        servers.push(all);
        const [whole = [], one = []] = await askInTurn([all, servers[0] ?? all], Math.ceil(rounds / 3));
        return worst(whole, one);
      } finally {
        for (const server of servers) server.close();
      }
    }),
};

export const figures: readonly Figure[] = [rest, inFlight, listing, federation];

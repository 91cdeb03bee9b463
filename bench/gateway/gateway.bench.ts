import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createSqliteStore } from '@rutbreak/gateway';
import { batch, cpuOf, EVENTS, inFolder, round, sendAll, type Server, startServer } from './load.js';
import { type Effort, type Figure, median } from '../harness.js';

/** Processor time of both servers for the same batches, taking turns. The first third warms up. */
function versus(
  start: (folder: string) => Promise<readonly [subject: Server, baseline: Server]>,
): Extract<Figure, { measure: unknown }>['measure'] {
  return ({ rounds }: Effort) =>
    inFolder(async (folder) => {
      const [subject, baseline] = await start(folder);
      try {
        const ratios: number[] = [];
        const count = Math.ceil(rounds / 5);
        for (let number = 0; number < count; number++) {
          const bodies = round(number);
          ratios.push((await cpuOf(subject, bodies)) / (await cpuOf(baseline, bodies)));
        }
        return median(ratios.slice(count / 3));
      } finally {
        subject.close();
        baseline.close();
      }
    });
}

/** Detection, a durable acknowledgement and all the rest, with a server that only parses as 1. */
const ingest: Figure = {
  name: 'gateway-ingest-to-bare-fastify',
  limit: 5,
  measure: versus((folder) =>
    Promise.all([
      startServer({ role: 'gateway', path: join(folder, 'a.db') }),
      startServer({ role: 'bare', path: '' }),
    ]),
  ),
};

/** The same gateway with 100 dashboards that never read, and without. */
const stuck: Figure = {
  name: 'gateway-never-reading-clients',
  limit: 1.2,
  measure: versus(async (folder) => {
    const servers = await Promise.all([
      startServer({ role: 'gateway', path: join(folder, 'a.db') }),
      startServer({ role: 'gateway', path: join(folder, 'b.db') }),
    ]);
    for (let i = 0; i < 100; i++) servers[0].ignore();
    return servers;
  }),
};

/** Commits of 20 batches, with an append of the same texts and fdatasync as 1: both turn text into bytes. */
const durable: Figure = {
  name: 'gateway-sqlite-to-fdatasync',
  limit: 2,
  measure: ({ rounds }: Effort) =>
    inFolder(async (folder) => {
      const store = createSqliteStore(join(folder, 'a.db'));
      const file = openSync(join(folder, 'log'), 'a');
      const ratios: number[] = [];
      for (let number = 0; number < rounds; number++) {
        const payloads = Array.from({ length: 20 }, (_, s) => batch(`agent-${s}`, number));
        const updates = payloads.map((payload, s) => ({
          ...{ id: `agent-${s}`, expected: number, nextSeq: (number + 1) * EVENTS, state: 'active' as const },
          ...{
            updatedAt: number,
            dueAt: null,
            isLooping: 0 as const,
            waste: 0,
            summary: '{}',
            record: '{}',
            broadcasts: [],
            audit: [],
            documents: [],
          },
          history: [{ firstSeq: number * EVENTS, lastSeq: (number + 1) * EVENTS - 1, at: number, payload }],
        }));
        const start = performance.now();
        for (const payload of payloads) writeSync(file, payload);
        fdatasyncSync(file);
        const middle = performance.now();
        if ((await store.commit(updates)).size !== updates.length) throw new Error('A commit was refused.');
        ratios.push((performance.now() - middle) / (middle - start));
      }
      closeSync(file);
      await store.close();
      return median(ratios.slice(rounds / 3));
    }),
};

const ALLOWED = 8 * 1024;

/** Bytes that a session takes while it is in memory, as a share of 8 kB. 10,000 of them in the full form. */
const sessions: Figure = {
  name: 'gateway-session-8kB',
  limit: 1,
  measure: (effort: Effort) =>
    inFolder(async (folder) => {
      const server = await startServer({ role: 'gateway', path: join(folder, 'a.db') });
      try {
        const first = Array.from({ length: 200 }, (_, s) => batch(`first-${s}`, 0));
        await sendAll(server, first);
        const before = await server.usage('heap');
        const ids = Array.from({ length: effort.sessions }, (_, s) => `session-${s}`);
        await sendAll(
          server,
          ids.map((id) => batch(id, 0)),
        );
        return ((await server.usage('heap')).heap - before.heap) / ids.length / ALLOWED;
      } finally {
        server.close();
      }
    }),
};

const TURNS = 10;
const DAY = 86_400_000;
const TOGETHER = 500;
const MILLION = 1e6;

/** The first step of each of so many sessions, in one request. */
function beginnings(turn: number, from: number, count: number): string {
  return JSON.stringify(
    Array.from({ length: count }, (_, s) => ({
      meta: { trace_id: `t${from + s}`, timestamp: 0, session_id: `turn-${turn}-${from + s}` },
      identity: { agent_id: 'agent', agent_type: 'coder', capability_version: '1' },
      cognition: { intent: `begin with part ${from + s}` },
      action: { tool_call: `read part ${from + s}`, status: 'success' },
    })),
  );
}

/** Memory after ten times as many sessions have come and gone as after the first; a million in the full form. */
const expired: Figure = {
  name: 'gateway-expired-sessions-flat',
  limit: 1.15,
  measure: (effort: Effort) =>
    inFolder(async (folder) => {
      const server = await startServer({ role: 'gateway', path: join(folder, 'a.db'), cached: 500 });
      try {
        const each = effort.sessions >= 10_000 ? MILLION / TURNS : effort.sessions;
        const heaps: number[] = [];
        for (let turn = 0; turn < TURNS; turn++) {
          for (let done = 0; done < each; done += TOGETHER)
            await server.post(beginnings(turn, done, Math.min(TOGETHER, each - done)), '/gateway/messages');
          heaps.push((await server.usage(40 * DAY)).heap);
        }
        return Math.min(...heaps.slice(-3)) / (heaps[0] ?? 0);
      } finally {
        server.close();
      }
    }),
};

export const figures: readonly Figure[] = [ingest, stuck, durable, sessions, expired];

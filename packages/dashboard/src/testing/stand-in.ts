import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Loop, SessionSummary, StoredEvent } from '../contract.js';
import { makeFleetFigures } from './fleet-figures.js';
import { CONFIG, makeDag, makeTopology, NOW, PACKET } from './fleet.js';

/** A fake gateway with fixture data, for tests of the page alone. */
export interface StandIn {
  readonly url: string;
  readonly commands: readonly { readonly path: string; readonly body: unknown }[];
  readonly broadcast: (topic: string, body: unknown) => void;
  readonly close: () => Promise<void>;
}

export interface Fleet {
  readonly sessions: SessionSummary[];
  readonly loops: readonly Loop[];
  readonly events: readonly StoredEvent[];
  /** Loops of today whose sessions were deleted. */
  readonly deleted?: number;
}

const TYPES: Readonly<Record<string, string>> = {
  ...{ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' },
};
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'";

/** Replaces the response of a path; undefined keeps it. */
type Change = (path: string, answer: unknown) => unknown;

export async function startStandIn(
  pages: string,
  fleet: Fleet,
  change: Change = () => undefined,
): Promise<StandIn> {
  const commands: { path: string; body: unknown }[] = [];
  const clients = new Set<ServerResponse>();
  let id = 0;
  const broadcast = (topic: string, body: unknown): void => {
    id++;
    for (const client of clients)
      client.write(`id: ${id}\nevent: ${topic}\ndata: ${JSON.stringify(body)}\n\n`);
  };
  const answer = answering({ pages, fleet, change, commands, clients, broadcast });
  const server = createServer((request, reply) => {
    answer(request, reply).catch(() => reply.writeHead(404).end('{}'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    commands,
    broadcast,
    close: () => closeServer(server),
  };
}

interface Parts {
  readonly pages: string;
  readonly fleet: Fleet;
  readonly change: Change;
  readonly commands: { path: string; body: unknown }[];
  readonly clients: Set<ServerResponse>;
  readonly broadcast: StandIn['broadcast'];
}

function answering(parts: Parts): (request: IncomingMessage, reply: ServerResponse) => Promise<void> {
  const { pages, fleet, change, commands, clients, broadcast } = parts;
  return async (request, reply) => {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/');
    reply.setHeader('content-security-policy', POLICY);
    if (path === '/v1/stream') {
      follow(request, reply, clients);
      return;
    }
    if (request.method !== 'GET') {
      commands.push({ path, body: await bodyOf(request) });
      send(reply, command(path, fleet, broadcast));
      return;
    }
    const known = read(path, fleet);
    const data = change(path, known) ?? known;
    if (data !== undefined) {
      send(reply, data);
      return;
    }
    await sendFile(reply, join(pages, path === '/' ? 'index.html' : path));
  };
}

function follow(request: IncomingMessage, reply: ServerResponse, clients: Set<ServerResponse>): void {
  reply.writeHead(200, { 'content-type': 'text/event-stream' });
  reply.write(': open\n\n');
  clients.add(reply);
  request.on('close', () => clients.delete(reply));
}

function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}

function send(reply: ServerResponse, data: unknown): void {
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(data));
}

async function sendFile(reply: ServerResponse, file: string): Promise<void> {
  const text = await readFile(file);
  reply.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(text);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? undefined : (JSON.parse(Buffer.concat(chunks).toString()) as unknown);
}

/** The response of a path, typed by the contract. */
export function read(path: string, { sessions, loops, events, deleted = 0 }: Fleet): unknown {
  const [, first, second, id = '', part = ''] = path.split('/');
  if (first === 'gateway') return { active: false, by: null, at: null, reason: null };
  if (first !== 'v1') return undefined;
  if (second === 'sessions' && id !== '') return session(sessions, id, part, { loops, events });
  const answers: Readonly<Record<string, unknown>> = {
    sessions: { sessions, next: null, total: sessions.length },
    loops: { loops },
    figures: makeFleetFigures(sessions, loops, deleted),
    demo: { running: false, started_at: null, agents: [], captions: [] },
    mutes: { mutes: [] },
    topology: makeTopology(sessions),
    config: { version: 3, updated_at: NOW, config: CONFIG },
    stats: { ...{ sessions: sessions.length, store: 'memory', version: '0.1.0', cached: 0, queued: 0 } },
    archive: { patterns: loops.slice(0, 4).map(patternOf) },
    proposals: { proposals: [PROPOSAL] },
    keys: { keys: [{ id: 'k1', name: 'build agents', scopes: ['ingest'], created_at: NOW }] },
    webhooks: { webhooks: [WEBHOOK] },
    audit: { entries: [] },
  };
  return answers[second ?? ''];
}

const patternOf = ({ pattern, category }: Loop, i: number): object => ({
  ...{ id: pattern, category, seen: 3 + i, overrides: i % 2, false_alarms: 0, last_at: NOW },
  ...{ outcomes: { hint: { recovered: 2, failed: 1 } }, likeness: 0.9 - i / 10 },
});

const PROPOSAL = {
  ...{
    kind: 'tighten',
    model: 'heron-2',
    why: 'It loops in 12 % of its sessions, 2.1 times what is expected.',
  },
  changes: [
    { owner: 'repeated-call', option: 'successes', before: 4, after: 3, why: 'Found one call earlier.' },
  ],
};

const WEBHOOK = {
  ...{
    id: 'w1',
    url: 'https://hooks.example.org/rutbreak',
    topics: ['loops'],
    created_at: NOW,
    state: 'failing',
  },
  ...{ delivered: 12, failed: 1, last_error: 'answered 503', last_delivered_at: NOW, next_try_at: NOW },
};

type Kept = Pick<Fleet, 'loops' | 'events'>;

function session(sessions: readonly SessionSummary[], id: string, part: string, kept: Kept): unknown {
  const found = sessions.find((one) => one.id === id);
  if (!found) throw new Error('unknown');
  if (part === 'events') return { events: kept.events, next: null };
  if (part === 'loops') return { loops: kept.loops.filter(({ session_id }) => session_id === id) };
  if (part === 'dag') return makeDag(id);
  const gate = {
    ...{
      id: 'g1',
      seq: 3,
      trace_id: 's3',
      intent: 'drop the old table',
      tool_call: 'psql -c "drop table old"',
    },
    ...{ opened_at: NOW, expires_at: NOW + 240_000, on_timeout: 'reject', status: 'open' },
    ...{ decided_by: null, decided_at: null },
  };
  return {
    ...found,
    paused: found.state === 'paused' ? { by: 'ada', at: NOW, reason: 'Pause and Inspect' } : null,
    ...{ gates: found.open_gates > 0 ? [gate] : [], pending: [], preset: 'default', is_off: false },
    summary: found.loops > 0 ? '1 detected loop (tool_repetition), still open' : '',
    packet: found.loops > 0 ? PACKET : null,
    ladder: {
      rung: 'redirect',
      count: 2,
      gate: 'block',
      rungs: kept.loops.find(({ session_id }) => session_id === id)?.figures.rungs ?? [],
    },
    override: found.loops > 0 ? { friction: 'simple', allowed: true, warning: 'Continue anyway?' } : null,
  };
}

/** Commands change later responses and are broadcast on the stream, as in the real gateway. */
function command(path: string, { sessions }: Fleet, broadcast: StandIn['broadcast']): unknown {
  const [, , , id, name] = path.split('/');
  const at = sessions.findIndex((one) => one.id === id);
  const found = sessions[at];
  if (!found) return {};
  const state = name === 'pause' ? 'paused' : name === 'unpause' ? 'active' : found.state;
  const node_state = state === 'paused' ? 'paused' : 'active';
  sessions[at] = { ...found, state, node_state, version: found.version + 1, updated_at: Date.now() };
  broadcast('sessions', sessions[at]);
  return { session_id: id, state, changed: true, forwarded: 0, action: 'continue', text: '', version: 2 };
}

import { useSyncExternalStore } from 'react';
import { api } from '../api/client.js';
import type { DemoStatus, SessionSummary, Topology, TopologyNode } from '../contract.js';
import type { Entry } from '../api/sse.js';
import { type Connection, openStream } from '../api/stream.js';
import { applyEntry, TOPICS } from './apply.js';
import { EMPTY, type FleetSnapshot, type LiveState, withSnapshot } from './state.js';

export interface Live {
  readonly state: LiveState;
  readonly connection: Connection;
  readonly problem: string;
  /** Time of the disconnect; null while connected. */
  readonly lostAt: number | null;
}

const MAX_SESSIONS = 5000;
const PAGE = 500;
const MAX_NODES = 2000;

let live: Live = { state: EMPTY, connection: 'connecting', problem: '', lostAt: null };
let waiting: Entry[] = [];
let isTaking = false;
const listeners = new Set<() => void>();

function publish(next: Partial<Live>): void {
  live = { ...live, ...next };
  for (const tell of listeners) tell();
}

const BURST_MS = 50;
const COUNT_MS = 300;
const PAUSE_MS = 200;
const sleep = (ms: number): Promise<null> => new Promise((done) => setTimeout(done, ms, null));

function take(entries: readonly Entry[]): void {
  waiting.push(...entries);
  if (isTaking) return;
  isTaking = true;
  void showWaiting().finally(() => {
    isTaking = false;
    if (waiting.length > 0) take([]);
  });
}

/**
 * Merges a burst of entries into one render, together with the figures that the gateway counts after them, so that the
 * headline does not contradict the lists. Timers, because a background page gets no animation frames.
 */
async function showWaiting(): Promise<void> {
  await sleep(BURST_MS);
  const counted = api.figures().catch(() => null);
  const figures = await Promise.race([counted, sleep(COUNT_MS)]);
  const batch = waiting;
  waiting = [];
  const state = batch.reduce(applyEntry, live.state);
  publish({ state: { ...state, figures: figures ?? state.figures } });
  if (!figures) void counted.then((late) => late && publish({ state: { ...live.state, figures: late } }));
  await sleep(PAUSE_MS);
}

async function allSessions(): Promise<readonly SessionSummary[]> {
  const found: SessionSummary[] = [];
  let after: string | undefined;
  do {
    const page = await api.sessions({ limit: PAGE, after });
    found.push(...page.sessions);
    after = page.next ?? undefined;
  } while (after !== undefined && found.length < MAX_SESSIONS);
  return found;
}

/** Loads the current state; a part that fails stays empty. */
async function loadFleet(): Promise<FleetSnapshot> {
  const [sessions, topology, loops, kill, figures, demo] = await Promise.all([
    allSessions(),
    api.topology(MAX_NODES).catch(() => null),
    api.loops().catch(() => ({ loops: [] })),
    api.killState().catch(() => null),
    api.figures().catch(() => null),
    api.demo().catch(() => null),
  ]);
  return {
    sessions,
    topology: topology && wholeMap(topology, sessions),
    loops: loops.loops,
    kill,
    figures,
    demo,
  };
}

/** The map of the gateway is limited; nodes beyond it come from the list of sessions. */
function wholeMap(topology: Topology, sessions: readonly SessionSummary[]): Topology {
  const known = new Set(topology.nodes.map(({ id }) => id));
  const missing = sessions.filter(({ id, node_state }) => node_state !== 'dead' && !known.has(id));
  return { ...topology, nodes: [...topology.nodes, ...missing.map(nodeOf)] };
}

function nodeOf({ node_state: state, ...one }: SessionSummary): TopologyNode {
  const { id, agent_id, agent_type, cluster_id, entropy_score, updated_at, orphan } = one;
  return { id, agent_id, agent_type, cluster_id, state, entropy_score, updated_at, orphan };
}

export async function refresh(): Promise<void> {
  const asked = live.state;
  try {
    const snapshot = await loadFleet();
    // Sessions may move between two pages, so only a list of one page can tell that a session is gone.
    const isWhole = snapshot.sessions.length < PAGE && snapshot.topology !== null;
    publish({ state: withSnapshot(live.state, snapshot, isWhole ? asked : undefined), problem: '' });
  } catch (error) {
    publish({ problem: error instanceof Error ? error.message : String(error) });
  }
}

const REFRESH_MS = 5000;

/** The stream reports state changes; the page polls counters while it is visible. */
function keepCounting(): void {
  setInterval(() => {
    if (live.connection === 'live' && !document.hidden) void refresh();
  }, REFRESH_MS);
}

/** Opens the stream before it loads the state, so that no event is lost in between. */
export function startLive(): void {
  keepCounting();
  openStream({
    topics: TOPICS,
    onEntries: take,
    onConnection: (connection) => {
      if (connection === 'live') {
        publish({ lostAt: null });
        void refresh();
      }
      if (connection === 'waiting') publish({ lostAt: live.lostAt ?? Date.now() });
      if (connection === 'refused')
        publish({
          connection,
          problem: 'The gateway asks for a token: open the address that it printed at start.',
        });
      else publish({ connection });
    },
  });
}

/** Applies the response of a command at once, without waiting for the stream. */
export function noteSession(summary: SessionSummary): void {
  publish({ state: withSnapshot(live.state, { ...NO_FLEET, sessions: [summary] }) });
}

/** Applies the demo status from the response of a command. */
export function noteDemo(demo: DemoStatus): void {
  publish({ state: { ...live.state, demo } });
}

const NO_FLEET: FleetSnapshot = { sessions: [], topology: null, loops: [], kill: null };

export function useLive(): Live {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => live,
  );
}

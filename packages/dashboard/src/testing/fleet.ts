import type {
  DagGraph,
  Loop,
  NodeState,
  Packet,
  SessionSummary,
  StoredEvent,
  Topology,
} from '../contract.js';
import type { GatewayConfig } from '../contract-admin.js';

/** Fixture data for the stand-in gateway, with something for every view. */
export const NOW = Date.now();

const CLUSTERS = ['checkout', 'search', 'support'];
const MODELS = ['atlas-large', 'atlas-small', 'heron-2'];
const STATES: readonly NodeState[] = [
  ...(['active', 'active', 'active', 'idle', 'active', 'warning', 'active', 'active'] as const),
  ...(['dead', 'active', 'paused', 'active', 'active', 'schema_violation', 'active', 'active'] as const),
];
const BRIEFS = [
  'Bash(npm test) called 6x with the same result',
  'read_file(src/auth.ts) and run_tests(auth) in turn, 4x',
  'search(query: "refund rule") varied 8x, nothing found',
];

function stateOf(i: number): NodeState {
  if (i === 4 || i === 17 || i === 30) return 'alert_entropy';
  return STATES[i % STATES.length] ?? 'active';
}

export function makeSession(i: number): SessionSummary {
  const node_state = stateOf(i);
  const isAlert = node_state === 'alert_entropy';
  const isWarning = node_state === 'warning';
  return {
    ...{ id: `run-${2100 + i}`, node_state, agent_id: `${CLUSTERS[i % 3] ?? ''}-${i}`, agent_type: 'coder' },
    state: node_state === 'paused' ? 'paused' : node_state === 'dead' ? 'ended' : 'active',
    ...{ model: MODELS[i % 3] ?? '', cluster_id: CLUSTERS[i % 3] ?? '', created_at: NOW - 4e6 },
    ...{ updated_at: NOW - i * 7000, events: 24 + ((i * 31) % 300), held: node_state === 'paused' ? 2 : 0 },
    ...{ entropy_score: isAlert ? 0.2 : isWarning ? 0.4 : ([1, 0.8, 1, 0.6][i % 4] ?? 1) },
    severity: isAlert ? 'LOOP' : isWarning ? 'WARNING' : 'NORMAL',
    status: isAlert ? 'looping' : isWarning ? 'suspicious' : 'healthy',
    ...{
      action: isAlert ? 'redirect' : 'continue',
      stop_status: null,
      loops: isAlert ? 1 : i % 9 === 0 ? 1 : 0,
    },
    ...{ last_loop: isAlert || i % 9 === 0 ? (BRIEFS[i % 3] ?? '') : null, open_gates: i === 10 ? 1 : 0 },
    ...{ cost: ((i * 37) % 190) / 100, tokens: 4000 + ((i * 977) % 60_000), version: 1 },
    ...{ parents: [], orphan: false },
    ...NO_SESSION_FIGURES,
    ...(node_state === 'alert_entropy' && { open_loops: 1 }),
    ...(i % 9 === 0 && { resets: 2, refused: 4, wasted: WASTED, saved: SAVED }),
  };
}

const WASTED = { calls: 5, tokens: 3000, cost: 0.26 };
const SAVED = { calls: 4, tokens: 2400, cost: 0.21 };

const CATEGORIES = [
  'TOOL_REPETITION',
  'TOOL_PING_PONG',
  'TOOL_PARAMETER_DRIFT',
  'ERROR_REPETITION',
  'GOAL_DRIFT',
];
const OUTCOMES = ['recovered', 'open', 'recovered', 'failed', 'overridden'] as const;

const NO_AMOUNT = { calls: 0, tokens: 0, cost: 0 } as const;

/** The figures of a session in which no loop was found. */
export const NO_SESSION_FIGURES = {
  ...{ wasted: NO_AMOUNT, saved: NO_AMOUNT, resets: 0, refused: 0, open_loops: 0 },
} as const;

/** The figures of a loop without interventions. */
export const NO_LOOP_FIGURES: Loop['figures'] = {
  ...{ repeats: 1, since: 0, is_going: false, is_ignored: false, rungs: [], resets: 0, refused: 0 },
  ...{ wasted: NO_AMOUNT, saved: NO_AMOUNT },
};

/** Evidence for loops where only the position matters. */
export const NO_EVIDENCE: Loop['evidence'] = {
  ...{ events: [], elements: [], count: 0, window: 0, first: 0, last: 0, examples: [], variations: [] },
};

function makeFigures(outcome: Loop['outcome']): Loop['figures'] {
  const rung = (name: string, ago: number, last_seq: number): Loop['figures']['rungs'][number] => ({
    ...{ rung: name, times: 1, first_at: NOW - ago, last_at: NOW - ago, last_seq },
  });
  return {
    ...{ repeats: 6, since: NOW - 60_000, is_going: outcome === 'open', is_ignored: true },
    ...{ rungs: [rung('nudge', 40_000, 11), rung('redirect', 30_000, 13)], resets: 1, refused: 4 },
    ...{ wasted: WASTED, saved: SAVED },
  };
}

export function makeLoop(i: number, session: string): Loop {
  return {
    ...{ id: `loop-${i}`, session_id: session, category: CATEGORIES[i % 5] ?? '', detector: 'repeated-call' },
    ...{ brief: BRIEFS[i % 3] ?? '', score: 0.92, first_seq: 8, last_seq: 13 },
    ...{ first_at: NOW - i * 2_900_000, last_at: NOW - i * 2_890_000, rung: 'redirect', count: 2 },
    outcome: OUTCOMES[i % 5] ?? 'open',
    evidence: {
      ...{
        events: [8, 9, 10, 11, 12, 13],
        elements: ['Bash(npm test)'],
        count: 6,
        window: 20,
        first: 8,
        last: 13,
      },
      ...{ examples: ['npm test'], variations: ['duration'] },
    },
    text:
      '<loop-recovery reset="1" urgency="medium">\nYou have called Bash with `npm test` 6 times, and nothing changed.\n' +
      'Do not call Bash with `npm test` again.\nTry: read the failing test; look at what it expects.\n</loop-recovery>',
    ...{ pattern: `5b0c${i}`, feedback: null, figures: makeFigures(OUTCOMES[i % 5] ?? 'open') },
  };
}

const FILES = ['src/auth.ts', 'src/session.ts', 'test/auth.test.ts', 'src/routes.ts'];

export function makeEvents(): readonly StoredEvent[] {
  const call = (tool: string, args: object, result: string, isError = false): object => ({
    ...{ kind: 'call', tool, args, result, isError },
  });
  const work = Array.from({ length: 7 }, (_, i) =>
    i % 3 === 2
      ? call('Edit', { path: FILES[i % 4], old: `line ${i}` }, `${i + 2} lines changed`)
      : call('Read', { path: FILES[i % 4] }, `export const part${i} = ${i * 7};`),
  );
  const stuck = Array.from({ length: 6 }, (_, i) =>
    call(
      ...(['Bash', { command: 'npm test' }] as const),
      `FAIL test/auth.test.ts (took ${1200 + i * 37} ms, pid ${4100 + i})\n  expects a token, key [redacted:token]\n  1 failed`,
      true,
    ),
  );
  const bodies = [{ kind: 'turn', role: 'user', text: 'Make the login test pass.' }, ...work, ...stuck];
  return bodies.map((body, seq) => ({
    seq,
    at: NOW - 60_000 + seq * 3000,
    door: 'events',
    held: false,
    body,
  }));
}

export function makeDag(session_id: string): DagGraph {
  const nodes = Array.from({ length: 14 }, (_, i) => ({
    ...{ id: `s${i}`, parent: i === 0 ? null : i === 6 ? 's2' : `s${i - 1}`, seq: i, at: NOW, agent_id: 'a' },
    ...{ intent: `step ${i}`, tool_call: i > 7 ? 'npm test' : 'read', status: i > 7 ? 'failure' : 'success' },
    ...{ orphan: i === 5, waiting: false, cycle_refused: false, parent_session: null },
  }));
  const edges = nodes.flatMap(({ id, parent }) => (parent === null ? [] : [{ from: parent, to: id }]));
  const interventions = [
    { seq: 11, node: 's11', at: NOW, by: 'rutbreak', what: 'nudge', brief: 'npm test called 4x' },
    { seq: 13, node: 's13', at: NOW, by: 'rutbreak', what: 'redirect', brief: 'npm test called 6x' },
  ];
  return { session_id, nodes, edges, root: 's0', interventions };
}

export const PACKET: Packet = {
  packet_id: 'p-1',
  content: { kind: 'call', tool: 'Bash', args: { command: 'npm test' }, result: 'FAIL test/auth.test.ts' },
  loop_metadata: {
    ...{ detected_at: '2026-02-21T10:00:00.000Z', loop_type: 'TOOL_REPETITION', pattern: 'Bash(npm test)' },
    ...{ pattern_hash: '5b0c', reset_count: 1 },
    previous_attempts: [{ approach_summary: 'Ran the tests again.', failed_at: '2026-02-21T09:59:00.000Z' }],
  },
};

export function makeTopology(sessions: readonly SessionSummary[]): Topology {
  return {
    nodes: sessions.map((one) => ({
      ...{ id: one.id, agent_id: one.agent_id, agent_type: one.agent_type, cluster_id: one.cluster_id },
      ...{ state: one.node_state, entropy_score: one.entropy_score, updated_at: one.updated_at },
      orphan: false,
    })),
    edges: [
      [0, 3],
      [0, 6],
      [1, 4],
      [4, 7],
      [2, 11],
    ].map(([from = 0, to = 0]) => ({
      from: `run-${2100 + from}`,
      to: `run-${2100 + to}`,
      kind: 'spawned',
      weight: 1,
      ring: false,
    })),
  };
}

export const CONFIG: GatewayConfig = {
  entropy: {
    mode: 'act',
    onLoop: 'alert',
    window: 5,
    loopBelow: 0.25,
    warningUpTo: 0.5,
    warningInclusive: true,
    discrepancyTolerance: 0.25,
  },
  events: {
    ...{ preset: 'default', mode: 'act', detectors: { 'repeated-call': 'shadow' }, options: {}, models: {} },
    ...{ settings: {}, modelSettings: {} },
  },
  gates: { timeoutMs: 300_000, onTimeout: 'reject' },
  retention: { sessionDays: 30, broadcastHours: 24 },
  archive: { consent: false, adapt: 'propose' },
  privacy: { metadataOnly: false },
  prices: {},
};

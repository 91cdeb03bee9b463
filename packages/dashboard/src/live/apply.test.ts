import { describe, expect, it } from 'vitest';
import type { Loop, SessionSummary, TopologyNode } from '../contract.js';
import { makeFleetFigures } from '../testing/fleet-figures.js';
import { NO_EVIDENCE, NO_LOOP_FIGURES, NO_SESSION_FIGURES } from '../testing/fleet.js';
import { applyEntry } from './apply.js';
import { alertedSessions, clusters, loopsByHour } from './select.js';
import { EMPTY, type LiveState, withSnapshot } from './state.js';

const NOW = new Date('2026-02-21T12:30:00').getTime();

const session = (over: Partial<SessionSummary> = {}): SessionSummary => ({
  ...{ id: 'run-1', state: 'active', node_state: 'active', agent_id: 'a-1', agent_type: 'coder', model: 'm' },
  ...{ cluster_id: 'c', created_at: NOW - 9000, updated_at: NOW, events: 10, held: 0, entropy_score: 1 },
  ...{
    severity: 'NORMAL',
    status: 'healthy',
    action: 'continue',
    stop_status: null,
    loops: 0,
    last_loop: null,
    open_gates: 0,
  },
  ...{ cost: 1, tokens: 1000, version: 1, parents: [], orphan: false },
  ...NO_SESSION_FIGURES,
  ...over,
});
const loop = (over: Partial<Loop> = {}): Loop => ({
  ...{
    id: 'l-1',
    session_id: 'run-1',
    category: 'TOOL_REPETITION',
    detector: 'repeated-call',
    brief: 'again',
  },
  ...{ score: 0.8, first_seq: 0, last_seq: 4, first_at: NOW - 1000, last_at: NOW, rung: 'nudge', count: 1 },
  ...{
    outcome: 'open',
    text: '',
    pattern: 'p',
    feedback: null,
    evidence: NO_EVIDENCE,
    figures: NO_LOOP_FIGURES,
  },
  ...over,
});
const node = (over: Partial<TopologyNode> = {}): TopologyNode => ({
  ...{ id: 'run-1', agent_id: 'a-1', agent_type: 'coder', cluster_id: 'c', state: 'active' },
  ...{ entropy_score: 1, updated_at: NOW, orphan: false },
  ...over,
});

const discrepancy = (reported_score: number, entropy_score: number) => ({
  ...{ event_type: 'entropy_discrepancy', session_id: 'run-1', agent_id: 'a-1', at: NOW },
  ...{ reported_score, entropy_score, difference: reported_score - entropy_score, tolerance: 0.25 },
});

let count = 0;
const entry = (topic: string, body: unknown): { id: string; topic: string; data: string } => ({
  ...{ id: String(++count), topic },
  data: typeof body === 'string' ? body : JSON.stringify(body),
});
const play = (...entries: readonly (readonly [string, unknown])[]): LiveState =>
  entries.map(([topic, body]) => entry(topic, body)).reduce(applyEntry, EMPTY);

describe('a response that says nothing new', () => {
  const told = (nodes: readonly TopologyNode[]) => ({
    ...{ sessions: [], topology: { nodes: [...nodes], edges: [] }, loops: [], kill: null },
  });
  const known = withSnapshot(EMPTY, told([node(), node({ id: 'run-2' })]));

  it('leaves the map as it is, so that nothing is drawn again', () =>
    expect(withSnapshot(known, told([node(), node({ id: 'run-2' })])).nodes).toBe(known.nodes));

  it('about one agent leaves that agent as it is', () => {
    const { nodes } = withSnapshot(known, told([node(), node({ id: 'run-2', state: 'idle' })]));
    expect([nodes['run-1'] === known.nodes['run-1'], nodes['run-2']?.state]).toEqual([true, 'idle']);
  });
});

describe('an entry of the stream', () => {
  it.each<[string, LiveState, (state: LiveState) => unknown, unknown]>([
    [
      'a session appears once, with its newest summary',
      play(['sessions', session()], ['sessions', session({ version: 2, events: 11 })]),
      ({ sessions }) => Object.values(sessions).map(({ events }) => events),
      [11],
    ],
    [
      'an older summary does not win over a newer one',
      play(['sessions', session({ version: 5, events: 50 })], ['sessions', session({ version: 4 })]),
      ({ sessions }) => sessions['run-1']?.events,
      50,
    ],
    [
      'a summary in the stream has no version, so the latest one wins',
      play(['sessions', session({ version: 5 })], ['sessions', session({ version: 0, status: 'looping' })]),
      ({ sessions }) => [sessions['run-1']?.status, sessions['run-1']?.version],
      ['looping', 5],
    ],
    [
      'a detection in shadow mode is news, but not a loop',
      play([
        'loops',
        {
          ...{ event_type: 'shadow_detection', session_id: 'run-1', detector: 'repeated-call', at: NOW },
          ...{ elements: ['Bash(make)'], count: 4 },
        },
      ]),
      ({ news, loops }) => [news.map(({ kind, text }) => `${kind} ${text}`), Object.keys(loops)],
      [['shadow repeated-call: Bash(make) 4×'], []],
    ],
    [
      'an updated node takes its new state',
      play(
        ['gateway:topology', { event_type: 'node_updated', node: node() }],
        ['gateway:topology', { event_type: 'node_updated', node: node({ state: 'alert_entropy' }) }],
      ),
      ({ nodes }) => nodes['run-1']?.state,
      'alert_entropy',
    ],
    [
      'a score back in the normal range clears the alert',
      play(
        ['gateway:entropy_alerts', { session_id: 'run-1', entropy_score: 0.2 }],
        ['gateway:topology', { event_type: 'node_updated', node: node() }],
      ),
      ({ alerts }) => alerts,
      {},
    ],
    [
      'several alerts of one session are one alert',
      play(
        ['gateway:entropy_alerts', { session_id: 'run-1', entropy_score: 0.2 }],
        ['gateway:entropy_alerts', { session_id: 'run-1', entropy_score: 0.1 }],
      ),
      ({ alerts }) => Object.values(alerts).map(({ entropy_score }) => entropy_score),
      [0.1],
    ],
    [
      'a wrong score of the agent is news once a session, with the newest figures',
      play(
        ['gateway:entropy_discrepancies', discrepancy(0.95, 0.5)],
        ['gateway:entropy_discrepancies', discrepancy(0.95, 0.2)],
      ),
      ({ news }) => news.map(({ kind, text }) => [kind, text]),
      [['discrepancy', 'reports entropy 0.95, computed 0.20']],
    ],
    [
      'an edge appears once, with its newest weight and ring',
      play(
        ['gateway:topology', { event_type: 'edge_added', edge: { from: 'a', to: 'b', weight: 1 } }],
        [
          'gateway:topology',
          { event_type: 'edge_updated', edge: { from: 'a', to: 'b', weight: 2, ring: true } },
        ],
      ),
      ({ edges }) => edges,
      [{ from: 'a', to: 'b', weight: 2, ring: true }],
    ],
    [
      'a removed node loses its edges',
      play(
        ['gateway:topology', { event_type: 'node_updated', node: node() }],
        ['gateway:topology', { event_type: 'edge_added', edge: { from: 'run-1', to: 'b' } }],
        ['gateway:topology', { event_type: 'node_removed', node_id: 'run-1' }],
      ),
      ({ nodes, edges }) => [Object.keys(nodes), edges],
      [[], []],
    ],
    [
      'a removed session loses the nodes of its agents, and their edges',
      play(
        ['gateway:topology', { event_type: 'node_updated', node: node() }],
        [
          'gateway:topology',
          { event_type: 'node_updated', node: { ...node(), id: 'run-1::coder', session_id: 'run-1' } },
        ],
        ['gateway:topology', { event_type: 'edge_added', edge: { from: 'run-1::coder', to: 'b' } }],
        ['gateway:topology', { event_type: 'node_removed', node_id: 'run-1' }],
      ),
      ({ nodes, edges }) => [Object.keys(nodes), edges],
      [[], []],
    ],
    [
      'a loop is news and is stored',
      play(['loops', { event_type: 'loop', ...loop() }]),
      ({ loops, news }) => [loops['l-1']?.outcome, news.map(({ kind, text }) => [kind, text])],
      ['open', [['loop', 'again']]],
    ],
    [
      'a recovery closes the loop that it names',
      play(
        ['loops', { event_type: 'loop', ...loop({ id: 'old', last_at: NOW - 5 }) }],
        ['loops', { event_type: 'loop', ...loop({ id: 'new' }) }],
        [
          'loops',
          {
            event_type: 'recovery',
            session_id: 'run-1',
            loop: 'new',
            at: NOW,
            strategy: 'hint',
            outcome: 'successful',
          },
        ],
      ),
      ({ loops }) => [loops['old']?.outcome, loops['new']?.outcome],
      ['open', 'recovered'],
    ],
    [
      'the kill-switch is applied at once',
      play([
        'gateway:control',
        { event_type: 'kill_switch_on', active: true, by: 'ada', at: 1, reason: 'budget' },
      ]),
      ({ kill }) => kill,
      { active: true, by: 'ada', at: 1, reason: 'budget' },
    ],
    [
      'a changed configuration does not change the kill-switch',
      play(['gateway:control', { event_type: 'config_changed', version: 2 }]),
      ({ kill, configVersion }) => [kill, configVersion],
      [null, 1],
    ],
    [
      'an unknown topic, invalid JSON and a body of another shape change nothing',
      play(['gateway:future', { a: 1 }], ['sessions', '{"id":'], ['sessions', '[1]'], ['loops', { id: 3 }]),
      (state) => state,
      EMPTY,
    ],
    [
      'a topic with the name of an inherited property has no handler',
      play(['constructor', { a: 1 }], ['__proto__', { a: 1 }]),
      (state) => state,
      EMPTY,
    ],
  ])('%s', (_, state, look, expected) => expect(look(state)).toEqual(expected));

  it('a repeated intervention replaces the earlier one', () => {
    const told = (at: number): readonly [string, unknown] => [
      'interventions',
      { session_id: 'run-1', rung: 'pause', brief: 'again', at },
    ];
    expect(play(told(1), told(2)).news.map(({ at }) => at)).toEqual([2]);
  });

  it('repeated news appears once, and only the last forty stay', () => {
    const one = entry('loops', { event_type: 'loop', ...loop() });
    const twice = [one, one].reduce(applyEntry, EMPTY);
    const many = Array.from({ length: 100 }, (_, i) =>
      entry('loops', { event_type: 'loop', ...loop({ id: `l-${i}`, brief: `again ${i}` }) }),
    ).reduce(applyEntry, EMPTY);
    expect([twice.news.length, many.news.length]).toEqual([1, 40]);
  });
});

describe('responses and stream together', () => {
  it('a page that opens late shows the latest loops, without repeating the stream', () => {
    const answer = {
      ...{ sessions: [], topology: { nodes: [], edges: [] }, kill: null },
      loops: [loop(), loop({ id: 'l-2', brief: 'older', first_at: NOW - 9000 })],
    };
    const late = withSnapshot(EMPTY, answer);
    expect(late.news.map(({ text }) => text)).toEqual(['again', 'older']);
    const streamed = withSnapshot(play(['loops', { event_type: 'loop', ...loop() }]), answer);
    expect(streamed.news.map(({ text }) => text)).toEqual(['again', 'older']);
    expect(withSnapshot({ ...late, news: [] }, answer).news).toEqual([]);
  });

  it('a response that is older than the stream does not undo it', () => {
    const streamed = play(['sessions', session({ version: 7, state: 'paused' })]);
    const next = withSnapshot(streamed, {
      ...{ sessions: [session({ version: 6 })], topology: { nodes: [], edges: [] }, loops: [], kill: null },
    });
    expect([next.isLoaded, next.sessions['run-1']?.state]).toEqual([true, 'paused']);
  });

  it('what was known when the page asked, and is not in the response, is gone with its loops and edges', () => {
    const edge = { from: 'a', to: 'b', kind: 'handed', weight: 1, ring: false } as const;
    const asked: LiveState = {
      ...EMPTY,
      sessions: { a: session({ id: 'a' }), b: session({ id: 'b' }) },
      nodes: { a: node({ id: 'a' }), b: node({ id: 'b' }) },
      edges: [edge],
      loops: { 1: loop({ id: '1', session_id: 'a' }), 2: loop({ id: '2', session_id: 'b' }) },
    };
    const answer = {
      ...{ sessions: [session({ id: 'b' })], topology: { nodes: [node({ id: 'b' })], edges: [] } },
      ...{ loops: [], kill: null },
    };
    const meanwhile = { ...asked, sessions: { ...asked.sessions, c: session({ id: 'c' }) } };
    const next = withSnapshot(meanwhile, answer, asked);
    const left = [next.sessions, next.nodes, next.loops].map((all) => Object.keys(all));
    expect([...left, next.edges]).toEqual([['b', 'c'], ['b'], ['2'], []]);
    expect(Object.keys(withSnapshot(meanwhile, answer).sessions)).toEqual(['a', 'b', 'c']);
  });
});

describe('selections for the page', () => {
  const state: LiveState = {
    ...EMPTY,
    sessions: {
      a: session({ id: 'a', severity: 'LOOP', entropy_score: 0.2 }),
      b: session({ id: 'b', severity: 'LOOP', entropy_score: 0.1 }),
      c: session({ id: 'c', severity: 'LOOP', entropy_score: 0.1, state: 'paused' }),
      d: session({ id: 'd', severity: 'WARNING', entropy_score: 0.4 }),
    },
    loops: {
      1: loop({ id: '1', session_id: 'a', outcome: 'recovered' }),
      2: loop({ id: '2', session_id: 'b', last_at: NOW - 3 * 86_400_000, first_at: NOW - 3 * 86_400_000 }),
    },
  };

  it('each alerted session appears once, the worst first, without paused ones', () =>
    expect(alertedSessions(state).map(({ id }) => id)).toEqual(['b', 'a']));

  it('the hours of the gateway are shown in local time', () => {
    const at = new Date(2026, 1, 21, 9).getTime();
    const { fleet } = makeFleetFigures([], []);
    expect(loopsByHour({ ...fleet, loops_by_hour: [{ at, loops: 3 }] })).toEqual([
      { label: '09:00', value: 3 },
    ]);
  });

  it('agents are sorted by name within their cluster, independent of their state', () => {
    const nodes = Object.fromEntries(
      ['a-10', 'a-2', 'a-1'].map((name) => [name, node({ id: name, agent_id: name, state: 'paused' })]),
    );
    expect(clusters({ ...EMPTY, nodes }).map((one) => one.nodes.map(({ agent_id }) => agent_id))).toEqual([
      ['a-1', 'a-2', 'a-10'],
    ]);
  });
});

describe('the demo on the server', () => {
  const caption = (id: number) => ({
    ...{ id, at: NOW, session_id: 's', agent_id: 'a', story: 'polling', kind: 'story', text: `says ${id}` },
  });
  const running = { running: true, started_at: NOW, agents: [], captions: [] };
  const tell = (state: LiveState, body: object): LiveState =>
    applyEntry(state, { id: '1', topic: 'demo', data: JSON.stringify(body) });
  const start: LiveState = { ...EMPTY, demo: running };

  it('captions come newest first, each once', () => {
    const state = [caption(1), caption(2), caption(2)].reduce(
      (before, one) => tell(before, { event_type: 'caption', ...one }),
      start,
    );
    expect(state.demo?.captions).toEqual([caption(2), caption(1)]);
  });

  it('a demo that another operator stops is shown as stopped', () =>
    expect(tell(start, { event_type: 'demo_stopped', operator_id: 'a', at: NOW }).demo?.running).toBe(false));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DagNode, Loop, StoredEvent } from '../contract.js';
import type { GatewayConfig } from '../contract-admin.js';
import { NO_EVIDENCE, NO_LOOP_FIGURES } from '../testing/fleet.js';
import { common, compareTexts, ofOneStep, variationsOf } from './loop/compare.js';
import { layoutDag } from './graph/dag-layout.js';
import { loopAt, rowOf, spanOf, stillHeld } from './timeline/event-rows.js';
import { configFor, entropyPoints, pointsOf, statusOf } from './graph/replay.js';

const stored = (seq: number, body: unknown): StoredEvent => ({
  seq,
  at: seq,
  door: 'events',
  held: false,
  body,
});
const step = (seq: number, intent: string, status = 'failure'): StoredEvent =>
  stored(seq, { cognition: { intent, entropy_score: 0.99 }, action: { tool_call: 'npm test', status } });
const loop = (over: Partial<Loop>): Loop => ({
  ...{ id: 'l', session_id: 's', category: 'TOOL_REPETITION', detector: 'd', brief: 'b', score: 1 },
  ...{ first_seq: 0, last_seq: 0, first_at: 0, last_at: 0, rung: 'nudge', count: 1, outcome: 'open' },
  ...{ text: '', pattern: '', feedback: null, evidence: NO_EVIDENCE, figures: NO_LOOP_FIGURES },
  ...over,
});
const LIMITS: GatewayConfig['entropy'] = {
  mode: 'act',
  onLoop: 'alert',
  window: 5,
  loopBelow: 0.25,
  warningUpTo: 0.5,
  warningInclusive: true,
  discrepancyTolerance: 0,
};
const CONFIG = {
  entropy: LIMITS,
  events: { preset: 'default', mode: 'act', detectors: {}, options: {}, models: {} },
} as unknown as GatewayConfig;

describe('a line of the timeline', () => {
  it.each<[string, unknown, object]>([
    [
      'a call shows its only argument without JSON',
      { kind: 'call', tool: 'Bash', args: { command: 'git status' }, result: 'clean' },
      { kind: 'call', name: 'Bash', what: 'git status', result: 'clean', isFailure: false },
    ],
    [
      'a failed call is a failure',
      { kind: 'call', tool: 'Bash', args: { a: 1, b: 2 }, isError: true },
      { what: '{"a":1,"b":2}', isFailure: true },
    ],
    ['a turn shows who spoke', { kind: 'turn', role: 'user', text: 'go' }, { name: 'user', what: 'go' }],
    ['an edit shows the file', { kind: 'edit', path: 'a.ts', after: 'h' }, { what: 'a.ts' }],
    [
      'an error is a failure',
      { kind: 'error', type: 'E', message: 'm', fix: 'f' },
      { name: 'E', result: 'fix: f' },
    ],
    [
      'a step shows tool and intent',
      { cognition: { intent: 'run' }, action: { tool_call: 'npm', status: 'failure' } },
      { kind: 'step', name: 'npm', what: 'run', result: 'failure', isFailure: true },
    ],
    ['what is not known is shown as it is', { kind: 'new', x: 1 }, { name: 'new', what: '{"x":1}' }],
    ['no body at all is an event', null, { kind: 'event', what: '' }],
    ['a number is an event', 3, { kind: 'event', what: '' }],
  ])('%s', (_, body, expected) => expect(rowOf(stored(0, body))).toMatchObject(expected));

  it('an event belongs to the loop that contains it', () => {
    const found = loop({ first_seq: 6, last_seq: 8, evidence: { ...NO_EVIDENCE, events: [3, 4, 5, 6] } });
    expect([spanOf(found), loopAt([found], 4)?.id, loopAt([found], 2)]).toEqual([[3, 8], 'l', undefined]);
  });
});

it('only the last held events are still held', () => {
  const events = [0, 1, 2, 3].map((seq) => ({ ...stored(seq, null), held: seq > 0 }));
  const heldOf = (count: number): readonly number[] =>
    stillHeld(events, count).flatMap(({ seq, held }) => (held ? [seq] : []));
  expect([0, 1, 3].map(heldOf)).toEqual([[], [3], [1, 2, 3]]);
});

describe('the plot', () => {
  it('five equal steps end at 0.2, whatever score the agent reports', () =>
    expect(
      entropyPoints(
        [0, 1, 2, 3, 4].map((i) => step(i, 'run')),
        LIMITS,
      ).map(({ entropy }) => entropy),
    ).toEqual([1, 0.5, 0.3333, 0.25, 0.2]));

  it.each([
    [0.2499, 'looping'],
    [0.25, 'suspicious'],
    [0.5, 'suspicious'],
    [0.5001, 'healthy'],
  ])('%d is %s', (value, status) => expect(statusOf(value, LIMITS)).toBe(status));

  it('native events run through the same core as in the gateway', async () => {
    const call = { kind: 'call', tool: 'Bash', args: { command: 'git status' }, result: 'clean' };
    const points = await pointsOf(
      [0, 1, 2, 3, 4].map((seq) => stored(seq, call)),
      CONFIG,
      '',
    );
    expect([points[0]?.status, points.at(-1)?.status]).toEqual(['healthy', 'looping']);
    const scores = points.map(({ score }) => score ?? 0);
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(scores.at(-1)).toBeGreaterThan(0.5);
  });

  it('has no point for a question before a call, because nothing has happened yet', async () => {
    const what = { tool: 'click', args: { selector: '#send' } };
    const events = [0, 1, 2, 3, 4, 5, 6, 7].map((seq) =>
      stored(
        seq,
        seq % 2 === 0
          ? { kind: 'attempt', ...what }
          : { kind: 'call', ...what, result: 'covered', isError: true },
      ),
    );
    const points = await pointsOf(events, CONFIG, '');
    expect(points.map(({ seq }) => seq)).toEqual([1, 3, 5, 7]);
    expect(points.at(-1)?.status).toBe('looping');
  });

  it('a session of another preset is judged by that one', async () => {
    const report = (page: string): object => ({
      ...{ kind: 'message', role: 'assistant' },
      text: `## Page ${page}\n\n- it loads\n- no error is shown\n- the figure is missing\n\nI go on with the next page.`,
    });
    const events = ['overview', 'methods', 'results', 'glossary'].map((page, seq) =>
      stored(seq, report(page)),
    );
    const isFound = async (preset: string): Promise<boolean> =>
      (await pointsOf(events, configFor(CONFIG, preset), '')).some(({ score }) => (score ?? 0) > 0.9);
    expect([await isFound('default'), await isFound('votes')]).toEqual([false, true]);
  });
});

describe('repeats side by side', () => {
  it('differences that did not count are masked, and secrets stay marked', () => {
    const [first] = compareTexts(
      ['took 12 ms, key [redacted:token]', 'took 99 ms, key [redacted:token]'],
      true,
    );
    expect(first?.map(({ text, kind }) => [kind, text])).toEqual([
      ['same', 'took '],
      ['masked', '12'],
      ['same', ' ms, key '],
      ['redacted', '[redacted:token]'],
    ]);
  });

  it('no character is lost', () =>
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 40 }), { minLength: 1, maxLength: 4 }), (texts) => {
        const shown = compareTexts(texts, false).map((pieces) => pieces.map(({ text }) => text).join(''));
        expect(shown).toEqual(texts);
      }),
    ));

  it('the common part is a subsequence of both', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }),
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }),
        (a, b) => {
          const isWithin = (list: readonly string[]): boolean => {
            let at = 0;
            return common(a, b).every((token) => (at = list.indexOf(token, at) + 1) > 0);
          };
          expect([isWithin(a), isWithin(b)]).toEqual([true, true]);
        },
      ),
    ));
});

it.each([
  ['of a ring: the same step of each round', ['a', 'b', 'c', 'a', 'b', 'c', 'a'], 3, ['a', 'a', 'a']],
  ['of one step: all of them, however they differ', ['a', 'b', 'b'], 1, ['a', 'b', 'b']],
  ['of a round whose steps all differ: all of them', ['a', 'b', 'c'], 2, ['a', 'b', 'c']],
])('3: repeats side by side %s', (_, whats, steps, shown) =>
  expect(
    ofOneStep(
      whats.map((what) => ({ name: 'hand_off', what })),
      steps,
    ).map(({ what }) => what),
  ).toEqual(shown),
);

it.each([
  ['of one step: what differs', ['search'], ['search(a)', 'search(b)'], ['search(a)', 'search(b)']],
  ['of several steps: not the steps of the round', ['ask(a)', 'ask(b)'], ['ask(a)', 'ask(b)'], []],
])('variations of a loop %s', (_, elements, variations, shown) =>
  expect(variationsOf({ evidence: { ...NO_EVIDENCE, elements, variations } })).toEqual(shown),
);

describe('the causes of steps', () => {
  const node = (id: string, parent: string | null, seq: number): DagNode => ({
    ...{ id, parent, seq, at: 0, intent: '', tool_call: '', status: '', agent_id: '' },
    ...{ orphan: false, waiting: false, cycle_refused: false, parent_session: null },
  });
  it('a chain is a line, a branch opens a lane, an intervention stands behind its step', () => {
    const nodes = [node('a', null, 0), node('b', 'a', 1), node('c', 'a', 2), node('d', 'b', 3)];
    const edges = [
      { from: 'a', to: 'b' },
      { from: 'a', to: 'c' },
      { from: 'gone', to: 'd' },
    ];
    const interventions = [{ seq: 1, node: 'b', at: 0, by: 'rutbreak', what: 'nudge', brief: '' }];
    const picture = layoutDag({ session_id: 's', root: 'a', nodes, edges, interventions });
    expect(picture.nodes.map(({ y }) => y)).toEqual([24, 24, 68, 24]);
    expect(picture.edges.length).toBe(2);
    expect(picture.diamonds.map(({ x }) => x)).toEqual([24 + 46 * 1.5]);
  });

  it('13: 421 equal steps are one block, and the edges stay a DAG', () => {
    const step = (i: number) => ({
      ...node(`s${i}`, i === 0 ? null : `s${i - 1}`, i),
      tool_call: 'npm test',
    });
    const nodes = [
      { ...node('first', null, 0), tool_call: 'read' },
      ...Array.from({ length: 421 }, (_, i) => ({
        ...step(i),
        seq: i + 1,
        parent: i === 0 ? 'first' : `s${i - 1}`,
      })),
      { ...node('last', 's420', 422), tool_call: 'read log' },
    ];
    const edges = nodes.flatMap(({ id, parent }) => (parent === null ? [] : [{ from: parent, to: id }]));
    const interventions = [{ seq: 100, node: 's99', at: 0, by: 'rutbreak', what: 'nudge', brief: '' }];
    const picture = layoutDag({ session_id: 's', root: 'first', nodes, edges, interventions });
    expect(picture.nodes.map(({ label, count }) => [label, count])).toEqual([
      ['', 1],
      ['npm test ×421 ↺', 421],
      ['', 1],
    ]);
    expect(picture.edges).toHaveLength(2);
    const [, repeat] = picture.nodes;
    const [diamond] = picture.diamonds;
    expect(diamond?.x).toBeGreaterThan(repeat?.x ?? Infinity);
    expect(diamond?.x).toBeLessThan((repeat?.x ?? 0) + (repeat?.width ?? 0));
  });

  it('13: equal steps that name no cause are one block in one lane, and others stay apart from it', () => {
    const loose = (i: number, tool_call = 'npm test') => ({ ...node(`s${i}`, null, i), tool_call });
    const steps = Array.from({ length: 26 }, (_, i) => loose(i));
    const chain = [node('a', null, 30), node('b', 'a', 31)];
    const nodes = [...steps, loose(26, 'read log'), ...chain];
    const edges = [{ from: 'a', to: 'b' }];
    const picture = layoutDag({ session_id: 's', root: 's0', nodes, edges, interventions: [] });
    expect(picture.nodes.map(({ label, count, y }) => [label, count, y])).toEqual([
      ['npm test ×26 ↺', 26, 24],
      ['', 1, 24],
      ['', 1, 68],
      ['', 1, 68],
    ]);
  });

  it('branches are never collapsed', () => {
    const nodes = ['a', 'b', 'c', 'd'].map((id, i) => ({
      ...node(id, i === 0 ? null : 'a', i),
      tool_call: 'x',
    }));
    expect(layoutDag({ session_id: 's', root: 'a', nodes, edges: [], interventions: [] }).nodes).toHaveLength(
      4,
    );
  });
});

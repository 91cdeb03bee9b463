import { describe, expect, it } from 'vitest';
import type { SessionSummary } from '../contract.js';
import { NO_SESSION_FIGURES } from '../testing/fleet.js';
import { readRowQuery, selectRows } from './session-rows.js';

const row = (id: string, over: Partial<SessionSummary> = {}): SessionSummary => ({
  ...{
    id,
    state: 'active',
    node_state: 'active',
    agent_id: id,
    agent_type: 'coder',
    model: 'm',
    cluster_id: '',
  },
  ...{ created_at: 0, updated_at: 0, events: 0, held: 0, entropy_score: 1, severity: 'NORMAL' },
  ...{
    status: 'healthy',
    action: 'continue',
    stop_status: null,
    loops: 0,
    last_loop: null,
    open_gates: 0,
    cost: 0,
    tokens: 0,
  },
  ...{ version: 1, parents: [], orphan: false, ...NO_SESSION_FIGURES },
  ...over,
});

const ROWS = [
  row('calm', { updated_at: 9 }),
  row('ended', { state: 'ended', node_state: 'dead', events: 40 }),
  row('stuck', { node_state: 'alert_entropy', severity: 'LOOP', entropy_score: 0.2, loops: 2, model: 'big' }),
  row('waits', { state: 'paused', node_state: 'paused', open_gates: 1, last_loop: 'npm test 5x', cost: 2 }),
  row('odd', {
    ...{ node_state: 'warning', severity: 'WARNING', entropy_score: 0.4 },
    ...{ wasted: { calls: 3, tokens: 900, cost: 0.1 }, updated_at: new Date(2026, 4, 3, 23).getTime() },
  }),
];

describe('the list of sessions', () => {
  it.each<[string, Record<string, string>, readonly string[]]>([
    ['what needs a person comes first', {}, ['waits', 'stuck', 'odd', 'calm', 'ended']],
    ['the search looks at ids', { q: 'CAL' }, ['calm']],
    ['all words must be found, anywhere', { q: 'test waits' }, ['waits']],
    ['the search looks at the last loop', { q: 'npm' }, ['waits']],
    ['by state', { state: 'ended' }, ['ended']],
    ['by model', { model: 'big' }, ['stuck']],
    ['only what loops', { show: 'looping' }, ['stuck']],
    ['only what waits for a decision', { show: 'gates' }, ['waits']],
    ['the lowest score first', { sort: 'score' }, ['stuck', 'odd', 'calm', 'ended', 'waits']],
    ['the most wasteful first', { sort: 'waste' }, ['odd', 'calm', 'ended', 'stuck', 'waits']],
    ['of one day, to its end', { from: '2026-05-03', to: '2026-05-03' }, ['odd']],
    ['a day that is none hides nothing', { from: 'x', q: 'odd' }, ['odd']],
    ['turned around', { sort: 'events', order: 'up' }, ['calm', 'odd', 'stuck', 'waits', 'ended']],
    [
      'an unknown order is the default one',
      { sort: 'constructor' },
      ['waits', 'stuck', 'odd', 'calm', 'ended'],
    ],
    ['a filter that is not known hides nothing', { show: 'toString', q: 'stuck' }, ['stuck']],
  ])('%s', (_, query, ids) => expect(selectRows(ROWS, readRowQuery(query)).map(({ id }) => id)).toEqual(ids));
});

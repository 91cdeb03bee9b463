// Rows of the entropy design that concern the whole gateway.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen, messageOf } from '../testing/messages.js';
import { type Started, startGateway, TOKEN } from '../testing/start.js';

let gateway: Started;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.close());

const send = (change: Parameters<typeof messageOf>[0] = {}) =>
  gateway.post('/gateway/messages', messageOf(change));
const command = (name: string) =>
  gateway.post(`/gateway/sessions/run/${name}`, { operator_id: 'ada', message: 'Look at the log.' });
const nodeState = async () => (await gateway.get('/v1/sessions/run')).body.node_state;

/** Every field that the design names. */
const WHOLE = {
  meta: {
    ...{ trace_id: 'step-9', parent_step_id: 'step-8', timestamp: '2026-02-21T10:00:00Z' },
    ...{ cluster_id: 'blue', session_id: 'run' },
  },
  identity: { agent_id: 'agent-7', agent_type: 'coder', capability_version: '1.0' },
  cognition: {
    ...{ intent: 'run the tests', reasoning_chain: ['look', 'try'], confidence_score: 0.7 },
    ...{ strategy_used: 'bisect', entropy_score: 1 },
  },
  action: {
    ...{ tool_call: 'npm test', tool_input: { only: 'a' }, tool_output_summary: '1 failed' },
    status: 'failure',
  },
  state_delta: { added_to_memory: ['a'], tokens_consumed: 12, cumulative_session_cost: 0.4 },
  control: { hitl_required: false, interrupt_signal: null, is_terminal: false },
};

describe('the rows of the entropy design', () => {
  it('E1 a message with every field of the design is accepted and broadcast as it was sent', async () => {
    const { heard, close } = await listen(gateway, TOKEN, '/v1/stream?topics=gateway:messages&after=0');
    expect(await gateway.post('/gateway/messages', WHOLE)).toMatchObject({ status: 200 });
    await expect.poll(() => heard.length).toBe(1);
    close();
    expect(heard[0]?.data).toMatchObject(WHOLE);
  });

  it.each(['success', 'failure', 'pending', 'skipped'])('E1 the status %s is accepted', async (status) => {
    expect((await send({ status })).status).toBe(200);
  });

  it('E2 a refused message names the field and keeps no payload', async () => {
    const { status, body } = await gateway.post('/gateway/messages', {
      ...WHOLE,
      action: { ...WHOLE.action, status: 'done' },
    });
    expect([status, body.error.field]).toEqual([422, 'action.status']);
    const { violations } = (await gateway.get('/v1/violations')).body;
    expect(violations).toMatchObject([{ field: 'action.status', event_type: 'schema_violation' }]);
    expect(JSON.stringify(violations)).not.toContain('1 failed');
  });

  it('E6 a score within the tolerance is not a discrepancy', async () => {
    const { heard, close } = await listen(gateway, TOKEN, '/v1/stream?after=0');
    await send({ entropy: 0.8 });
    await send({ entropy: 0.74 });
    await send({ entropy: 0.1 });
    await expect.poll(() => heard.filter(({ topic }) => topic === 'gateway:messages')).toHaveLength(3);
    close();
    expect(heard.filter(({ topic }) => topic === 'gateway:entropy_discrepancies')).toEqual([]);
  });

  it('E6 a wrong report is kept with the session, for people to see', async () => {
    for (let i = 0; i < 3; i++) await gateway.post('/gateway/messages', messageOf({ entropy: 0.95 }));
    const wrong = { reported_score: 0.95, entropy_score: 0.3333, count: 2 };
    expect((await gateway.get('/v1/sessions/run')).body.discrepancy).toMatchObject(wrong);
    expect((await gateway.get('/v1/sessions')).body.sessions[0].discrepancy).toMatchObject(wrong);
  });

  it('E7 a node follows the score and the commands of people', async () => {
    const states: string[] = [];
    const note = async () => states.push(await nodeState());
    for (let i = 0; i < 5; i++) await send();
    await note();
    for (const tool of ['a', 'b']) await send({ tool });
    await note();
    for (const tool of ['c', 'd']) await send({ tool });
    await note();
    await command('pause');
    await note();
    await command('unpause');
    await note();
    expect(states).toEqual(['alert_entropy', 'active', 'active', 'paused', 'active']);
  });

  it('E8 the list of sessions has each session with a loop once, with its current score', async () => {
    for (let i = 0; i < 9; i++) await send();
    const { sessions } = (await gateway.get('/v1/sessions?limit=100')).body;
    const alerts = sessions.filter((one: { entropy_score: number }) => one.entropy_score < 0.25);
    expect(alerts).toMatchObject([{ id: 'run', entropy_score: 0.2, node_state: 'alert_entropy' }]);
  });

  it('E9 pause, inject, rewrite and unpause are commands of one interface, each with an audit line', async () => {
    await send();
    await command('pause');
    await send({ tool: 'held' });
    expect((await command('inject')).status).toBe(200);
    const rewrite = { operator_id: 'ada', message: { action: { tool_call: 'other' } } };
    expect((await gateway.post('/gateway/sessions/run/rewrite', rewrite)).status).toBe(200);
    await command('unpause');
    const { entries } = (await gateway.get('/v1/audit?session=run')).body;
    expect(new Set(entries.map((one: { command: string }) => one.command))).toEqual(
      new Set(['pause', 'inject', 'rewrite', 'unpause']),
    );
  });
});

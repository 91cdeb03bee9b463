import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen, messageOf } from './testing/messages.js';
import { type Started, startGateway, TOKEN } from './testing/start.js';

let gateway: Started;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.close());

const send = async (change: Parameters<typeof messageOf>[0] = {}) =>
  gateway.post('/gateway/messages', messageOf(change));
const scores = async (...tools: string[]) => {
  const answers = [];
  for (const tool of tools) answers.push((await send({ tool })).body);
  return answers.map(({ entropy_score, severity }) => [entropy_score, severity]);
};

describe('DecisionLog messages', () => {
  it('E3 get a score from the gateway, also while the window fills', async () => {
    expect(await scores('a', 'a', 'a', 'a', 'a', 'b', 'c', 'd')).toEqual([
      [1, 'NORMAL'],
      [0.5, 'WARNING'],
      [0.3333, 'WARNING'],
      [0.25, 'WARNING'],
      [0.2, 'LOOP'],
      [0.4, 'WARNING'],
      [0.6, 'NORMAL'],
      [0.8, 'NORMAL'],
    ]);
  });

  it('are acknowledged with the next action at the top level', async () => {
    const { status, body } = await send();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ entropy_score: 1, severity: 'NORMAL', action: 'continue', session_id: 'run', seq: 0, version: 1 },
    });
    for (let i = 0; i < 3; i++) await send();
    expect((await send()).body).toMatchObject({ severity: 'LOOP', action: 'continue', version: 5 });
  });

  it('E5, E6 are broadcast with the gateway score; every LOOP raises an alert, a warning does not, and a wrong score is reported', async () => {
    const { heard, close } = await listen(gateway, TOKEN);
    for (let i = 0; i < 6; i++) await send({ entropy: 0.95 });
    await expect.poll(() => heard.filter(({ topic }) => topic === 'gateway:entropy_alerts')).toHaveLength(2);
    close();
    const on = (topic: string) => heard.filter((one) => one.topic === topic).map(({ data }) => data);
    expect(on('gateway:entropy_alerts')[0]).toEqual({
      ...{ event_type: 'entropy_alert', session_id: 'run', agent_id: 'agent-7', entropy_score: 0.2 },
      ...{ window_size: 5, occurrence_count: 5 },
      repeated_pattern: { intent: 'run the tests', tool_call: 'npm test', action_status: 'failure' },
    });
    expect(on('gateway:messages').map(({ cognition }) => cognition.entropy_score)).toEqual([
      ...[1, 0.5, 0.3333, 0.25, 0.2, 0.2],
    ]);
    expect(on('gateway:entropy_discrepancies')[0]).toMatchObject({
      ...{ event_type: 'entropy_discrepancy', reported_score: 0.95, entropy_score: 0.5, difference: 0.45 },
    });
    expect(on('gateway:topology').map(({ node }) => node.state)).toEqual([
      'active',
      'warning',
      'alert_entropy',
    ]);
    expect(on('loops')).toMatchObject([{ event_type: 'loop', session_id: 'run' }]);
    expect(on('interventions')).toEqual([]);
  });

  it('E5 pause the agent only if configured', async () => {
    const { status } = await gateway.send(
      'PUT',
      '/v1/config',
      JSON.stringify({ operator_id: 'ada', config: { entropy: { onLoop: 'pause' } } }),
      { 'content-type': 'application/json' },
    );
    expect(status).toBe(200);
    for (let i = 0; i < 4; i++) await send();
    expect((await send()).body).toMatchObject({ severity: 'LOOP', action: 'pause' });
  });

  it('E2 that are not JSON are refused, stored and broadcast as violations', async () => {
    const { heard, close } = await listen(gateway, TOKEN, '/v1/stream?topics=gateway:violations&after=0');
    const answer = await gateway.send('POST', '/gateway/messages', '{"meta": ', {
      'content-type': 'application/json',
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { code: 'SCHEMA_VIOLATION', field: 'body' } },
    });
    await expect.poll(() => heard.length).toBe(1);
    close();
    const violation = {
      ...{ event_type: 'schema_violation', session_id: null, agent_id: null, field: 'body' },
      ...{ message: 'The body is not JSON.', raw_payload_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    };
    expect(heard[0]?.data).toMatchObject(violation);
    expect((await gateway.get('/v1/violations')).body.violations).toMatchObject([violation]);
  });

  it.each([
    ['meta.trace_id', { meta: { trace_id: undefined } }],
    ['meta.timestamp', { meta: { timestamp: 'yesterday' } }],
    ['identity.agent_id', { identity: { agent_id: 7 } }],
    ['identity.agent_type', { identity: { agent_type: undefined } }],
    ['identity.capability_version', { identity: { capability_version: '' } }],
    ['cognition.intent', { cognition: { intent: undefined } }],
    ['action.status', { action: { status: 'done' } }],
    ['cognition', { cognition: undefined }],
  ])(
    'E1, E2 without a valid %s are refused, reported by hash, and change no window',
    async (field, change) => {
      await send();
      const good = messageOf() as Record<string, object>;
      const bad = Object.fromEntries(
        Object.entries(good).map(([name, part]) => {
          const other = (change as Record<string, object | undefined>)[name];
          return [name, name in change ? (other ? { ...part, ...other } : undefined) : part];
        }),
      );
      const { heard, close } = await listen(gateway, TOKEN, '/v1/stream?after=0&topics=gateway:violations');
      const answer = await gateway.post('/gateway/messages', bad);
      expect(answer).toMatchObject({ status: 422, body: { error: { code: 'SCHEMA_VIOLATION', field } } });
      await expect.poll(() => heard).toHaveLength(1);
      close();
      expect(heard[0]?.data).toMatchObject({ event_type: 'schema_violation', field });
      expect(heard[0]?.data.raw_payload_hash).toMatch(/^[0-9a-f]{64}$/);
      expect(JSON.stringify(heard)).not.toContain('run the tests');
      expect((await gateway.get('/v1/violations')).body.violations).toHaveLength(1);
      expect((await send()).body.entropy_score).toBe(0.5);
    },
  );

  it('in a batch are processed one by one', async () => {
    const batch = [messageOf({ tool: 'a' }), { nonsense: true }, messageOf({ tool: 'b' })];
    for (const body of [batch, { messages: batch }]) {
      const answer = await gateway.post('/gateway/messages', body);
      expect(answer).toMatchObject({ status: 200, body: { accepted: 2, refused: 1 } });
      expect(answer.body.results[1]).toMatchObject({ status: 'refused', field: 'meta' });
    }
    const { status } = await gateway.post('/gateway/messages', [{}, {}]);
    expect(status).toBe(422);
  });

  it('E1 belong to the session they name, or to cluster and agent together', async () => {
    expect((await send({ session: null })).body.session_id).toBe('agent-7');
    const clustered = messageOf({ session: null }) as { meta: object };
    const { body } = await gateway.post('/gateway/messages', {
      ...{ ...clustered, meta: { ...clustered.meta, cluster_id: 'blue' } },
    });
    expect(body.session_id).toBe('blue/agent-7');
  });

  it('with a number count once, and a gap is reported', async () => {
    expect((await send({ seq: 0 })).body).toMatchObject({ seq: 0, duplicate: false });
    expect((await send({ seq: 0 })).body).toMatchObject({ seq: 0, duplicate: true, entropy_score: 1 });
    expect((await send({ seq: 1 })).body).toMatchObject({ entropy_score: 0.5 });
    expect(await send({ seq: 5 })).toMatchObject({ status: 409, body: { error: { code: 'SEQUENCE_GAP' } } });
    expect((await gateway.get('/v1/sessions/run')).body.events).toBe(2);
  });

  it('end the session with a terminal step', async () => {
    await send({ control: { is_terminal: true } });
    expect((await gateway.get('/v1/sessions/run')).body).toMatchObject({
      state: 'ended',
      node_state: 'dead',
    });
  });

  it('are stored without secrets', async () => {
    const secret = `sk-ant-api03-${'Ab1'.repeat(30)}`;
    await send({ intent: `log in with ${secret}` });
    for (const path of ['/v1/sessions/run/events', '/v1/sessions/run/export', '/v1/sessions/run/dag'])
      expect((await gateway.get(path)).text).not.toContain(secret);
  });
});

describe('the configuration', () => {
  const put = (config: object, more: object = {}) =>
    gateway.send('PUT', '/v1/config', JSON.stringify({ operator_id: 'ada', config, ...more }), {
      'content-type': 'application/json',
    });

  it('E10 changes window and thresholds from the next message on', async () => {
    await scores('a', 'a', 'a');
    expect(await put({ entropy: { window: 2, loopBelow: 0.6, warningUpTo: 0.7 } })).toMatchObject({
      ...{ status: 200, body: { version: 1, config: { entropy: { window: 2, loopBelow: 0.6 } } } },
    });
    expect(await scores('a')).toEqual([[0.5, 'LOOP']]);
    expect((await gateway.get('/v1/audit')).body.entries[0]).toMatchObject({ command: 'config' });
  });

  it.each([
    [{ entropy: { window: 1 } }, 'window'],
    [{ entropy: { loopBelow: 0.9 } }, 'entropy'],
    [{ entropy: { loopBelow: 'low' } }, 'entropy.loopBelow'],
    [{ entropy: { nonsense: 1 } }, 'nonsense'],
    [{ nonsense: {} }, 'nonsense'],
    [{ events: { preset: 'nobody' } }, 'preset'],
    [{ gates: { timeoutMs: -1 } }, 'gates.timeoutMs'],
    [{ events: { options: { 'repeated-call': { failures: 0 } } } }, 'failures'],
  ])('E10 refuses %j, and the old value stays', async (config, field) => {
    const answer = await put(config);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(field);
    expect((await gateway.get('/v1/config')).body).toMatchObject({
      version: 0,
      config: { entropy: { window: 5 } },
    });
    expect(await scores('a', 'a')).toEqual([
      [1, 'NORMAL'],
      [0.5, 'WARNING'],
    ]);
  });

  it('is refused if it has changed since it was read', async () => {
    await put({ entropy: { window: 4 } }, { version: 0 });
    expect((await put({ entropy: { window: 3 } }, { version: 0 })).status).toBe(409);
    expect((await put({ entropy: { window: 3 } }, { version: 1 })).status).toBe(200);
  });
});

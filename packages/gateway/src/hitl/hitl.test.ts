import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen, messageOf } from '../testing/messages.js';
import { PAUSES, type Started, startGateway, TOKEN } from '../testing/start.js';

let gateway: Started;
let clock = 0;
beforeEach(async () => {
  clock = 0;
  gateway = await startGateway({ ...PAUSES, now: () => Date.now() + clock });
});
afterEach(() => gateway.close());

const send = async (change: Parameters<typeof messageOf>[0] = {}) =>
  (await gateway.post('/gateway/messages', messageOf(change))).body;
const act = (name: string, body: object = {}, session = 'run') =>
  gateway.post(`/gateway/sessions/${session}/${name}`, { operator_id: 'ada', ...body });
const detail = async () => (await gateway.get('/v1/sessions/run')).body;
const commands = async () =>
  (await gateway.get('/v1/audit?session=run')).body.entries.map((one: { command: string }) => one.command);

describe('a pause', () => {
  it('E9 holds messages in order and replays them on unpause', async () => {
    await send({ tool: 'a' });
    expect((await act('pause', { reason: 'look' })).body).toMatchObject({
      ...{ state: 'paused', changed: true, action: 'pause', text: 'Paused by ada: look' },
    });
    const { heard, close } = await listen(gateway, TOKEN, '/v1/stream?topics=gateway:messages');
    expect(await send({ tool: 'b', trace: 'one' })).toMatchObject({
      held: true,
      action: 'pause',
      entropy_score: 1,
    });
    expect(await send({ tool: 'b', trace: 'two' })).toMatchObject({ held: true, action: 'pause' });
    expect(await detail()).toMatchObject({
      state: 'paused',
      node_state: 'paused',
      held: 2,
      entropy_score: 1,
    });
    expect(heard).toEqual([]);
    expect((await act('unpause')).body).toMatchObject({ state: 'active', forwarded: 2, action: 'continue' });
    await expect.poll(() => heard.map(({ data }) => data.meta.trace_id)).toEqual(['one', 'two']);
    close();
    expect(await detail()).toMatchObject({ state: 'active', held: 0, entropy_score: 0.6667 });
    expect(await send({ tool: 'b' })).toMatchObject({ held: false, entropy_score: 0.5 });
  });

  it('is idempotent, and so is a command with the same id', async () => {
    await send();
    expect((await act('pause')).body).toMatchObject({ changed: true, version: 2 });
    expect((await act('pause')).body).toMatchObject({ changed: false, version: 2 });
    const unpause = () => act('unpause', { command_id: 'c1' });
    expect((await unpause()).body).toMatchObject({ changed: true });
    await act('pause');
    expect((await unpause()).body).toMatchObject({ changed: false, state: 'paused' });
    expect(await commands()).toEqual(['pause', 'unpause', 'pause']);
  });

  it('E9 is audited with operator, time and hashes', async () => {
    await send();
    await act('pause');
    const [entry] = (await gateway.get('/v1/audit?session=run')).body.entries;
    expect(entry).toMatchObject({ operator_id: 'ada', command: 'pause', session_id: 'run' });
    expect(entry.before_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(entry.after_hash).not.toBe(entry.before_hash);
  });

  it.each([
    ['of an unknown session', 'pause', {}, 'nobody', 404],
    ['of another agent', 'pause', { agent_id: 'agent-9' }, 'run', 409],
    ['without an operator', 'pause', { operator_id: undefined }, 'run', 422],
    ['with an empty injection', 'inject', { message: '' }, 'run', 422],
    ['of a gate that is not there', 'gates/g9/approve', {}, 'run', 404],
    ['by a rewrite of a step that does not wait', 'rewrite', { seq: 0, message: {} }, 'run', 409],
  ])('%s is refused', async (_, name, body, session, status) => {
    await send();
    expect((await act(name, body, session)).status).toBe(status);
    expect(await commands()).toEqual([]);
  });

  it('also holds native events', async () => {
    const batch = (firstSeq: number) => ({
      ...{ session: 'run', firstSeq },
      events: [{ kind: 'call', tool: 'Bash', args: { n: firstSeq }, result: 'ok' }],
    });
    await gateway.post('/v1/events', batch(0));
    await act('pause');
    expect((await gateway.post('/v1/events', batch(1))).body).toMatchObject({ held: true, action: 'pause' });
    expect((await act('unpause')).body).toMatchObject({ forwarded: 1 });
    expect((await gateway.post('/v1/events', batch(1))).body).toMatchObject({ duplicates: 1, accepted: 0 });
  });
});

describe('a message from a person', () => {
  it('reaches the agent with its next acknowledgement, once, and again if that is lost', async () => {
    await send({ seq: 0 });
    await act('inject', { message: 'The database is down.' });
    const first = await send({ seq: 1 });
    expect(first).toMatchObject({ action: 'redirect', text: 'The database is down.' });
    expect(first.directives).toMatchObject([{ id: 'd1', kind: 'inject' }]);
    expect((await send({ seq: 1 })).directives).toEqual(first.directives);
    expect(await send({ seq: 2 })).toMatchObject({ action: 'continue', directives: [] });
  });

  it('E9 changes a held step', async () => {
    await send({ tool: 'a' });
    await act('pause');
    await send({ tool: 'a' });
    await act('rewrite', { message: { action: { tool_call: 'b' } }, text: 'Do b.' });
    await act('unpause');
    expect(await detail()).toMatchObject({ entropy_score: 1 });
    expect(await send({ tool: 'c' })).toMatchObject({ action: 'redirect', text: 'Do b.' });
  });

  it('ends the session', async () => {
    await send();
    expect((await act('end')).body).toMatchObject({ state: 'ended', action: 'stop' });
    expect(await send()).toMatchObject({ action: 'stop', text: 'Stopped by ada.' });
    expect((await act('pause')).status).toBe(409);
  });
});

describe('a gate', () => {
  const ask = () => send({ tool: 'deploy', control: { hitl_required: true } });

  it.each([
    ['approve', {}, 2, 1],
    ['rewrite', { message: { action: { tool_call: 'a' } } }, 2, 0.5],
    ['reject', {}, 1, 1],
  ])('E9 lets a person %s the step', async (name, body, _, score) => {
    await send({ tool: 'a' });
    const { gate_id, action, held } = await ask();
    expect({ action, held }).toEqual({ action: 'pause', held: true });
    expect((await detail()).gates).toMatchObject([{ id: gate_id, status: 'open', tool_call: 'deploy' }]);
    expect((await act(`gates/${gate_id}/${name}`, body)).body).toMatchObject({
      state: 'active',
      changed: true,
    });
    expect(await detail()).toMatchObject({ entropy_score: score, open_gates: 0, held: 0 });
    expect((await send({ tool: 'z' })).directives).toMatchObject([{ kind: 'gate', gate_id, decision: name }]);
    expect((await act(`gates/${gate_id}/${name}`, body)).body).toMatchObject({ changed: false });
    const other = name === 'reject' ? 'approve' : 'reject';
    expect((await act(`gates/${gate_id}/${other}`)).status).toBe(409);
  });

  it('expires with its default decision', async () => {
    await send({ tool: 'a' });
    const { gate_id } = await ask();
    clock += 301_000;
    await expect.poll(async () => (await detail()).gates[0].status, { timeout: 10_000 }).toBe('expired');
    expect((await send({ tool: 'z' })).directives).toMatchObject([{ gate_id, decision: 'reject' }]);
    expect(await commands()).toEqual(['gate_expired']);
  });

  it('can be waited for', async () => {
    await send({ tool: 'a' });
    const { gate_id, version } = await ask();
    const waiting = gateway.get(`/v1/sessions/run/control?wait=20&version=${version}`);
    await act(`gates/${gate_id}/approve`);
    expect((await waiting).body).toMatchObject({ action: 'redirect', directives: [{ decision: 'approve' }] });
  });
});

describe('an override', () => {
  it('needs more confirmation each time, and is audited', async () => {
    const loop = async () => {
      for (let i = 0; i < 5; i++) await send();
    };
    expect((await act('override')).status).toBe(404);
    await send();
    expect((await act('override')).status).toBe(409);
    await loop();
    expect((await act('override', { reason: 'polls' })).body).toMatchObject({
      changed: true,
      action: 'continue',
    });
    expect(await detail()).toMatchObject({ severity: 'NORMAL', entropy_score: null });
    await loop();
    const second = await act('override');
    expect(second).toMatchObject({ status: 409 });
    expect(second.body.error.message).toContain('OVERRIDE_CONFIRM');
    expect((await act('override', { isConfirmed: true })).status).toBe(200);
    await loop();
    expect((await detail()).override).toMatchObject({ friction: 'turns-off' });
    expect((await act('override', { isConfirmed: true })).status).toBe(409);
    expect((await act('override', { acceptsOff: true })).status).toBe(200);
    await loop();
    expect(await detail()).toMatchObject({ is_off: true, status: 'healthy' });
    expect((await commands()).filter((name: string) => name === 'override')).toHaveLength(3);
  });
});

describe('the kill-switch', () => {
  const kill = (body: object) => gateway.post('/gateway/kill-switch', { operator_id: 'ada', ...body });

  it('needs a confirmation, then stops all agents until it is released', async () => {
    await send();
    const asked = await kill({});
    expect(asked).toMatchObject({ status: 202, body: { active: false } });
    const { confirm_token } = asked.body;
    expect((await kill({ confirm_token, confirm: 'yes' })).status).toBe(409);
    expect((await kill({ confirm_token: 'x', confirm: 'STOP ALL' })).status).toBe(409);
    expect(await send()).toMatchObject({ action: 'continue' });
    expect((await kill({ confirm_token, confirm: 'STOP ALL' })).body).toMatchObject({ active: true });
    expect(await send()).toMatchObject({ action: 'stop' });
    expect(await send({ session: 'other' })).toMatchObject({ action: 'stop' });
    expect((await gateway.get('/gateway/kill-switch')).body).toMatchObject({ active: true, by: 'ada' });
    await gateway.post('/gateway/kill-switch/release', { operator_id: 'ada' });
    expect(await send({ tool: 'b' })).toMatchObject({ action: 'continue' });
    const { entries } = (await gateway.get('/v1/audit?session=')).body;
    expect(entries.map((one: { command: string }) => one.command)).toEqual([
      'kill_switch_off',
      'kill_switch_on',
    ]);
  });

  it('refuses an expired confirmation', async () => {
    const { confirm_token } = (await kill({})).body;
    clock += 61_000;
    expect((await kill({ confirm_token, confirm: 'STOP ALL' })).status).toBe(409);
  });
});

it('a secret in a rewrite is not stored', async () => {
  const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
  const message = { action: { tool_call: `curl -H "authorization: Bearer ${secret}"` } };
  await send({ tool: 'a' });
  await act('pause');
  await send({ tool: 'b' });
  expect((await act('rewrite', { message })).status).toBe(200);
  await act('unpause');
  for (const path of ['/v1/sessions/run', '/v1/sessions/run/export', '/v1/audit?session=run'])
    expect((await gateway.get(path)).text).not.toContain(secret);
});

it('a secret in the name of an operator or of a key is not stored', async () => {
  const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
  await send({ tool: 'a' });
  expect((await act('pause', { operator_id: `ada ${secret}` })).status).toBe(200);
  const key = { operator_id: secret, name: `for ${secret}`, scopes: ['ingest'] };
  expect((await gateway.post('/v1/keys', key)).status).toBe(200);
  const paths = [
    '/v1/sessions/run',
    '/v1/sessions/run/export',
    '/v1/audit?session=run',
    '/v1/audit',
    '/v1/keys',
  ];
  for (const path of paths) expect((await gateway.get(path)).text).not.toContain(secret);
  expect((await gateway.get('/v1/audit')).text).toContain('ada ');
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../testing/messages.js';
import { type Started, startGateway, TOKEN } from '../testing/start.js';

let gateway: Started;
beforeAll(async () => {
  gateway = await startGateway({ permitsOverride: true });
});
afterAll(() => gateway.close());

const put = (config: object, more: object = {}) =>
  gateway.send('PUT', '/v1/config', JSON.stringify({ operator_id: 'ada', config, ...more }), {
    'content-type': 'application/json',
  });
const SECRET = `sk-ant-api03-${'Ab1'.repeat(30)}`;
const call = {
  kind: 'call',
  tool: 'Bash',
  args: { command: 'npm test', key: SECRET },
  result: '1 failed',
  isError: true,
  tokens: 100,
};
const send = (session: string, events: readonly object[], more: object = {}) =>
  gateway.post('/v1/events', { session, events, ...more });
const same = async (session: string, times: number, more: object = {}) => {
  let last;
  for (let i = 0; i < times; i++) last = await send(session, [{ ...call, round: i }], more);
  return last?.body;
};
const detail = async (session: string) => (await gateway.get(`/v1/sessions/${session}`)).body;
const loops = async (session: string) => (await gateway.get(`/v1/sessions/${session}/loops`)).body.loops;
const stats = async () => (await gateway.get('/v1/stats')).body;

describe('a session in detail', () => {
  it('has the state of escalation and the captured packet, without secrets', async () => {
    await same('ladder', 8);
    const { ladder, packet } = await detail('ladder');
    expect(['nudge', 'redirect', 'block', 'pause', 'stop']).toContain(ladder.rung);
    expect(ladder.count).toBeGreaterThan(0);
    expect(packet).toMatchObject({
      content: { kind: 'call', tool: 'Bash' },
      // `default` steps in without a reset.
      loop_metadata: { loop_type: expect.stringMatching(/^[A-Z_]+$/), reset_count: 0 },
    });
    expect(packet.loop_metadata.previous_attempts.length).toBeGreaterThan(0);
    expect(JSON.stringify(packet)).not.toContain(SECRET);
    const [loop] = await loops('ladder');
    expect(loop.evidence).toMatchObject({ count: expect.any(Number), events: expect.any(Array) });
    expect(loop).not.toHaveProperty('voice');
  });

  it('has neither without an intervention', async () => {
    await send('calm', [call]);
    expect(await detail('calm')).toMatchObject({
      ...{ packet: null, ladder: { rung: 'observe', count: 0, gate: null } },
      saved: { calls: 0, tokens: 0, cost: 0 },
    });
  });
});

describe('the outcome of a loop', () => {
  it('is in lists: overridden by a person', async () => {
    await same('lifted', 6);
    const answer = await gateway.post('/gateway/sessions/lifted/override', {
      operator_id: 'ada',
      isConfirmed: true,
      acceptsOff: true,
    });
    expect(answer.status).toBe(200);
    const all = (await gateway.get('/v1/loops')).body.loops;
    expect(all.find((one: { session_id: string }) => one.session_id === 'lifted')).toMatchObject({
      outcome: 'overridden',
    });
  });

  it('is in lists: recovered without help', async () => {
    const before = await stats();
    await same('better', 6);
    for (let i = 0; i < 30; i++)
      await send('better', [
        { kind: 'call', tool: 'Read', args: { path: `src/${i}.ts` }, result: `text ${i}`, round: 100 + i },
      ]);
    expect((await loops('better'))[0]).toMatchObject({ outcome: 'recovered', figures: { is_going: false } });
    expect((await detail('better')).summary).toContain('recovered');
    await expect.poll(stats).toMatchObject({ recovered_today: Number(before.recovered_today) + 1 });
    const { text } = await gateway.get('/metrics');
    expect(text).toMatch(/rutbreak_detection_latency_seconds_count [1-9]/);
    expect(text).toMatch(/rutbreak_detection_latency_seconds_bucket\{le="\+Inf"\} [1-9]/);
  });
});

describe('modes of single detectors', () => {
  const modes = (mode: string) => put({ events: { detectors: { 'repeated-call': mode } } });

  it('on, shadow and off apply from the next event on', async () => {
    const heard = await listen(gateway, TOKEN, '/v1/stream?topics=loops');
    expect(await modes('shadow')).toMatchObject({
      status: 200,
      body: { config: { events: { detectors: { 'repeated-call': 'shadow' } } } },
    });
    await same('shadowed', 8);
    const told = () =>
      heard.heard.filter(
        ({ data }) => data.event_type === 'shadow_detection' && data.session_id === 'shadowed',
      );
    await expect
      .poll(told)
      .toMatchObject([{ data: { detector: 'repeated-call', category: expect.any(String) } }]);
    heard.close();
    expect(
      (await loops('shadowed')).filter(({ detector }: { detector: string }) => detector === 'repeated-call'),
    ).toEqual([]);
    expect((await gateway.get('/metrics')).text).toContain(
      'rutbreak_shadow_detections_total{detector="repeated-call"} 1',
    );
    await modes('off');
    await same('deaf', 8);
    expect(
      (await loops('deaf')).filter(({ detector }: { detector: string }) => detector === 'repeated-call'),
    ).toEqual([]);
    await modes('on');
    await same('heard', 8);
    expect((await loops('heard')).map(({ detector }: { detector: string }) => detector)).toContain(
      'repeated-call',
    );
  });

  it.each([
    [{ events: { detectors: { nobody: 'off' } } }, 'nobody'],
    [{ events: { detectors: { 'repeated-call': 'loud' } } }, 'repeated-call'],
    [{ detection: { thresholds: { tool_repetition: { exact_match: 1 } } } }, 'exact_match'],
    [{ detection: { treshholds: {} } }, 'treshholds'],
    [{ window_size: 8, detection_window: 9 }, 'detection_window'],
    [{ events: { settings: { window: 1 } } }, 'window'],
    [{ prices: { big: -1 } }, 'prices.big'],
    [{ entropy: { mode: 'loud' } }, 'entropy.mode'],
  ])('%j is refused, and nothing changes', async (config, field) => {
    const before = (await gateway.get('/v1/config')).body;
    const answer = await put(config);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(field);
    // Each in its own field: the page shows the one after the other.
    const { message, hint = 'none' } = answer.body.error;
    expect(message).not.toContain(hint);
    expect(message).not.toMatch(/^[A-Z_]+: /);
    expect((await gateway.get('/v1/config')).body).toEqual(before);
  });
});

describe('R13 the shapes of the votes design', () => {
  it.each([
    [
      { detection: { thresholds: { tool_repetition: { exact_match: 5 } }, enabled: true } },
      { exactMatch: 5 },
    ],
    [
      { loop_detection: { defaults: { window_size: 8 }, model_overrides: { lite: { window_size: 5 } } } },
      { window: 8 },
    ],
    [
      { similarity_threshold: 0.9, max_repetitions: 4, detection_window: 9 },
      { window: 9, exactMatch: 4 },
    ],
  ])('%j applies from the next event on', async (config, settings) => {
    const { status, body } = await put(config);
    expect(status).toBe(200);
    expect(body.config.events).toMatchObject({ preset: 'votes', settings });
  });

  it('are merged, apply to the models they name, and are audited', async () => {
    const { events } = (await gateway.get('/v1/config')).body.config;
    expect(events.modelSettings).toEqual({ lite: { window: 5 } });
    await put({ max_repetitions: 2, events: { modelSettings: { lite: null } } });
    expect((await gateway.get('/v1/config')).body.config.events.modelSettings).toEqual({});
    const status = { kind: 'call', tool: 'Bash', args: { command: 'git status' }, result: 'clean' };
    const { body } = await send('votes', [status, status]);
    expect(body.action).not.toBe('continue');
    expect((await gateway.get('/v1/audit')).body.entries[0]).toMatchObject({
      command: 'config',
      operator_id: 'ada',
    });
    expect((await put({ detection: { enabled: false } })).body.config.events.mode).toBe('off');
  });
});

describe('the entropy design in shadow', () => {
  it('scores and alerts, but pauses no agent', async () => {
    await put({ entropy: { mode: 'shadow' } });
    const message = {
      meta: { trace_id: 't', timestamp: 1, session_id: 'quiet' },
      identity: { agent_id: 'a', agent_type: 'b', capability_version: '1' },
      ...{ cognition: { intent: 'i' }, action: { tool_call: 'x', status: 'failure' } },
    };
    let last;
    for (let i = 0; i < 6; i++) last = await gateway.post('/gateway/messages', message);
    expect(last?.body).toMatchObject({ entropy_score: 0.2, severity: 'LOOP', action: 'continue' });
  });
});

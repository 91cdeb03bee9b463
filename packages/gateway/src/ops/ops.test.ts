import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen, messageOf } from '../testing/messages.js';
import { type Started, startGateway, TOKEN } from '../testing/start.js';

let gateway: Started;
beforeEach(async () => {
  gateway = await startGateway({ stream: { heartbeatMs: 50 }, version: '9.9.9' });
});
afterEach(() => gateway.close());

const loop = async (session = 'run') => {
  for (let i = 0; i < 5; i++) await gateway.post('/gateway/messages', messageOf({ session }));
  return (await gateway.get(`/v1/sessions/${session}/loops`)).body.loops[0];
};

describe('the stream', () => {
  it('resumes from the last id, filters by topic, and sends heartbeats', async () => {
    await loop();
    const first = await listen(gateway, TOKEN, '/v1/stream?after=0&topics=gateway:messages,session:dag:*');
    await expect.poll(() => first.heard.filter(({ topic }) => topic === 'gateway:messages')).toHaveLength(5);
    expect(new Set(first.heard.map(({ topic }) => topic))).toEqual(
      new Set(['gateway:messages', 'session:dag:run']),
    );
    await expect.poll(first.text).toMatch(/^: \d+$/m);
    first.close();
    const third = first.heard.filter(({ topic }) => topic === 'gateway:messages')[2]!;
    const again = await listen(gateway, TOKEN, '/v1/stream?topics=gateway:messages', {
      'last-event-id': String(third.id),
    });
    await expect.poll(() => again.heard).toHaveLength(2);
    await gateway.post('/gateway/messages', messageOf());
    await expect.poll(() => again.heard).toHaveLength(3);
    again.close();
  });
});

describe('operators', () => {
  it('see metrics, the interface and statistics', async () => {
    await loop();
    const { text, headers } = await gateway.get('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toContain('rutbreak_loops_detected_total{type="TOOL_REPETITION"} 1');
    expect(text).toContain('rutbreak_events_total 5');
    expect(text).toContain('rutbreak_sessions 1');
    expect((await gateway.get('/openapi.json')).body).toMatchObject({
      openapi: '3.1.0',
      info: { version: '9.9.9' },
    });
    expect((await gateway.get('/docs')).text).toContain('POST /gateway/messages');
    expect((await gateway.get('/v1/stats')).body).toMatchObject({ sessions: 1, store: 'memory' });
  });

  it('create keys that have exactly their scopes, and revoke them', async () => {
    const made = await gateway.post('/v1/keys', { operator_id: 'ada', name: 'agents', scopes: ['ingest'] });
    const { key, id } = made.body;
    const authorization = `Bearer ${key}`;
    expect((await gateway.post('/gateway/messages', messageOf(), { authorization })).status).toBe(200);
    expect((await gateway.get('/v1/sessions', { authorization })).status).toBe(403);
    const pause = () => gateway.post('/gateway/sessions/run/pause', { operator_id: 'x' }, { authorization });
    expect((await pause()).status).toBe(403);
    expect((await gateway.get('/v1/keys')).text).not.toContain(key);
    expect((await gateway.send('DELETE', `/v1/keys/${id}`)).body).toEqual({ removed: true });
    expect((await gateway.post('/gateway/messages', messageOf(), { authorization })).status).toBe(401);
  });

  it('give feedback on loops; the archive finds similar loops and stores no text', async () => {
    const { id } = await loop();
    await loop('other');
    await expect
      .poll(async () => (await gateway.get('/v1/archive')).body.patterns)
      .toMatchObject([{ category: 'TOOL_REPETITION', seen: 2 }]);
    const known = await gateway.get(`/v1/archive?like=${encodeURIComponent(id)}`);
    expect(known.body.patterns).toMatchObject([{ likeness: 1 }]);
    expect(known.text).not.toContain('npm test');
    const said = await gateway.post(`/v1/loops/${id}/feedback`, {
      operator_id: 'ada',
      verdict: 'false-positive',
    });
    expect(said.body).toMatchObject({ id, feedback: 'false-positive' });
    await gateway.post(`/v1/loops/${id}/outcome`, { operator_id: 'ada', recovered: true, strategy: 'hint' });
    expect((await gateway.get('/v1/archive')).body.patterns).toMatchObject([{ false_alarms: 1 }]);
    expect((await gateway.get('/v1/sessions/run')).body.summary).toContain('recovered');
    expect((await gateway.get('/metrics')).text).toContain('rutbreak_false_positives_reported_total');
    expect(
      (await gateway.post('/v1/loops/nobody/feedback', { operator_id: 'a', verdict: 'correct' })).status,
    ).toBe(404);
  });
});

describe('the causal graph', () => {
  const step = (trace: string, parent?: string) =>
    gateway.post('/gateway/messages', messageOf({ trace, tool: trace, ...(parent && { parent }) }));

  it('waits for late parents, and refuses cycles', async () => {
    await step('a');
    await step('c', 'b');
    const waiting = (await gateway.get('/v1/sessions/run/dag')).body;
    expect(waiting.nodes).toMatchObject([{ id: 'a' }, { id: 'c', waiting: true, orphan: false }]);
    await step('b', 'a');
    await step('x', 'y');
    await step('y', 'x');
    const { nodes, edges } = (await gateway.get('/v1/sessions/run/dag')).body;
    expect(edges).toContainEqual({ from: 'b', to: 'c' });
    expect(edges).toContainEqual({ from: 'a', to: 'b' });
    expect(nodes.find(({ id }: { id: string }) => id === 'y')).toMatchObject({ cycle_refused: true });
  });
});

describe('metadata-only mode', () => {
  it('still finds loops', async () => {
    const config = { operator_id: 'ada', config: { privacy: { metadataOnly: true } } };
    await gateway.send('PUT', '/v1/config', JSON.stringify(config), { 'content-type': 'application/json' });
    const { category } = await loop();
    expect(category).toBe('TOOL_REPETITION');
    expect((await gateway.get('/v1/sessions/run/export')).text).not.toContain('npm test');
  });
});

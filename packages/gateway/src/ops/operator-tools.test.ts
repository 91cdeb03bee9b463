import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loop } from '../api/sessions.js';
import { listen, messageOf } from '../testing/messages.js';
import { startReceiver } from '../testing/receiver.js';
import { type Started, startGateway, TOKEN } from '../testing/start.js';

let gateway: Started;
let clock = Date.now();
beforeAll(async () => {
  gateway = await startGateway({ now: () => clock, sweepMs: 20 });
});
afterAll(() => gateway.close());

const by = { operator_id: 'ada' };
const CALL = { kind: 'call', tool: 'Bash', args: { command: 'npm test' }, result: '1 failed', isError: true };
const repeat = async (session: string, times: number): Promise<readonly string[]> => {
  const actions: string[] = [];
  for (let i = 0; i < times; i++)
    actions.push(
      (await gateway.post('/v1/events', { session, events: [{ ...CALL, round: i }] })).body.action,
    );
  return actions;
};
const loopOf = async (session: string): Promise<Loop> =>
  (await gateway.get(`/v1/sessions/${session}/loops`)).body.loops[0];
const lastAudit = async () => (await gateway.get('/v1/audit?session=')).body.entries[0];
const mute = (loop: string, hours = 1) =>
  gateway.post('/v1/mutes', { ...by, loop, hours, reason: 'known to fail until Friday' });

describe('a muted pattern', () => {
  it('is recorded in every session, without interventions until the mute ends', async () => {
    expect(await repeat('first', 8)).toContain('redirect');
    const { body } = await mute((await loopOf('first')).id);
    expect(body).toMatchObject({ by: 'ada', expires_at: clock + 3_600_000 });
    expect(await lastAudit()).toMatchObject({ command: 'mute', operator_id: 'ada' });
    expect(new Set(await repeat('second', 12))).toEqual(new Set(['continue']));
    expect(await loopOf('second')).toMatchObject({ count: 0, figures: { rungs: [] } });
    expect((await gateway.get('/v1/sessions/second')).body).toMatchObject({ status: 'healthy' });
    expect((await gateway.send('DELETE', `/v1/mutes/${body.id}`)).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ command: 'unmute' });
    expect(await repeat('third', 8)).toContain('redirect');
  });

  it('raises alerts again when the mute expires', async () => {
    await mute((await loopOf('first')).id, 2);
    expect((await gateway.get('/v1/mutes')).body.mutes).toHaveLength(1);
    clock += 2 * 3_600_000;
    await expect.poll(async () => (await gateway.get('/v1/mutes')).body.mutes).toEqual([]);
    expect(await repeat('fourth', 8)).toContain('redirect');
  });

  it('raises no alert for DecisionLogs', async () => {
    const steps = async (session: string) => {
      for (let i = 0; i < 6; i++) await gateway.post('/gateway/messages', messageOf({ session }));
    };
    await steps('log-1');
    await mute((await loopOf('log-1')).id);
    const stream = await listen(gateway, TOKEN, '/v1/stream?topics=gateway:entropy_alerts,gateway:messages');
    await steps('log-2');
    await expect.poll(() => stream.heard.length).toBe(6);
    expect(stream.heard.map(({ topic }) => topic)).not.toContain('gateway:entropy_alerts');
    stream.close();
    expect((await gateway.get('/v1/sessions/log-2')).body.severity).toBe('NORMAL');
  });

  it.each([
    [{ ...by, loop: 'none', hours: 1, reason: 'x' }, 404],
    [{ ...by, loop: 'none', hours: 1000, reason: 'x' }, 422],
    [{ ...by, loop: 'none', hours: 1 }, 422],
  ])('%j is answered with %i', async (body, status) => {
    expect((await gateway.post('/v1/mutes', body)).status).toBe(status);
  });
});

describe('one command for many sessions', () => {
  it('pauses and resumes each one, and reports failures', async () => {
    await Promise.all(['b1', 'b2'].map((session) => repeat(session, 1)));
    const run = async (command: string) =>
      (await gateway.post('/v1/sessions/bulk', { ...by, command, sessions: ['b1', 'b2', 'nobody'] })).body;
    const unknown = { session_id: 'nobody', changed: false, problem: 'There is no such session.' };
    const changed = ['b1', 'b2'].map((session_id) => ({ session_id, changed: true, problem: null }));
    expect(await run('pause')).toEqual({ results: [...changed, unknown] });
    const stateOf = async (id: string) => (await gateway.get(`/v1/sessions/${id}`)).body.state;
    expect([await stateOf('b1'), await stateOf('b2')]).toEqual(['paused', 'paused']);
    expect((await gateway.get('/v1/audit?session=b2')).body.entries[0]).toMatchObject({ command: 'pause' });
    expect(await run('unpause')).toEqual({ results: [...changed, unknown] });
    expect(await stateOf('b1')).toBe('active');
  });
});

describe('webhook templates', () => {
  const create = async (url: string, more: object) =>
    gateway.post('/v1/webhooks', { ...by, url, topics: ['interventions', 'loops'], ...more });

  it.each([
    ['plain', {}, { type: 'interventions', data: { event_type: 'intervention' } }],
    ['slack', { template: 'slack' }, { text: expect.stringContaining('because of a loop') as string }],
    [
      'pagerduty',
      { template: 'pagerduty', routing_key: 'R0' },
      { routing_key: 'R0', event_action: 'trigger', payload: { severity: expect.any(String) as string } },
    ],
  ])('%s has the form that its receiver reads', async (name, more, wanted) => {
    const receiver = await startReceiver();
    const { body } = await create(receiver.url, more);
    expect(body.template).toBe(name);
    const test = await gateway.post(`/v1/webhooks/${body.id}/test`, by);
    expect(test.body).toEqual({ delivered: true, status: 200, problem: null });
    expect(receiver.received[0]?.text).toContain('This is a test delivery.');
    await repeat(`hook-${name}`, 6);
    await expect
      .poll(() => receiver.received.some(({ body: sent }) => matches(sent, wanted)), { timeout: 5000 })
      .toBe(true);
    await gateway.send('DELETE', `/v1/webhooks/${body.id}`);
    await receiver.close();
  });

  it('a test delivery reports the status of the receiver', async () => {
    const receiver = await startReceiver(503);
    const { body } = await create(receiver.url, {});
    const test = await gateway.post(`/v1/webhooks/${body.id}/test`, by);
    expect(test.body).toMatchObject({ delivered: false, status: 503 });
    await gateway.send('DELETE', `/v1/webhooks/${body.id}`);
    await receiver.close();
  });

  it('PagerDuty needs a routing key', async () => {
    expect((await create('http://127.0.0.1:9/', { template: 'pagerduty' })).body.error).toMatchObject({
      field: 'routing_key',
    });
  });
});

function matches(sent: unknown, wanted: object): boolean {
  try {
    expect(sent).toMatchObject(wanted);
    return true;
  } catch {
    return false;
  }
}

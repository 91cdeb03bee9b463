import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../testing/messages.js';
import { type Started, startGateway, TOKEN } from '../testing/start.js';
import type { GatewayOptions } from '../gateway-options.js';

let gateway: Started;
afterEach(() => gateway.close());

const start = async (preset: string, more: Partial<GatewayOptions> = {}) => {
  gateway = await startGateway({ config: { events: { preset } }, ...more });
};
const call = { kind: 'call', tool: 'Bash', args: { command: 'npm test' }, result: 'failed', isError: true };
const send = async (events: readonly object[]) =>
  (await gateway.post('/v1/events', { session: 'run', events })).body;
const detail = async () => (await gateway.get('/v1/sessions/run')).body;

describe('a gateway that starts with a preset', () => {
  it('uses it', async () => {
    await start('votes');
    expect((await gateway.get('/v1/config')).body.config.events.preset).toBe('votes');
  });

  it('M7 broadcasts each loop_detection of matrix', async () => {
    await start('matrix');
    const { heard, close } = await listen(gateway, TOKEN, '/v1/stream?topics=loops&after=0');
    for (let i = 0; i < 6; i++) await send([{ ...call, round: i }]);
    const found = () => heard.filter(({ data }) => data.event_type === 'loop_detection');
    await expect.poll(() => found().length).toBeGreaterThan(0);
    close();
    expect(found()[0]?.data).toMatchObject({ session_id: 'run', classification: expect.any(String) });
  });

  it('R9 counts resets in reset_count, and not nudges', async () => {
    await start('votes');
    const done: string[] = [];
    for (let i = 0; i < 40 && done.length < 4; i++) {
      const { action } = await send([{ ...call, round: i }]);
      if (action === 'nudge' || action === 'redirect') done.push(action);
    }
    const resets = done.filter((action) => action === 'redirect').length;
    expect(done).toContain('nudge');
    expect((await detail()).packet.loop_metadata.reset_count).toBe(resets);
  });

  it.each([
    ['votes', 12, 3],
    ['cycles', 7, 0],
    ['matrix', 7, 0],
  ])('with %s, %i calls are counted as such, and %i resets as resets', async (preset, calls, resets) => {
    await start(preset);
    for (let i = 0; i < calls; i++) await send([{ ...call, round: i }]);
    const [loop] = (await gateway.get('/v1/sessions/run/loops')).body.loops;
    expect(loop.figures).toMatchObject({ repeats: calls, resets, refused: 0 });
    const { packet, ...session } = await detail();
    expect([session.resets, packet.loop_metadata.reset_count]).toEqual([resets, resets]);
  });

  it('C4 reports LOOP_DETECTED as a field when cycles stops an agent', async () => {
    await start('cycles');
    let ack = await send([call]);
    for (let i = 1; i < 30 && ack.action !== 'stop'; i++) ack = await send([{ ...call, round: i }]);
    expect(ack).toMatchObject({ action: 'stop', stop_status: 'LOOP_DETECTED' });
    expect(await detail()).toMatchObject({ action: 'stop', stop_status: 'LOOP_DETECTED' });
  });

  it('D3 forwards the actions that the preset asks the host for', async () => {
    await start('drift');
    let ack = await send([call]);
    for (let i = 1; i < 30 && ack.action === 'continue'; i++) ack = await send([{ ...call, round: i }]);
    expect(ack.actions.length).toBeGreaterThan(0);
  });

  it('D2 broadcasts each drift_alert, and says whether it is a blip or a trend', async () => {
    await start('drift');
    const { heard, close } = await listen(gateway, TOKEN, '/v1/stream?topics=loops&after=0');
    for (let i = 0; i < 5; i++) await send([{ ...call, round: i }]);
    const courses = () =>
      heard.flatMap(({ data }) => (data.event_type === 'drift_alert' ? [data.course] : []));
    await expect.poll(courses).toEqual(['blip', 'trend']);
    close();
  });
});

it('a store that is not writable is logged with its cause, and /readyz reports it', async () => {
  const lines: object[] = [];
  const { createMemoryStore } = await import('../store/memory.js');
  const store = createMemoryStore();
  const full = () => Promise.reject(new Error('disk is full'));
  gateway = await startGateway({
    store: { ...store, commit: full, ping: full },
    log: (level, message, fields) => void lines.push({ level, message, ...fields }),
  });
  expect((await gateway.post('/v1/events', { session: 'run', events: [call] })).status).toBe(503);
  expect(lines).toContainEqual(expect.objectContaining({ level: 'error', cause: 'disk is full' }));
  expect((await gateway.get('/readyz')).status).toBe(503);
});

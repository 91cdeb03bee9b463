import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../store/memory.js';
import { type Heard, listen, messageOf } from '../testing/messages.js';
import { type Started, startGateway, TOKEN } from '../testing/start.js';

let clock = 1_000_000;
let gateway: Started;
let heard: Heard[];
let deaf: () => void;
beforeEach(async () => {
  clock = 1_000_000;
  const store = createMemoryStore({ now: () => clock });
  gateway = await startGateway({ store, now: () => clock, sweepMs: 5 });
  ({ heard, close: deaf } = await listen(gateway, TOKEN, '/v1/stream?after=0'));
});
afterEach(async () => {
  deaf();
  await gateway.close();
});

const step = async (agent: string, trace: string, more: object = {}) =>
  (await gateway.post('/gateway/messages', messageOf({ agent, trace, tool: trace, ...more }))).body;
const act = async (name: string, body: object = {}) =>
  (await gateway.post(`/gateway/sessions/run/${name}`, { operator_id: 'ada', ...body })).body;
const topology = async () => (await gateway.get('/v1/topology')).body;
const control = async (agent: string) =>
  (await gateway.get(`/v1/sessions/run/control?agent_id=${agent}`)).body.action;
const told = (type: string) =>
  heard.filter(({ topic, data }) => topic === 'gateway:topology' && data.event_type === type);
const counted = () =>
  heard.filter(({ topic }) => topic === 'gateway:messages').map(({ data }) => data.meta.trace_id);

describe('agents of one session', () => {
  it('are separate nodes, with edges where a step of one led to a step of another', async () => {
    await step('planner', 'plan');
    expect((await topology()).nodes).toMatchObject([{ id: 'run' }]);
    await step('coder', 'code', { parent: 'plan' });
    await step('coder', 'test', { parent: 'code' });
    await step('planner', 'again', { parent: 'test' });
    const { nodes, edges } = await topology();
    expect(nodes).toMatchObject([
      { id: 'run' },
      { id: 'run::coder', session_id: 'run', agent_id: 'coder', state: 'active' },
      { id: 'run::planner', session_id: 'run', agent_id: 'planner', state: 'active' },
    ]);
    const handed = { kind: 'handed', weight: 1, ring: false };
    expect(edges).toEqual([
      { from: 'run::planner', to: 'run::coder', ...handed },
      { from: 'run::coder', to: 'run::planner', ...handed },
    ]);
    await expect.poll(() => told('edge_added').map(({ data }) => data.edge)).toContainEqual(edges[1]);
    expect(told('node_updated').map(({ data }) => data.node.id)).toEqual(
      expect.arrayContaining(['run::planner', 'run::coder']),
    );
  });

  it('hand work over to each other even if the parent arrives late', async () => {
    await step('coder', 'code', { parent: 'plan' });
    await step('planner', 'plan');
    expect((await topology()).edges).toContainEqual({
      ...{ from: 'run::planner', to: 'run::coder', kind: 'handed', weight: 1, ring: false },
    });
  });

  it('also arrive as native events', async () => {
    for (const id of ['one', 'other'])
      await gateway.post('/v1/events', { session: 'run', agent: { id }, events: [{ kind: 'reset' }] });
    const ids = (await topology()).nodes.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(['run', 'run::one', 'run::other']);
  });

  it('leave the map when their session is deleted, and no longer appear', async () => {
    await step('planner', 'plan');
    await step('coder', 'code');
    await gateway.send('DELETE', '/v1/sessions/run');
    await expect.poll(() => told('node_removed').map(({ data }) => data.node_id)).toEqual(['run']);
    expect((await topology()).nodes).toEqual([]);
  });

  it('become idle one by one, and leave the map with their session', async () => {
    await step('planner', 'plan');
    clock += 50_000;
    await step('coder', 'code');
    clock += 20_000;
    const stateOf = async (id: string) =>
      (await topology()).nodes.find((one: { id: string }) => one.id === id)?.state;
    expect([await stateOf('run::planner'), await stateOf('run::coder')]).toEqual(['idle', 'active']);
    await step('coder', 'end', { control: { is_terminal: true } });
    clock += 120_000;
    await expect
      .poll(() => told('node_removed').map(({ data }) => data.node_id))
      .toEqual(expect.arrayContaining(['run::planner', 'run::coder', 'run']));
  });
});

const TEAMS = ['billing', 'refunds', 'accounts'] as const;

/** One native event of an agent of the session `ring`; the reply is not needed. */
const native = (event: object) =>
  gateway.post('/v1/events', { session: 'ring', agent: { id: 'router' }, events: [event] });
const passOn = (n: number) => {
  const [agent, to] = [TEAMS[n % 3], TEAMS[(n + 1) % 3]];
  return native({
    ...{ kind: 'call', tool: 'hand_off', args: { ticket: 77, from: agent, to }, agent, to },
    result: `${String(to)}: not ours`,
  });
};
const edgesOf = async (): Promise<{ from: string; to: string; weight: number; ring: boolean }[]> =>
  (await topology()).edges.map((edge: { from: string; to: string }) => ({
    ...{ ...edge, from: edge.from.replace('ring::', ''), to: edge.to.replace('ring::', '') },
  }));

describe('edges between agents of one session', () => {
  it('have a direction, a kind and a weight, and may form a cycle', async () => {
    await native({ kind: 'message', text: 'Please look at ticket 77.', agent: 'billing', to: 'refunds' });
    await native({ kind: 'message', text: 'Which customer is it?', agent: 'refunds', to: 'billing' });
    await native({ kind: 'message', text: 'Kim, of Example Ltd.', agent: 'billing', to: 'refunds' });
    expect(await edgesOf()).toEqual([
      { from: 'billing', to: 'refunds', kind: 'messaged', weight: 2, ring: false },
      { from: 'refunds', to: 'billing', kind: 'messaged', weight: 1, ring: false },
    ]);
    await expect
      .poll(() => told('edge_updated').map(({ data }) => [data.edge.from, data.edge.weight]))
      .toContainEqual(['ring::billing', 2]);
  });

  it('12: a detected hand-off ring is marked, in the map and in the stream, and raises an alert', async () => {
    for (let n = 0; n < 15; n++) await passOn(n);
    const ring = (await edgesOf()).filter((edge) => edge.ring);
    expect(ring.map(({ from, to }) => `${from} ${to}`)).toEqual([
      ...['billing refunds', 'refunds accounts', 'accounts billing'],
    ]);
    const { nodes } = await topology();
    expect(nodes.find(({ id }: { id: string }) => id === 'ring')).toMatchObject({ state: 'alert_entropy' });
    await expect
      .poll(() => told('edge_updated').some(({ data }) => data.edge.ring === true), { timeout: 5000 })
      .toBe(true);
  });

  it('form no ring if agents take turns in healthy work', async () => {
    for (let n = 0; n < 8; n++)
      await native({
        ...{
          kind: 'call',
          tool: 'delegate',
          args: { part: n },
          result: `part ${n} is done: ${n * 37} lines`,
        },
        ...(n % 2 === 0 ? { agent: 'planner', to: 'coder' } : { agent: 'coder', to: 'planner' }),
      });
    expect(await edgesOf()).toMatchObject([
      { weight: 4, ring: false },
      { weight: 4, ring: false },
    ]);
  });

  it('form no ring once the agents have left the loop', async () => {
    for (let n = 0; n < 15; n++) await passOn(n);
    for (let n = 0; n < 10; n++)
      await native({
        ...{ kind: 'call', tool: 'Read', args: { path: `src/${n}.md` }, agent: 'billing' },
        result: `${n * 53} lines about ${['tax', 'price', 'cart', 'order', 'user'][n % 5] ?? ''} ${n}`,
      });
    expect((await edgesOf()).filter((edge) => edge.ring)).toEqual([]);
  });

  it('4: no agent is looping once its session is not, though it had its last turn in the loop', async () => {
    const looping = async (): Promise<string[]> =>
      (await topology()).nodes
        .filter(({ state }: { state: string }) => state === 'alert_entropy')
        .map(({ id }: { id: string }) => id);
    for (let n = 0; n < 15; n++) await passOn(n);
    expect(await looping()).toContain('ring::accounts');
    for (const place of ['tax', 'price', 'cart', 'order', 'user', 'stock'])
      await native({
        ...{ kind: 'call', tool: 'Read', args: { path: `src/${place}.md` }, agent: 'billing' },
        result: `${place}: ${place.length * 53} lines`,
      });
    expect(await looping()).toEqual([]);
  });
});

describe('a pause of one agent', () => {
  beforeEach(async () => {
    await step('planner', 'plan');
    await step('coder', 'code');
  });

  it('holds its steps, lets the others continue, and replays the held steps in order', async () => {
    expect(await act('pause', { agent_id: 'coder' })).toMatchObject({ state: 'active', action: 'pause' });
    expect(await act('pause', { agent_id: 'coder' })).toMatchObject({ changed: false });
    expect(await step('coder', 'c1')).toMatchObject({ held: true, action: 'pause' });
    expect(await step('planner', 'p1')).toMatchObject({ held: false, action: 'continue' });
    expect(await step('coder', 'c2')).toMatchObject({ held: true });
    expect([await control('coder'), await control('planner')]).toEqual(['pause', 'continue']);
    const { body } = await gateway.get('/v1/sessions/run');
    expect(body).toMatchObject({ state: 'active', held: 2 });
    const { nodes } = await topology();
    expect(nodes.find(({ id }: { id: string }) => id === 'run::coder').state).toBe('paused');
    expect(await act('unpause', { agent_id: 'coder' })).toMatchObject({ forwarded: 2, action: 'continue' });
    expect(await act('unpause', { agent_id: 'coder' })).toMatchObject({ changed: false });
    await expect.poll(counted).toEqual(['plan', 'code', 'p1', 'c1', 'c2']);
    const { entries } = (await gateway.get('/v1/audit?session=run')).body;
    expect(entries).toMatchObject([{ command: 'unpause' }, { command: 'pause' }]);
    expect(entries[0].before_hash).not.toBe(entries[0].after_hash);
  });

  it('continues while the session is paused too; nothing counts twice', async () => {
    await act('pause', { agent_id: 'coder' });
    await step('coder', 'c1');
    await act('pause');
    await step('planner', 'p1');
    expect(await act('unpause', { agent_id: 'coder' })).toMatchObject({ forwarded: 0, action: 'pause' });
    await step('coder', 'c2');
    expect(await act('unpause')).toMatchObject({ forwarded: 3, action: 'continue' });
    await act('pause', { agent_id: 'planner' });
    await step('planner', 'p2');
    expect(await act('unpause')).toMatchObject({ forwarded: 1 });
    await expect.poll(counted).toEqual(['plan', 'code', 'c1', 'p1', 'c2', 'p2']);
  });

  it('lets a person change a held step', async () => {
    await act('pause', { agent_id: 'coder' });
    await step('coder', 'c1');
    await act('rewrite', { agent_id: 'coder', message: { cognition: { intent: 'something better' } } });
    await act('unpause', { agent_id: 'coder' });
    await expect.poll(counted).toEqual(['plan', 'code', 'c1']);
    const last = heard.findLast(({ topic }) => topic === 'gateway:messages');
    expect(last?.data.cognition.intent).toBe('something better');
  });

  it('holds native events of that agent only', async () => {
    const send = async (id: string) =>
      (await gateway.post('/v1/events', { session: 'run', agent: { id }, events: [{ kind: 'reset' }] })).body;
    await act('pause', { agent_id: 'coder' });
    expect([(await send('coder')).held, (await send('planner')).held]).toEqual([true, false]);
    expect(await act('unpause')).toMatchObject({ forwarded: 1 });
  });

  it.each(['nobody', '__proto__'])('is refused for an agent outside the session: %s', async (agent_id) => {
    const { status } = await gateway.post('/gateway/sessions/run/pause', { operator_id: 'ada', agent_id });
    expect(status).toBe(409);
  });
});

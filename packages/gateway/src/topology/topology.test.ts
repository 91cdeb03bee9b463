import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../store/memory.js';
import type { Store } from '../store/store.js';
import { type Heard, listen, messageOf } from '../testing/messages.js';
import { PAUSES, type Started, startGateway, TOKEN } from '../testing/start.js';

let clock = 1_000_000;
let store: Store;
let gateway: Started;
let heard: Heard[];
let deaf: () => void;
beforeEach(async () => {
  clock = 1_000_000;
  store = createMemoryStore({ now: () => clock });
  gateway = await startGateway({ ...PAUSES, store, now: () => clock, sweepMs: 5 });
  ({ heard, close: deaf } = await listen(gateway, TOKEN, '/v1/stream?after=0'));
});
afterEach(async () => {
  deaf();
  await gateway.close();
});

const step = (session: string, trace: string, parent?: string, more: object = {}) =>
  gateway.post(
    '/gateway/messages',
    messageOf({ session, trace, tool: trace, ...(parent && { parent }), ...more }),
  );
const begin = (session: string, parent?: string) =>
  gateway.post('/v1/events', {
    ...{ session, agent: { id: session, parent }, events: [{ kind: 'call', tool: 'Read', args: {} }] },
  });
const topology = async () => (await gateway.get('/v1/topology')).body;
const dag = async (session: string) => (await gateway.get(`/v1/sessions/${session}/dag`)).body;
const told = (topic: string, type: string) =>
  heard.filter((one) => one.topic === topic && one.data.event_type === type).map(({ data }) => data);
const states = () => told('gateway:topology', 'node_updated').map(({ node }) => node.state);

describe('edges between agents', () => {
  it('E7 come from a step whose parent is a step of another session', async () => {
    await step('planner', 'plan');
    await step('coder', 'code', 'plan');
    await expect
      .poll(async () => (await topology()).edges)
      .toEqual([{ from: 'planner', to: 'coder', kind: 'spawned', weight: 1, ring: false }]);
    await step('reviewer', 'look');
    await step('reviewer', 'review', 'code');
    const handed = { from: 'coder', to: 'reviewer', kind: 'handed', weight: 1, ring: false };
    await expect.poll(async () => (await topology()).edges).toContainEqual(handed);
    await expect
      .poll(() => told('gateway:topology', 'edge_added').map(({ edge }) => edge))
      .toContainEqual(handed);
    expect((await dag('coder')).nodes).toMatchObject([
      { id: 'code', parent: 'plan', parent_session: 'planner', waiting: false, orphan: false },
    ]);
    expect(told('session:dag:coder', 'edge_added')).toMatchObject([
      { from: 'plan', to: 'code', from_session: 'planner' },
    ]);
  });

  it('are found when the parent arrives later', async () => {
    await step('coder', 'code', 'plan');
    clock += 20_000;
    await step('planner', 'plan');
    await expect.poll(async () => (await topology()).edges).toHaveLength(1);
    expect((await dag('coder')).nodes[0]).toMatchObject({ orphan: false, parent_session: 'planner' });
  });

  it('are found by a freshly started process, and by another replica', async () => {
    await step('planner', 'plan');
    const other = await startGateway({ store, now: () => clock, sweepMs: 5 });
    await other.post('/gateway/messages', messageOf({ session: 'coder', trace: 'code', parent: 'plan' }));
    await expect.poll(async () => (await topology()).edges).toHaveLength(1);
    await expect.poll(() => store.documents({ kind: 'awaited', limit: 9 })).toEqual([]);
    await other.close();
  });

  it('come from native sessions that name their parent; cycles are refused', async () => {
    await begin('main');
    await begin('sub', 'main');
    await begin('main', 'sub');
    await expect
      .poll(async () => (await topology()).edges)
      .toEqual([{ from: 'main', to: 'sub', kind: 'spawned', weight: 1, ring: false }]);
    await expect
      .poll(() => told('gateway:topology', 'cycle_refused').map(({ edge }) => edge))
      .toEqual([{ from: 'sub', to: 'main' }]);
  });

  it('E7 never close a cycle of steps through two sessions', async () => {
    await step('one', 'x', 'y');
    await step('two', 'y', 'x');
    await expect.poll(async () => (await dag('one')).nodes[0].waiting).toBe(false);
    await expect.poll(async () => (await dag('two')).nodes[0].waiting).toBe(false);
    const refused = [...(await dag('one')).nodes, ...(await dag('two')).nodes].filter(
      ({ cycle_refused }) => cycle_refused,
    );
    expect(refused.length).toBeGreaterThan(0);
    expect((await topology()).edges.length).toBeLessThan(2);
  });
});

describe('as time passes', () => {
  it('E7 steps become orphans if their parent does not arrive within 30 s', async () => {
    await step('coder', 'code', 'nowhere');
    await begin('sub', 'nobody');
    clock += 29_999;
    expect((await dag('coder')).nodes[0]).toMatchObject({ waiting: true, orphan: false });
    clock += 1;
    await expect
      .poll(() => told('session:dag:coder', 'node_orphaned'))
      .toMatchObject([{ id: 'code', missing: 'nowhere' }]);
    await expect
      .poll(() => told('gateway:topology', 'node_orphaned'))
      .toMatchObject([{ node_id: 'sub', missing: 'nobody' }]);
    expect((await dag('coder')).edges).toEqual([{ from: 'coder', to: 'code' }]);
    expect((await topology()).nodes.map(({ orphan }: { orphan: boolean }) => orphan)).toEqual([true, true]);
    await expect.poll(() => store.documents({ kind: 'awaited', limit: 9 })).toHaveLength(2);
    clock += 1;
    await expect.poll(() => store.documents({ kind: 'awaited', limit: 9 })).toEqual([]);
  });

  it('E7 an agent becomes idle, then dead, then leaves the map; its next step brings it back', async () => {
    await step('a b', 'one');
    clock += 60_000;
    await expect.poll(states).toEqual(['active', 'idle']);
    clock += 14 * 60_000;
    await expect.poll(states).toEqual(['active', 'idle', 'dead']);
    clock += 60_000;
    await expect
      .poll(() => told('gateway:topology', 'node_removed'))
      .toEqual([{ event_type: 'node_removed', node_id: 'a b' }]);
    expect(await topology()).toEqual({ nodes: [], edges: [] });
    await step('a b', 'two');
    await expect.poll(states).toEqual(['active', 'idle', 'dead', 'active']);
  });

  it('an ended session leaves the map a minute later, and its graph is still available', async () => {
    await step('run', 'one');
    await step('run', 'two', 'one', { control: { is_terminal: true } });
    await expect.poll(states).toEqual(['active', 'dead']);
    clock += 60_000;
    await expect.poll(() => told('gateway:topology', 'node_removed')).toHaveLength(1);
    expect((await dag('run')).edges).toEqual([
      { from: 'run', to: 'one' },
      { from: 'one', to: 'two' },
    ]);
    expect((await store.load(['run'])).get('run')?.dueAt).toBeNull();
  });
});

describe('the graph of a session', () => {
  it('includes interventions of the guard and commands of people', async () => {
    for (const trace of ['a', 'b', 'c', 'd', 'e'])
      await gateway.post('/gateway/messages', messageOf({ session: 'run', trace }));
    clock += 10;
    await gateway.post('/gateway/sessions/run/pause', { operator_id: 'ada' });
    expect((await dag('run')).interventions).toMatchObject([
      { by: 'rutbreak', what: 'pause', node: 'e', seq: 4, brief: expect.stringContaining('npm test') },
      { by: 'ada', what: 'pause', node: 'e', at: clock },
    ]);
  });

  it('broadcasts the removal of a deleted session', async () => {
    await step('a/b', 'one');
    await gateway.send('DELETE', '/v1/sessions/a%2Fb');
    await expect
      .poll(() => told('gateway:topology', 'node_removed'))
      .toEqual([{ event_type: 'node_removed', node_id: 'a/b' }]);
  });
});

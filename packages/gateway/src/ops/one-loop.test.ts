import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loop, SessionSummary } from '../api/sessions.js';
import { type Started, startGateway } from '../testing/start.js';

let gateway: Started;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const USED = { tokens: 100, cost: 0.5 };
const send = async (session: string, event: object) =>
  (await gateway.post('/v1/events', { session, agent: { id: 'router' }, events: [event] })).body;
const loopsOf = async (session: string): Promise<readonly Loop[]> =>
  (await gateway.get(`/v1/sessions/${session}/loops`)).body.loops;
const summary = async (session: string): Promise<SessionSummary> =>
  (await gateway.get(`/v1/sessions/${session}`)).body;
const command = (session: string, name: string, more: object = {}) =>
  gateway.post(`/gateway/sessions/${session}/${name}`, { operator_id: 'ada', ...more });

const TEAMS = ['billing', 'refunds', 'accounts', 'legal', 'sales', 'staff'];
type Step = (from: string, to: string) => object;

const handOff: Step = (from, to) => ({
  ...{ kind: 'call', tool: 'hand_off', args: { ticket: 77, from, to }, agent: from, to, ...USED },
  result: `${to}: not ours, please see the next team`,
});
const refusal: Step = (from, to) => ({
  ...{ kind: 'call', tool: `ask_${to}`, args: { ticket: 77 }, agent: from, ...USED },
  ...{ result: 'not ours', isError: true },
});
const plain: Step = (from, to) => ({
  ...{ kind: 'call', tool: 'hand_off', args: { from, to }, result: 'ok', agent: from, to, ...USED },
});

/** A ring of so many agents that ignores the guard. */
async function goRound(session: string, step: Step, agents: number, steps: number): Promise<void> {
  for (let n = 0; n < steps; n++)
    await send(session, step(TEAMS[n % agents] ?? '', TEAMS[(n + 1) % agents] ?? ''));
}

describe('4: an ignored ring is one loop, whatever its detectors call it', () => {
  it.each([
    ['two agents hand work over', handOff, 2],
    ['three agents hand work over', handOff, 3],
    ['four agents hand work over', handOff, 4],
    ['six agents hand work over', handOff, 6],
    ['two agents refuse it', refusal, 2],
    ['three agents refuse it', refusal, 3],
    ['three agents all answer the same', plain, 3],
  ])('%s', async (name, step, agents) => {
    const id = name.replaceAll(' ', '-');
    await goRound(id, step, agents, 60);
    const loops = await loopsOf(id);
    expect(loops.map(({ brief }) => brief)).toHaveLength(1);
    expect((await summary(id)).loops).toBe(1);
    // Every step after the first repeat is waste, and no step counts twice.
    const calls = loops[0]?.figures.wasted.calls ?? 0;
    expect(calls).toBeGreaterThan(60 - 3 * agents);
    expect(calls).toBeLessThan(60);
  });

  it.each([2, 3, 4])('of %i agents, it has as many repeats as there were rounds', async (agents) => {
    const id = `rounds-of-${agents}`;
    await goRound(id, handOff, agents, agents * 16);
    const [loop] = await loopsOf(id);
    expect(loop?.category).toBe('TOOL_PING_PONG');
    expect(loop?.figures.repeats).toBe(16);
    expect(loop?.brief).toContain(', 16x,');
  });

  it('of three agents, one step after a hint has ignored it: the next hint says so', async () => {
    await goRound('hinted', handOff, 3, 9);
    expect((await loopsOf('hinted'))[0]?.figures).toMatchObject({ repeats: 3, is_ignored: false });
    await send('hinted', handOff(TEAMS[0] ?? '', TEAMS[1] ?? ''));
    expect((await loopsOf('hinted'))[0]?.figures).toMatchObject({ repeats: 3, is_ignored: true });
  });

  it('a loop of equally numbered steps under another preset is another loop', async () => {
    const own = await startGateway();
    const toIt = (event: object) => own.post('/v1/events', { session: 'two', events: [event] });
    for (let i = 0; i < 4; i++) await toIt(TESTS);
    const { body } = await own.get('/v1/config');
    const config = { ...body.config, events: { ...body.config.events, preset: 'votes' } };
    const sent = JSON.stringify({ operator_id: 'ada', config, version: body.version });
    const put = await own.send('PUT', '/v1/config', sent, { 'content-type': 'application/json' });
    expect(put.status).toBe(200);
    for (let i = 0; i < 12; i++)
      await toIt({ kind: 'call', tool: 'poll', args: { id: 7 }, result: 'waiting' });
    const { loops } = (await own.get('/v1/sessions/two/loops')).body;
    expect(loops.length).toBeGreaterThan(1);
    await own.close();
  });

  it('a loop of other steps is another loop', async () => {
    await goRound('two-loops', handOff, 3, 15);
    for (let i = 0; i < 8; i++) await send('two-loops', read(i));
    for (let i = 0; i < 6; i++) await send('two-loops', TESTS);
    expect((await loopsOf('two-loops')).map(({ category }) => category).toSorted()).toEqual([
      'ERROR_REPETITION',
      'TOOL_PING_PONG',
    ]);
  });
});

const TESTS = {
  kind: 'call',
  tool: 'Bash',
  args: { command: 'npm test' },
  result: '1 failed',
  isError: true,
};
const read = (i: number) => ({ kind: 'call', tool: 'Read', args: { path: `${i}.ts` }, result: `text ${i}` });

describe('4: an agent that goes on has recovered, whatever failed before', () => {
  const nothing = () => undefined;
  it.each<[string, number, (id: string) => unknown]>([
    ['on its own, after a redirection', 4, nothing],
    ['after a pause', 6, nothing],
    ['after it was stopped', 14, nothing],
    ['when a person resumes it', 14, (id) => command(id, 'pause').then(() => command(id, 'unpause'))],
    ['with a new task', 14, (id) => send(id, { kind: 'message', role: 'user', text: 'Write the docs.' })],
  ])('%s', async (name, times, help) => {
    const id = name.replaceAll(/\W+/g, '-');
    for (let i = 0; i < times; i++) await send(id, { ...TESTS, ...USED });
    expect(await loopsOf(id)).toMatchObject([{ outcome: 'failed', figures: { is_going: true } }]);
    const recovered = async () => (await gateway.get('/v1/figures')).body.fleet.recovered_today as number;
    const before = await recovered();
    await help(id);
    for (let i = 0; i < 8; i++) await send(id, read(i));
    expect(await loopsOf(id)).toMatchObject([{ outcome: 'recovered', figures: { is_going: false } }]);
    for (let i = 0; i < 12; i++) await send(id, read(20 + i));
    expect((await recovered()) - before).toBe(1);
    await send(id, { ...TESTS, ...USED });
    for (let i = 0; i < 6; i++) await send(id, { ...TESTS, ...USED });
    expect(await loopsOf(id)).toMatchObject([{ outcome: 'failed', figures: { is_going: true } }]);
  });

  it('a person’s word that it was no loop stays', async () => {
    for (let i = 0; i < 3; i++) await send('overridden', TESTS);
    expect((await command('overridden', 'override', { isConfirmed: true })).status).toBe(200);
    expect((await loopsOf('overridden'))[0]?.outcome).toBe('overridden');
    for (let i = 0; i < 12; i++) await send('overridden', read(i));
    expect((await loopsOf('overridden'))[0]?.outcome).toBe('overridden');
  });

  it.each([1, 30])('a loop that returns on its way out has failed, in batches of %i', async (size) => {
    const id = `returns-${size}`;
    const events = [...Array<object>(4).fill(TESTS), read(1), read(2), TESTS, TESTS];
    for (let at = 0; at < events.length; at += size)
      await gateway.post('/v1/events', { session: id, events: events.slice(at, at + size) });
    expect(await loopsOf(id)).toMatchObject([{ outcome: 'failed', figures: { is_going: true } }]);
  });

  it.each([3, 4, 5, 6])(
    'a person who pauses the agent after %i steps of it changes nothing',
    async (steps) => {
      const room = {
        kind: 'call',
        tool: 'read',
        args: { path: 'room' },
        result: 'a table and a chair',
        ...USED,
      };
      const run = async (id: string, isPaused: boolean) => {
        for (let i = 0; i < 6; i++) {
          if (isPaused && i === steps) await command(id, 'pause');
          await send(id, room);
        }
        if (isPaused && steps === 6) await command(id, 'pause');
        await send(id, read(1));
        if (isPaused) await command(id, 'unpause');
        const { figures, outcome } = (await loopsOf(id))[0] as Loop;
        return { outcome, is_going: figures.is_going, repeats: figures.repeats };
      };
      const alone = await run(`alone-${steps}`, false);
      expect(alone).toEqual({ outcome: 'open', is_going: false, repeats: 6 });
      expect(await run(`paused-${steps}`, true)).toEqual(alone);
    },
  );

  it('an agent that ends in its loop has not recovered', async () => {
    for (let i = 0; i < 6; i++) await send('gave-up', TESTS);
    await gateway.post('/v1/events', { session: 'gave-up', events: [], end: true });
    expect(await loopsOf('gave-up')).toMatchObject([{ outcome: 'failed', figures: { is_going: false } }]);
  });
});

describe('4: a loop is still going exactly while its session loops', () => {
  it.each(['the-way-out', 'the-ring'])('%s', async (id) => {
    const step = (n: number) =>
      id === 'the-ring' ? handOff(TEAMS[n % 3] ?? '', TEAMS[(n + 1) % 3] ?? '') : TESTS;
    const told = new Set<string>();
    for (let n = 0; n < 22; n++) {
      await send(id, n < 11 ? step(n) : read(n));
      const [{ open_loops, status, node_state }, [loop]] = [await summary(id), await loopsOf(id)];
      const isLooping = status === 'looping';
      expect([open_loops > 0, loop?.figures.is_going ?? false], `step ${n}`).toEqual([isLooping, isLooping]);
      expect(node_state === 'alert_entropy', `step ${n}`).toBe(isLooping);
      if (loop) told.add(isLooping ? 'still going' : loop.outcome);
    }
    // On the way out nothing is decided yet, and nothing has failed for good.
    expect([...told]).toEqual(['still going', 'open', 'recovered']);
  });

  it('and a ring is drawn until the agents have left it', async () => {
    const rings = async () =>
      ((await gateway.get('/v1/topology')).body.edges as { from: string; ring: boolean }[]).filter(
        ({ from, ring }) => ring && from.startsWith('drawn'),
      ).length;
    await goRound('drawn', handOff, 3, 12);
    expect(await rings()).toBe(3);
    for (let i = 0; i < 3; i++) await send('drawn', read(i));
    expect(await rings()).toBe(3);
    for (let i = 3; i < 12; i++) await send('drawn', read(i));
    expect(await rings()).toBe(0);
  });
});

// The last one: what is muted stays muted in the gateway of this file.
it('4: a person who mutes a ring hears nothing of it under another name', async () => {
  await goRound('loud', handOff, 3, 9);
  const [loop] = await loopsOf('loud');
  await gateway.post('/v1/mutes', { operator_id: 'ada', loop: loop?.id, hours: 1, reason: 'known' });
  const actions = new Set<string>();
  for (let n = 0; n < 30; n++)
    actions.add((await send('muted', handOff(TEAMS[n % 3] ?? '', TEAMS[(n + 1) % 3] ?? ''))).action);
  expect([...actions]).toEqual(['continue']);
});

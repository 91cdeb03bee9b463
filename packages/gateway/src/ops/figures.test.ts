import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFINITIONS } from '../api/figures.js';
import type { Loop, SessionSummary } from '../api/sessions.js';
import type { z } from 'zod';
import type { dagShape } from '../api/topology.js';
import { messageOf } from '../testing/messages.js';
import { type Started, startGateway } from '../testing/start.js';

type DagGraph = z.infer<typeof dagShape>;

let gateway: Started;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const CALL = { kind: 'call', tool: 'Bash', args: { command: 'npm test' }, result: '1 failed', isError: true };
const USED = { tokens: 100, cost: 0.5 };
const send = async (session: string, event: object, more: object = {}) =>
  (await gateway.post('/v1/events', { session, events: [event], ...more })).body;
const repeat = async (session: string, times: number, event: object = { ...CALL, ...USED }) => {
  let last;
  for (let i = 0; i < times; i++) last = await send(session, { ...event, round: i });
  return last;
};
const other = async (session: string, times: number) => {
  for (let i = 0; i < times; i++)
    await send(session, { kind: 'call', tool: 'Read', args: { path: `${i}.ts` }, result: `text ${i}` });
};
const loopsOf = async (session: string): Promise<readonly Loop[]> =>
  (await gateway.get(`/v1/sessions/${session}/loops`)).body.loops;
const figuresOf = async (session: string) => (await loopsOf(session))[0]?.figures;
const summary = async (session: string) => (await gateway.get(`/v1/sessions/${session}`)).body;
const fleet = async () => (await gateway.get('/v1/figures')).body.fleet;

describe('the figures of a loop', () => {
  it('count every repeat while the loop continues', async () => {
    await repeat('long', 60);
    const [loop] = await loopsOf('long');
    expect(loop?.figures).toMatchObject({ repeats: 60, is_going: true });
    expect([loop?.first_seq, loop?.last_seq]).toEqual([0, 59]);
  });

  it('4: the interventions of a long loop have its count, and as many as its rungs say', async () => {
    await repeat('many', 400, CALL);
    const { interventions } = (await gateway.get('/v1/sessions/many/dag')).body as DagGraph;
    const { rungs = [] } = (await figuresOf('many')) ?? {};
    expect(interventions.length).toBeLessThanOrEqual(20);
    expect([...new Set(interventions.map(({ what }) => what))]).toEqual(rungs.map(({ rung }) => rung));
    for (const { rung, times, first_at } of rungs) {
      const own = interventions.filter(({ what }) => what === rung);
      expect([own[0]?.at, own.reduce((sum, one) => sum + (one.times ?? 1), 0)]).toEqual([first_at, times]);
    }
    expect((await loopsOf('many'))[0]?.text).not.toContain('12x');
    const { packet, events } = await summary('many');
    expect(packet.loop_metadata.pattern).toContain(`failed ${(rungs.at(-1)?.last_seq ?? 0) + 1}x`);
    expect(events).toBe(400);
    for (const { seq, brief } of interventions) expect(brief).toContain(`failed ${(seq ?? 0) + 1}x`);
  });

  it('4: count every repeat, even if the detector has a fixed window', async () => {
    for (let i = 0; i < 31; i++) await gateway.post('/gateway/messages', messageOf({ session: 'window' }));
    expect(await figuresOf('window')).toMatchObject({ repeats: 31, is_going: true });
  });

  it('waste is the reported cost from the second repeat on', async () => {
    await repeat('waste', 10);
    expect((await figuresOf('waste'))?.wasted).toEqual({ calls: 9, tokens: 900, cost: 4.5 });
  });

  it('4: of a loop of three steps, the first round is no waste', async () => {
    for (let i = 0; i < 12; i++) {
      const team = ['billing', 'refunds', 'accounts'][i % 3];
      await send('rounds', {
        ...{ kind: 'call', tool: 'hand_off', args: { ticket: 77, to: team }, ...USED, round: i },
        result: `${String(team)}: not ours, please see the next team`,
      });
    }
    const [loop] = await loopsOf('rounds');
    expect([loop?.category, loop?.figures.repeats]).toEqual(['TOOL_PING_PONG', 4]);
    expect(loop?.figures.wasted).toEqual({ calls: 9, tokens: 900, cost: 4.5 });
  });

  it('16: show only rungs that happened', async () => {
    const actions = new Set<string>();
    for (let i = 0; i < 12; i++) actions.add((await send('rungs', { ...CALL, round: i })).action);
    actions.delete('continue');
    const shown = (await figuresOf('rungs'))?.rungs.map(({ rung }) => rung);
    expect(shown).toEqual(['nudge', 'redirect', 'block', 'pause', 'stop'].filter((one) => actions.has(one)));
    expect((await summary('rungs')).ladder.rungs.map(({ rung }: { rung: string }) => rung)).toEqual(shown);
  });

  it('a batch gets one reply, so it counts as one intervention', async () => {
    await gateway.post('/v1/events', { session: 'batch', events: Array(12).fill(CALL) });
    const times = (await figuresOf('batch'))?.rungs.map((one) => one.times);
    expect(times).toEqual([1]);
  });

  it('savings are refused calls at the mean cost of the loop', async () => {
    await repeat('saved', 12);
    const attempt = { kind: 'attempt', tool: CALL.tool, args: CALL.args };
    for (let i = 0; i < 3; i++) await send('saved', { ...attempt, round: 100 + i });
    const { refused, saved, wasted } = (await figuresOf('saved')) ?? {};
    expect(refused).toBe(3);
    expect(saved).toEqual({ calls: 3, tokens: 300, cost: 1.5 });
    expect(wasted?.calls).toBe(11);
  });

  it('15: without refused calls nothing is saved', async () => {
    await repeat('unsaved', 6);
    expect((await figuresOf('unsaved'))?.saved).toEqual({ calls: 0, tokens: 0, cost: 0 });
  });

  it('an agent that repeats the loop after an intervention has ignored it', async () => {
    const first = async (action: string) => {
      for (let i = 0; i < 20; i++)
        if ((await send('ignores', { ...CALL, round: i })).action === action) return;
    };
    await first('nudge');
    expect(await figuresOf('ignores')).toMatchObject({ is_ignored: false });
    await repeat('ignores', 2);
    expect(await figuresOf('ignores')).toMatchObject({ is_ignored: true });
  });

  it('the preset default resets nothing, and no number says otherwise', async () => {
    await repeat('resets', 12);
    const { resets, packet } = await summary('resets');
    const inLoop = (await figuresOf('resets'))?.resets;
    expect([resets, inLoop, packet.loop_metadata.reset_count]).toEqual([0, 0, 0]);
  });
});

it('the figures of the fleet include a loop as soon as it is acknowledged', async () => {
  const before = await fleet();
  await repeat('at-once', 4);
  const after = await fleet();
  const grown = [after.loops_today - before.loops_today, after.looping - before.looping];
  expect([...grown, after.wasted.calls - before.wasted.calls]).toEqual([1, 1, 3]);
});

describe('2: a degenerate stream', () => {
  const delta = (text: string) => send('stream', { kind: 'delta', text });

  it('stays looping until it changes', async () => {
    for (let i = 0; i < 30; i++) await delta('and the and the and the ');
    expect((await summary('stream')).status).toBe('looping');
    const statuses = new Set<string>();
    for (let i = 0; i < 60; i++) {
      await delta('and the and the and the ');
      statuses.add((await summary('stream')).status);
    }
    expect([...statuses]).toEqual(['looping']);
    expect(await figuresOf('stream')).toMatchObject({ is_going: true });
    await send('stream', { kind: 'message', text: 'The summary: costs rise by 4 %, and the dates hold.' });
    await other('stream', 8);
    expect((await summary('stream')).status).toBe('healthy');
  });
});

describe('a loop continues', () => {
  it.each([
    ['until the agent does other work', (id: string) => other(id, 10)],
    ['until a person pauses the session', (id: string) => command(id, 'pause')],
    ['until a person ends the session', (id: string) => command(id, 'end')],
    [
      'until the agent ends',
      (id: string) => gateway.post('/v1/events', { session: id, events: [], end: true }),
    ],
  ])('%s', async (name, stop) => {
    const id = name.replaceAll(' ', '-');
    await repeat(id, 6);
    expect([(await figuresOf(id))?.is_going, (await summary(id)).open_loops]).toEqual([true, 1]);
    await stop(id);
    expect([(await figuresOf(id))?.is_going, (await summary(id)).open_loops]).toEqual([false, 0]);
  });
});

const command = (id: string, name: string) =>
  gateway.post(`/gateway/sessions/${id}/${name}`, { operator_id: 'ada' });

describe('a loop with an alert only', () => {
  it.each([
    ['is recovered when a person ends it', (id: string) => command(id, 'end')],
    ['is recovered when the agent does other work', steps],
  ])('%s', async (name, stop) => {
    const id = name.replaceAll(' ', '-');
    for (let i = 0; i < 6; i++) await gateway.post('/gateway/messages', messageOf({ session: id }));
    expect((await loopsOf(id))[0]).toMatchObject({ outcome: 'open', figures: { rungs: [] } });
    await stop(id);
    expect((await loopsOf(id))[0]).toMatchObject({ outcome: 'recovered' });
  });

  async function steps(session: string): Promise<void> {
    for (let i = 0; i < 12; i++)
      await gateway.post('/gateway/messages', messageOf({ session, intent: `task ${i}`, tool: `tool-${i}` }));
  }
});

describe('one truth', () => {
  it('sessions are the sums of their loops, the fleet is the sum of its sessions', async () => {
    const { sessions } = (await gateway.get('/v1/sessions?limit=500')).body as { sessions: SessionSummary[] };
    const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
    for (const { id, wasted, saved, refused } of sessions) {
      const figures = (await loopsOf(id)).map((loop) => loop.figures);
      expect([wasted.cost, saved.calls, refused]).toEqual([
        sum(figures.map((one) => one.wasted.cost)),
        sum(figures.map((one) => one.saved.calls)),
        sum(figures.map((one) => one.refused)),
      ]);
    }
    const many = (state: string) => sessions.filter((one) => one.state === state).length;
    await expect.poll(fleet).toMatchObject({
      ...{ sessions: sessions.length, active: many('active'), paused: many('paused'), ended: many('ended') },
      wasted: { cost: sum(sessions.map(({ wasted }) => wasted.cost)) },
      saved: { calls: sum(sessions.map(({ saved }) => saved.calls)) },
    });
    const looping = sessions.filter((one) => one.state === 'active' && one.status === 'looping');
    expect((await fleet()).looping).toBe(looping.length);
  });

  it('4: loops by hour and by category are the same loops as in the list', async () => {
    const { loops } = (await gateway.get('/v1/loops?limit=500')).body as { loops: Loop[] };
    const sum = (counts: readonly { readonly loops: number }[]) =>
      counts.reduce((total, one) => total + one.loops, 0);
    const many = (name: string) => loops.filter(({ category }) => category === name).length;
    // Totals are written a little later than the loops.
    await expect.poll(async () => sum((await fleet()).loops_by_hour)).toBe(loops.length);
    const { loops_by_hour, loops_by_category } = await fleet();
    expect([loops_by_hour.length, sum(loops_by_category)]).toEqual([24, loops.length]);
    for (const one of loops_by_category) expect(one).toEqual({ name: one.name, loops: many(one.name) });
  });

  it('every figure has a definition in the response and in docs/api.md', async () => {
    const { definitions } = (await gateway.get('/v1/figures')).body;
    expect(definitions.map(({ id }: { id: string }) => id)).toEqual(Object.keys(DEFINITIONS));
    const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
    for (const { id, definition } of definitions)
      expect(page).toMatch(new RegExp(`\\| \`${id}\` +\\|.*${definition.slice(0, 30)}`));
  });

  it('lists can be sorted by waste and filtered by date, page by page', async () => {
    const ids = async (query: string): Promise<string[]> => {
      const { body } = await gateway.get(`/v1/sessions?${query}`);
      return body.sessions.map(({ id }: SessionSummary) => id);
    };
    const all = await ids('sort=waste&limit=500');
    expect(all[0]).toBe('long');
    const first = (await gateway.get('/v1/sessions?sort=waste&limit=3')).body;
    expect(await ids(`sort=waste&limit=500&after=${first.next}`)).toEqual(all.slice(3));
    expect(await ids(`from=${Date.now() + 60_000}`)).toEqual([]);
    expect((await ids(`to=${Date.now() + 60_000}&limit=500`)).length).toBe(all.length);
    const { loops } = (await gateway.get('/v1/loops?sort=waste&limit=1')).body;
    expect(loops[0].session_id).toBe('long');
  });
});

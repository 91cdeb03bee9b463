import { type AgentEvent, CATEGORIES, presetOf } from '@rutbreak/core';
import { advance, configure, start } from '@rutbreak/core/edge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caption, DemoAgent, DemoStatus } from '../api/demo.js';
import type { Loop, SessionSummary } from '../api/sessions.js';
import { listen } from '../testing/messages.js';
import { type Started, startGateway, TOKEN } from '../testing/start.js';
import { VOTES_MODEL } from './guard.js';
import { STORIES } from './stories.js';

let gateway: Started;
beforeAll(async () => {
  gateway = await startGateway({ demoPaceMs: 20 });
});
afterAll(() => gateway.close());

const by = { operator_id: 'ada' };
const status = async (): Promise<DemoStatus> => (await gateway.get('/v1/demo')).body;
const captionsOf = async (story: string): Promise<readonly Caption[]> =>
  (await status()).captions.filter((one) => one.story === story);
const agentOf = async (story: string): Promise<DemoAgent | undefined> =>
  (await status()).agents.find((one) => one.story === story);
const sessions = async (): Promise<readonly SessionSummary[]> =>
  (await gateway.get('/v1/sessions?limit=500&search=demo-')).body.sessions;

describe('the demo fleet', () => {
  it('runs on the server, and broadcasts captions', async () => {
    expect(await status()).toMatchObject({ running: false, agents: [], captions: [] });
    const stream = await listen(gateway, TOKEN, '/v1/stream?topics=demo');
    const { body } = await gateway.post('/v1/demo/start', by);
    expect(body.running).toBe(true);
    const again = await gateway.post('/v1/demo/start', by);
    expect(again.body.started_at).toBe(body.started_at);
    await expect.poll(async () => (await status()).agents.length, { timeout: 10_000 }).toBe(STORIES.length);
    await expect.poll(() => stream.heard.map(({ data }) => data.event_type)).toContain('caption');
    stream.close();
  });

  it('has a loop of each of the 15 categories', () => {
    const categories = new Set(STORIES.flatMap(({ category }) => category ?? []));
    expect([...categories].toSorted()).toEqual([...CATEGORIES].toSorted());
  });

  it.each(STORIES.flatMap(({ id, category }) => (category ? [[id, category] as const] : [])))(
    '%s is found as %s, and the guard acts',
    async (story, category) => {
      const kinds = async () => (await captionsOf(story)).map(({ kind }) => kind);
      await expect.poll(kinds, { timeout: 20_000 }).toContain('guard');
      expect(await kinds()).toContain('loop');
      const { session_id = '' } = (await captionsOf(story)).find(({ kind }) => kind === 'guard') ?? {};
      const { loops } = (await gateway.get(`/v1/sessions/${session_id}/loops`)).body as { loops: Loop[] };
      expect(loops.map((loop) => loop.category)).toContain(category);
    },
    25_000,
  );

  it('a caption about a block says what was blocked: a call, or text', async () => {
    const told = async () =>
      (await status()).captions.flatMap(({ text, story }) => {
        const [, what] = /^The guard (?:refuses|cuts) the repeated (\w+)/.exec(text) ?? [];
        return what === undefined ? [] : [[story, what] as const];
      });
    const kindOf = (id: string) => STORIES.find((story) => story.id === id)?.step(0)?.kind;
    for (const what of ['call', 'text']) {
      await expect.poll(async () => (await told()).map(([, one]) => one)).toContain(what);
      const stories = (await told()).filter(([, one]) => one === what);
      expect(stories.filter(([story]) => (kindOf(story) === 'call') !== (what === 'call'))).toEqual([]);
    }
  });

  it('4: no loop has another count in its brief than among its figures', async () => {
    const { loops } = (await gateway.get('/v1/loops?limit=500')).body as { loops: Loop[] };
    const told = loops.flatMap(({ brief, figures }) => {
      const [, count] =
        /(?:^|, | )(\d+)x\b/.exec(brief) ?? /^(?:the last )?(\d+) (?!calls go)/.exec(brief) ?? [];
      return count === undefined ? [] : [{ brief, count: Number(count), repeats: figures.repeats }];
    });
    expect(told.length).toBeGreaterThan(8);
    expect(told.filter(({ count, repeats }) => count !== repeats)).toEqual([]);
  });

  it.each(STORIES.filter(({ model }) => model === VOTES_MODEL).map((story) => [story.id, story] as const))(
    'the caption of %s says that the preset default does not find it, which is so',
    async (id, story) => {
      const opening = (await captionsOf(id)).find(({ kind }) => kind === 'story');
      expect(opening?.text).toContain('the preset default does not find this loop');
      const engine = configure('default');
      let state = start(engine);
      for (let n = 0; n < 40; n++) {
        const event = story.step(n);
        if (event) state = advance(state, event as unknown as AgentEvent, engine).state;
      }
      expect(state.cause).toBeNull();
    },
  );

  it('only categories that no detector of the preset default reports are shown by another preset', () => {
    const reported = presetOf('default').detectors.flatMap(({ meta }) =>
      Object.values(meta.messages).map(({ category }) => category),
    );
    const others = STORIES.filter(({ model }) => model === VOTES_MODEL).map(({ category }) => category);
    expect(others.filter((category) => category && reported.includes(category))).toEqual([]);
  });

  it('15: a call that the guard refuses is saved: shown as an estimate, for the loop and for the fleet', async () => {
    await expect
      .poll(() => agentOf('stuck-browser'), { timeout: 20_000 })
      .toMatchObject({ state: 'waiting' });
    const { session_id } = (await agentOf('stuck-browser')) ?? { session_id: '' };
    const { loops } = (await gateway.get(`/v1/sessions/${session_id}/loops`)).body as { loops: Loop[] };
    const { refused = 0, saved, wasted } = loops[0]?.figures ?? {};
    expect(refused).toBeGreaterThan(0);
    expect(saved?.cost).toBeCloseTo((refused * (wasted?.cost ?? 0)) / (wasted?.calls ?? 1), 6);
    expect(saved?.cost).toBeGreaterThan(0.01);
    const { fleet, definitions } = (await gateway.get('/v1/figures')).body;
    expect(fleet.saved.cost).toBeGreaterThanOrEqual(saved?.cost ?? 1);
    expect(definitions).toContainEqual(expect.objectContaining({ id: 'fleet.saved', is_estimate: true }));
    expect((await captionsOf('stuck-browser')).map(({ text }) => text).join(' ')).toContain(
      'refuses the repeated call before it runs',
    );
  }, 25_000);

  it('an agent that ignores the guard waits for a person, gets a message, and continues', async () => {
    await expect
      .poll(() => agentOf('stuck-browser'), { timeout: 20_000 })
      .toMatchObject({ state: 'waiting' });
    const { session_id } = (await agentOf('stuck-browser')) ?? { session_id: '' };
    await gateway.post(`/gateway/sessions/${session_id}/inject`, {
      ...by,
      message: 'Close the banner first.',
    });
    await gateway.post(`/gateway/sessions/${session_id}/unpause`, by);
    const kinds = async () => (await captionsOf('stuck-browser')).map(({ kind }) => kind);
    await expect.poll(kinds, { timeout: 20_000 }).toContain('moving');
    const loops = async () => (await gateway.get(`/v1/sessions/${session_id}/loops`)).body.loops as Loop[];
    await expect
      .poll(async () => (await loops()).every(({ figures }) => !figures.is_going), { timeout: 20_000 })
      .toBe(true);
  }, 60_000);

  it('17: healthy look-alikes run to their end and stay green', async () => {
    const honest = STORIES.filter(({ category }) => category === null);
    for (const { id } of honest)
      await expect
        .poll(async () => (await captionsOf(id)).map(({ kind }) => kind), { timeout: 30_000 })
        .toContain('ended');
    const own = (await sessions()).filter(({ agent_id }) => honest.some(({ agent }) => agent === agent_id));
    expect(own.length).toBeGreaterThanOrEqual(honest.length);
    expect(own.filter(({ loops }) => loops > 0)).toEqual([]);
  }, 60_000);

  it('11: ends its sessions when it is stopped', async () => {
    const { body } = await gateway.post('/v1/demo/stop', by);
    expect(body).toMatchObject({ running: false, started_at: null, agents: [] });
    expect((await sessions()).filter(({ state }) => state !== 'ended')).toEqual([]);
    const { entries } = (await gateway.get('/v1/audit')).body;
    expect(entries.map(({ command }: { command: string }) => command)).toContain('demo_stopped');
  });
});

it('a gateway can start with the demo', async () => {
  const other = await startGateway({ demo: true, demoPaceMs: 20 });
  expect((await other.get('/v1/demo')).body.running).toBe(true);
  await other.close();
});

it('an agent that nobody resumes gives up, so that its story can start again', async () => {
  const other = await startGateway({ demo: true, demoPaceMs: 2 });
  const texts = async () =>
    ((await other.get('/v1/demo')).body as DemoStatus).captions
      .filter(({ story }) => story === 'stuck-browser')
      .map(({ text }) => text);
  await expect.poll(texts, { timeout: 20_000 }).toContain('Nobody came: form-filler gives up.');
  const ids = async () =>
    ((await other.get('/v1/sessions?limit=500&search=form-filler')).body.sessions as SessionSummary[]).length;
  await expect.poll(ids).toBeGreaterThan(1);
  await other.close();
}, 40_000);

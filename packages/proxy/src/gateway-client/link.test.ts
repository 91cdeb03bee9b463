import { presetOf } from '@rutbreak/core';
import { createGateway, createMemoryStore } from '@rutbreak/gateway';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AGENTS } from '../testing/agents.js';
import { between, call, result } from '../testing/mcp-between.js';
import { proxies } from '../testing/proxied.js';
import { createGatewayLink, type GatewayLink, type GatewayLinkOptions } from './link.js';

const TOKEN = 'rbt_link-test-0123456789';
let gateway: ReturnType<typeof createGateway>;
let url = '';
const links: GatewayLink[] = [];

beforeEach(async () => {
  gateway = createGateway({ store: createMemoryStore(), token: TOKEN });
  url = await gateway.listen();
});
afterEach(async () => {
  await Promise.all(links.splice(0).map((link) => link.close()));
  await gateway.close();
});

function linked(options: Partial<GatewayLinkOptions> = {}): GatewayLink {
  const link = createGatewayLink({ url, token: TOKEN, lingerMs: 1, pollMs: 20, ...options });
  links.push(link);
  return link;
}

const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
async function get(path: string): Promise<Record<string, unknown>> {
  return (await fetch(url + path, { headers })).json() as Promise<Record<string, unknown>>;
}

/** The gateway's only session, once it exists. */
async function session(): Promise<string> {
  let id: unknown;
  await expect
    .poll(async () => {
      const { sessions } = (await get('/v1/sessions')) as { sessions: { id: string }[] };
      return (id = sessions[0]?.id);
    })
    .toBeDefined();
  return String(id);
}

/** A person gives an order to the session. */
async function act(name: string, body: object = {}): Promise<void> {
  const path = `/gateway/sessions/${await session()}/${name}`;
  const reply = await fetch(url + path, {
    ...{ method: 'POST', headers, body: JSON.stringify({ operator_id: 'ada', ...body }) },
  });
  expect(reply.status).toBe(200);
}

describe('a person at the gateway and an agent behind the MCP proxy', () => {
  it('a pause reaches the agent between two calls, and ends with the unpause', async () => {
    const link = linked();
    const { say, answer, toClient, toServer, audited } = between({ relay: { gateway: link } });
    say(call(1, 'read', { n: 1 }));
    answer(result(1));
    await act('pause', { reason: 'wrong branch' });
    await expect
      .poll(() => link.order('one'))
      .toEqual({
        ...{ action: 'pause', text: 'Paused by ada: wrong branch' },
      });
    toClient();
    toServer();
    say(call(2, 'read', { n: 2 }));
    expect(toServer()).toBe('');
    expect(toClient()).toMatch(/"isError":true/);
    expect(audited.at(-1)).toMatchObject({ decision: 'refused', by: 'operator' });
    await act('unpause');
    await expect.poll(() => link.order('one')).toBeUndefined();
    say(call(3, 'read', { n: 3 }));
    expect(toServer()).toContain('"id":3');
  });

  it('a message from the person is in the next result, once', async () => {
    const link = linked();
    const { say, answer, toClient } = between({ relay: { gateway: link } });
    say(call(1, 'read', { n: 1 }));
    answer(result(1));
    await act('inject', { message: 'Use the staging server.' });
    await new Promise((done) => setTimeout(done, 200));
    const heard: string[] = [];
    for (let n = 2; n < 5; n++) {
      toClient();
      say(call(n, 'read', { n }));
      answer(result(n));
      heard.push(toClient());
    }
    expect(heard.map((text) => text.includes('Use the staging server.'))).toEqual([true, false, false]);
  });

  it('the proxy ignores loops that the gateway detects, because it detects loops itself', async () => {
    const link = linked();
    for (let n = 0; n < 12; n++)
      link.send('one', {
        kind: 'call',
        tool: 'Bash',
        args: { command: 'npm test' },
        result: 'boom',
        isError: true,
      });
    const id = await session();
    await expect.poll(async () => (await get(`/v1/sessions/${id}`))['action']).not.toBe('continue');
    expect(link.order('one')).toBeUndefined();
  });

  it('events arrive redacted, with the events derived from them', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const { say, answer } = between({ relay: { gateway: linked() } });
    say(call(1, 'write_file', { path: 'a.ts', content: `const key = '${secret}'` }));
    answer(result(1));
    const id = await session();
    const events = async (): Promise<string> => JSON.stringify(await get(`/v1/sessions/${id}/events`));
    await expect.poll(events).toMatch(/"kind":"edit"/);
    expect(await events()).not.toContain(secret);
  });
});

describe('a person at the gateway and an agent behind the LLM proxy', () => {
  const { begin, end } = proxies();
  afterEach(end);

  it.each(AGENTS.map((agent) => [agent.id, agent] as const))(
    'a pause ends the turn of %s',
    async (_, agent) => {
      const link = linked();
      const {
        url: proxy,
        mock,
        reports,
      } = await begin((_asked, n) => ({ calls: [{ name: 'bash', args: { command: `step ${n}` } }] }), {
        gateway: link,
      });
      let asked = 0;
      const run = await agent.run({
        ...{ url: proxy, task: 'Migrate the database.', most: 30 },
        async tool(_args, step) {
          asked = mock.asked.length;
          if (step === 3) {
            await act('pause', { reason: 'look at it first' });
            await expect.poll(() => link.order('conversation-1')).toBeDefined();
          }
          return `done ${step}`;
        },
      });
      expect(run.last).toContain('Paused by ada: look at it first');
      expect(mock.asked).toHaveLength(asked);
      expect(reports.at(-1)).toMatchObject({ kind: 'answer', rung: 'pause' });
    },
  );
});

describe('trouble with the gateway', () => {
  it.each<[string, Partial<GatewayLinkOptions>, RegExp]>([
    ['an unreachable gateway is reported once', { url: 'http://127.0.0.1:9' }, /goes on alone/],
    ['a wrong key names the variable', { token: 'rbt_wrong-0123456789' }, /RUTBREAK_TOKEN/],
  ])('%s', async (_, options, expected) => {
    const troubles: string[] = [];
    const link = linked({ ...options, onTrouble: (text) => troubles.push(text) });
    for (let n = 0; n < 3; n++) link.send(`session ${n}`, { kind: 'call', tool: 'a', args: { n } });
    await expect.poll(() => troubles).toEqual([expect.stringMatching(expected)]);
    expect(link.order('session 0')).toBeUndefined();
  });

  it('an invalid address is rejected at the start', () => {
    expect(() => createGatewayLink({ url: 'gateway' })).toThrow(/OPTION_TYPE.*gateway/);
  });

  it('two runs of a proxy are two sessions of the gateway', async () => {
    for (let run = 0; run < 2; run++) linked().send('one', { kind: 'call', tool: 'a', args: {} });
    await expect
      .poll(async () => ((await get('/v1/sessions')) as { sessions: unknown[] }).sessions.length)
      .toBe(2);
  });
});

describe('what became of the actions of a decision', () => {
  const { begin, end } = proxies();
  afterEach(end);

  it('is in the session of the gateway, as the LLM proxy reports it', async () => {
    const { url: proxy } = await begin(() => ({ calls: [{ name: 'read_file', args: { path: 'a.ts' } }] }), {
      ...{ gateway: linked(), preset: 'drift', host: { switchModel: () => 'other-model' } },
    });
    await AGENTS[0]!.run({ url: proxy, task: 'Read it.', tool: () => 'the same text', most: 6 });
    const id = await session();
    for (const outcome of [
      { action: 'warn-user', result: 'carried out' },
      { action: 'switch-model', result: 'carried out' },
      { action: 'checkpoint', result: 'not carried out', why: 'the host has no callback for it' },
    ])
      await expect
        .poll(async () => (await get(`/v1/sessions/${id}`))['outcomes'])
        .toContainEqual({ at: expect.any(Number) as number, ...outcome });
  });

  it('is in the session of the gateway, with what was missing', async () => {
    const preset = presetOf('drift');
    const { say, answer } = between({ relay: { gateway: linked(), preset } });
    for (let id = 1; id <= 4; id++) {
      say(call(id, 'read_file', { path: 'a.ts' }));
      answer(result(id));
    }
    const id = await session();
    await expect
      .poll(async () => (await get(`/v1/sessions/${id}`))['outcomes'])
      .toContainEqual({
        ...{ at: expect.any(Number), action: 'checkpoint', result: 'not carried out' },
        why: 'the host has no callback for it',
      });
  });
});

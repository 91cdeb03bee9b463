import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serve } from '../commands/serve.js';
import { openStore } from '../store/store.js';
import { folderOf, ioFor, type Ran, runCli } from '../testing/run-cli.js';
import { gatewaySessions, readAddress } from './gateway-sessions.js';

const folder = folderOf({});
let stop: () => void;
let ended: Promise<number>;

beforeAll(async () => {
  const { io, out } = ioFor({ home: folder.path });
  const stopped = new Promise<void>((done) => (stop = done));
  ended = serve({ port: 0, host: '127.0.0.1', logLevel: 'error' }, io, stopped);
  await vi.waitUntil(() => out.text().includes('Ctrl-C'), { timeout: 20_000 });
});
afterAll(async () => {
  stop();
  await ended;
  folder.remove();
});

const cli = (args: readonly string[], agent?: string): Promise<Ran> =>
  runCli(args, { home: folder.path, ...(agent !== undefined && { agent }) });

async function post(path: string, body: object): Promise<{ readonly action: string }> {
  const { url, token = '' } = readAddress(join(folder.path, 'gateway')) ?? { url: '' };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as { action: string };
}

const call = { kind: 'call', tool: 'Bash', args: { command: 'npm test' }, result: 'boom', isError: true };

/** Equal failures, so that the gateway intervenes in the session. */
async function loop(session: string, calls = 5): Promise<void> {
  for (let i = 0; i < calls; i++) await post('/v1/events', { session, firstSeq: i, events: [call] });
}

const commandsIn = (out: string): readonly string[] =>
  [...out.matchAll(/rutbreak (session (?:reset|override) .*)$/gm)].map(([, text]) => text ?? '');

describe('the sessions of a gateway on this machine', () => {
  it('are listed with those of the hooks, and shown by a unique prefix', async () => {
    await loop('fleet-run-1');
    await openStore(folder.path).update('codex/run-2', (record) => ({ ...record, resets: 1 }));
    const { out } = await cli(['session', 'list']);
    expect(out).toMatch(/gateway\/fleet-run-1 .*npm test/);
    expect(out).toContain('codex/run-2');
    expect((await cli(['session', 'show', 'fleet'])).out).toMatch(/^gateway\/fleet-run-1\n/);
  });

  it('a text names commands that lift a block, and each of them works', async () => {
    await loop('blocked');
    await post('/gateway/sessions/blocked/pause', { operator_id: 'ada' });
    const { out } = await cli(['session', 'show', 'blocked']);
    const named = commandsIn(out);
    expect(named).toEqual(['session override gateway/blocked', 'session reset gateway/blocked']);
    for (const command of named) expect(await cli(command.split(' '))).toMatchObject({ code: 0, err: '' });
    const [line = ''] = (await cli(['session', 'show', 'blocked', '--json'])).out.split('\n');
    expect(JSON.parse(line)).toMatchObject({ state: 'active', action: 'continue' });
    expect(commandsIn((await cli(['session', 'show', 'blocked'])).out)).toEqual([]);
  });

  it('R12 after many loops the page points to the rescue command, and it works', async () => {
    await loop('many', 10);
    const { override } = await gatewaySessions(readAddress(join(folder.path, 'gateway'))!).show('many');
    expect(override).toMatchObject({ allowed: false, friction: 'permission' });
    const [command = ''] = commandsIn(override?.warning ?? '');
    expect(await cli(command.split(' '))).toMatchObject({ code: 0, err: '' });
    expect((await cli(['session', 'show', 'many'])).out).toContain('Detection is off');
    expect((await cli(['session', 'reset', 'many'])).code).toBe(0);
  });

  it('R12 --once never switches detection off', async () => {
    await loop('once', 10);
    const { code, err } = await cli(['session', 'override', 'once', '--once']);
    expect([code, err]).toEqual([2, expect.stringContaining('OVERRIDE_PERMISSION')]);
  });

  it.each(['reset', 'override'])('%s in the shell of an agent is refused and recorded', async (command) => {
    const id = `held-${command}`;
    await loop(id);
    await post(`/gateway/sessions/${id}/pause`, { operator_id: 'ada' });
    const { code, err } = await cli(['session', command, id], 'Claude Code');
    expect(code).toBe(2);
    expect(err).toContain('only a person can lift a block, and Claude Code runs this command');
    const { out } = await cli(['session', 'show', id]);
    expect(out).toContain('The session is paused');
    expect(out).toMatch(new RegExp(`Refused\\n.*${command}, Claude Code`));
  });

  it('--gateway names another one, and the printed commands name it, too', async () => {
    await loop('elsewhere');
    await post('/gateway/sessions/elsewhere/pause', { operator_id: 'ada' });
    const { url } = readAddress(join(folder.path, 'gateway')) ?? { url: '' };
    const { out } = await cli(['session', 'show', 'elsewhere', '--gateway', url]);
    const [first = ''] = commandsIn(out);
    expect(first).toBe(`session override gateway/elsewhere --gateway ${url}`);
    expect(await cli(first.split(' '))).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    ['that does not answer', 'http://127.0.0.1:9', /cannot reach the gateway at http:\/\/127\.0\.0\.1:9/],
    ['that is no address', 'nowhere', /nowhere is no address. Use one like http/],
  ])('a gateway %s is reported in one sentence', async (_, url, message) => {
    const { code, err } = await cli(['session', 'list', '--gateway', url]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/ECONN|\n {4}at /);
  });
});

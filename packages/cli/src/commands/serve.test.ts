import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOf, ioFor, runCli } from '../testing/run-cli.js';
import { serve, type ServeOptions } from './serve.js';

const folder = mkdtempSync(join(tmpdir(), 'rutbreak-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('serve', () => {
  const run = async (
    around: Parameters<typeof ioFor>[0],
    options: Partial<ServeOptions>,
    check: (text: string, url: string) => Promise<void>,
  ): Promise<void> => {
    const { io, out } = ioFor({ home: folder, ...around });
    let stop = (): void => undefined;
    const stopped = new Promise<void>((done) => (stop = done));
    const ended = serve({ data: join(folder, 'data'), port: 0, host: '127.0.0.1', ...options }, io, stopped);
    await expect.poll(out.text, { timeout: 20_000 }).toContain('Ctrl-C');
    await check(out.text(), /http:\/\/127\.0\.0\.1:\d+/.exec(out.text())?.[0] ?? '');
    stop();
    expect(await ended).toBe(0);
  };
  const tokenOf = (data: string): string => readFileSync(join(data, 'token'), 'utf8').trim();
  const signIn = (url: string, link: string) =>
    fetch(`${url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ link }),
    });
  const linkIn = (text: string): string => /#link=(rbl_\S+)/.exec(text)?.[1] ?? '';

  it('serves the owner of the token, never prints the token, and ends on a signal', async () => {
    const data = join(folder, 'data');
    await run({}, {}, async (text, url) => {
      expect(text).not.toContain(tokenOf(data));
      expect((await fetch(`${url}/v1/sessions`)).status).toBe(401);
      const headers = { authorization: `Bearer ${tokenOf(data)}` };
      expect((await fetch(`${url}/v1/sessions`, { headers })).status).toBe(200);
    });
    if (process.platform !== 'win32') expect(statSync(join(data, 'token')).mode & 0o777).toBe(0o600);
  });

  it('10: every start on a terminal prints a login link that works once', async () => {
    for (let start = 0; start < 2; start++)
      await run({ columns: 80 }, {}, async (text, url) => {
        expect((await signIn(url, linkIn(text))).status).toBe(200);
        expect((await signIn(url, linkIn(text))).status).toBe(401);
      });
  });

  it('elsewhere it prints the command that creates a login link, and that works', async () => {
    await run({}, {}, async (text, url) => {
      expect(linkIn(text)).toBe('');
      const command = /login {2}rutbreak (.*)/.exec(text)?.[1] ?? '';
      const made = await runCli(command.split(' '));
      expect([made.code, made.out.startsWith(`${url}/sign-in#link=rbl_`)]).toEqual([0, true]);
      expect((await signIn(url, linkIn(made.out))).status).toBe(200);
    });
  });

  it('--login-link without a gateway says so', async () => {
    const data = join(folder, 'data');
    expect(await runCli(['serve', '--login-link', '--port', '1', '--data', data])).toMatchObject({
      code: 2,
      err: expect.stringContaining('does not answer') as string,
    });
  });

  it('--demo starts with simulated agents, --preset with another preset', async () => {
    const data = join(folder, 'demo');
    await run({}, { demo: true, preset: 'votes', data }, async (_, url) => {
      const get = async (path: string): Promise<unknown> =>
        (await fetch(url + path, { headers: { authorization: `Bearer ${tokenOf(data)}` } })).json();
      expect(await get('/v1/demo')).toMatchObject({ running: true });
      expect(await get('/v1/config')).toMatchObject({ config: { events: { preset: 'votes' } } });
    });
  });

  it('--upstream serves several gateways as one, read-only', async () => {
    const [data, own] = [join(folder, 'upstream'), join(folder, 'federation')];
    await run({}, { data }, async (_, upstream) => {
      const headers = { authorization: `Bearer ${tokenOf(data)}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ session: 'run-1', events: [{ kind: 'message', text: 'hello' }] });
      await fetch(`${upstream}/v1/events`, { method: 'POST', headers, body });
      const upstreamKeys = join(folder, 'keys.txt');
      writeFileSync(upstreamKeys, `${tokenOf(data)}\n`);
      await run({}, { data: own, upstream: [upstream], upstreamKeys }, async (__, url) => {
        const ask = (method: string) =>
          fetch(`${url}/v1/sessions/run-1`, { method, headers: { authorization: `Bearer ${tokenOf(own)}` } });
        expect(await (await ask('GET')).json()).toMatchObject({ id: 'run-1', events: 1 });
        expect((await ask('DELETE')).status).toBe(405);
      });
    });
  });

  it.each([
    [['--upstream', 'ftp://a'], /--upstream.*http:\/\/127\.0\.0\.1:7878/],
    [['--upstream', 'http://a', 'http://b', 'http://c'], /--upstream-keys.*3 keys/],
  ])('%j is refused with a hint', async (args, hint) => {
    const keys = join(folder, 'two-keys.txt');
    writeFileSync(keys, args.length > 2 ? 'one\ntwo\n' : 'one\n');
    const ran = await runCli([
      ...['serve', ...args, '--upstream-keys', keys],
      ...['--port', '0', '--data', join(folder, 'refused')],
    ]);
    expect(ran).toMatchObject({ code: 2 });
    expect(ran.err).toMatch(hint);
  });

  it('does not listen to other machines without TLS or an explicit flag', async () => {
    const ran = await runCli(['serve', '--host', '0.0.0.0', '--port', '0', '--data', join(folder, 'open')]);
    expect(ran).toMatchObject({ code: 2 });
    expect(ran.err).toMatch(/--host.*--tls-key.*--insecure/);
  });
});

describe('uninstall', () => {
  it('--purge deletes what serve wrote, after a yes', async () => {
    const home = join(folder, 'purge');
    const { io, out } = ioFor({ home });
    await serve({ port: 0, host: '127.0.0.1' }, io, Promise.resolve());
    expect(out.text()).toContain(home);
    expect((await runCli(['uninstall'], { home })).out).toContain('rutbreak uninstall --purge');
    const refused = await runCli(['uninstall', '--purge'], { home });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('Add --yes') as string });
    expect(existsSync(join(home, 'gateway', 'token'))).toBe(true);
    await runCli(['uninstall', '--purge', '--yes'], { home });
    expect(existsSync(home)).toBe(false);
  });

  it('--purge leaves files alone that it did not write', async () => {
    const foreign = folderOf({
      token: 'somebody else’s',
      'gateway/main.go': 'package main',
      'sessions/mine.json': '{}',
      'notes.txt': 'x',
      'hooks/pre-commit': '#!/bin/sh',
    });
    const { code, out } = await runCli(['uninstall', '--purge', '--yes', '--data', foreign.path]);
    expect([code, out]).toEqual([0, `Rutbreak keeps nothing in ${foreign.path}.\n`]);
    const left = ['token', 'gateway/main.go', 'sessions/mine.json', 'notes.txt', 'hooks/pre-commit'];
    expect(left.filter((file) => !existsSync(join(foreign.path, file)))).toEqual([]);
    foreign.remove();
  });

  it('--purge deletes our files beside others, and not their folder', async () => {
    const mixed = folderOf({ token: 'rbt_abc', 'sessions/a-0123456789abcdef.json': '{}', 'thesis.tex': 'x' });
    await runCli(['uninstall', '--purge', '--yes', '--data', mixed.path]);
    expect(readdirSync(mixed.path)).toEqual(['thesis.tex']);
    mixed.remove();
  });
});

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ioFor, runCli } from '../testing/run-cli.js';
import { serve } from './serve.js';

const folder = mkdtempSync(join(tmpdir(), 'rutbreak-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('serve', () => {
  it('shows the address with a new token once, answers, and ends when told to', async () => {
    const data = join(folder, 'data');
    const run = async (check: (text: string) => Promise<void>): Promise<void> => {
      const { io, out } = ioFor({ home: folder });
      let stop = (): void => undefined;
      const stopped = new Promise<void>((done) => (stop = done));
      const ended = serve({ data, port: 0, host: '127.0.0.1' }, io, stopped);
      await expect.poll(out.text, { timeout: 20_000 }).toContain('Ctrl-C');
      await check(out.text());
      stop();
      expect(await ended).toBe(0);
    };
    let token = '';
    await run(async (text) => {
      const [, url, shown] = /(http:\/\/127\.0\.0\.1:\d+)\/\?token=(\S+)/.exec(text) ?? [];
      token = shown ?? '';
      expect((await fetch(`${url}/v1/sessions`)).status).toBe(401);
      const headers = { authorization: `Bearer ${token}` };
      expect((await fetch(`${url}/v1/sessions`, { headers })).status).toBe(200);
    });
    expect(readFileSync(join(data, 'token'), 'utf8').trim()).toBe(token);
    if (process.platform !== 'win32') expect(statSync(join(data, 'token')).mode & 0o777).toBe(0o600);
    await run((text) => {
      expect(text).not.toContain(token);
      return Promise.resolve();
    });
  });

  it('does not listen to other machines without TLS or a clear word', async () => {
    const ran = await runCli(['serve', '--host', '0.0.0.0', '--port', '0', '--data', join(folder, 'open')]);
    expect(ran).toMatchObject({ code: 2 });
    expect(ran.err).toMatch(/--host.*--tls-key.*--insecure/);
  });

  it('is undone by uninstall --purge', async () => {
    const home = join(folder, 'purge');
    const { io, out } = ioFor({ home });
    await serve({ port: 0, host: '127.0.0.1' }, io, Promise.resolve());
    expect(out.text()).toContain(home);
    expect((await runCli(['uninstall'], { home })).out).toContain('--purge deletes it');
    expect(existsSync(home)).toBe(true);
    await runCli(['uninstall', '--purge'], { home });
    expect(existsSync(home)).toBe(false);
  });
});

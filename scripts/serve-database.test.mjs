import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../packages/cli/src/commands/serve.ts';
import { startPostgres } from '../packages/gateway/src/testing/postgres.ts';

let postgres;
const folder = mkdtempSync(join(tmpdir(), 'rutbreak-serve-'));
beforeAll(async () => {
  postgres = await startPostgres(['fsync=off']);
});
afterAll(async () => {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The command as it runs, and what it says. */
function run(databaseUrl) {
  let said = '';
  let stop;
  const stopped = new Promise((done) => (stop = done));
  const write = (text) => {
    said += text;
  };
  const io = { stdout: { write }, stderr: { write }, dataDir: folder, version: '0', permitsOverride: false };
  const ended = serve({ data: folder, databaseUrl, port: 0, host: '127.0.0.1' }, io, stopped);
  return { said: () => said, stop, ended };
}

describe('rutbreak serve --database-url', () => {
  it('is all that a second replica needs', async () => {
    const url = await postgres.createDatabase('served');
    const one = run(url);
    await expect.poll(one.said, { timeout: 30_000 }).toContain('Ctrl-C');
    const two = run(url);
    await expect.poll(two.said, { timeout: 30_000 }).toContain('Ctrl-C');
    const [, first] = /rutbreak: (http:\S+)/.exec(one.said());
    const token = readFileSync(join(folder, 'token'), 'utf8').trim();
    const [, second] = /rutbreak: (http:\S+)/.exec(two.said());
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const send = (at, firstSeq) =>
      fetch(`${at}/v1/events`, {
        ...{ method: 'POST', headers },
        body: JSON.stringify({ session: 's', firstSeq, events: [{ kind: 'message', text: `${firstSeq}` }] }),
      }).then((answer) => answer.json());
    expect(await send(first, 0)).toMatchObject({ accepted: 1, nextSeq: 1 });
    expect(await send(second, 1)).toMatchObject({ accepted: 1, nextSeq: 2 });
    expect(await send(first, 1)).toMatchObject({ accepted: 0, duplicates: 1, nextSeq: 2 });
    one.stop();
    two.stop();
    expect(await Promise.all([one.ended, two.ended])).toEqual([0, 0]);
  });

  it('says what is wrong where nobody answers, without the password', async () => {
    const { ended, said } = run('postgres://ada:secret@127.0.0.1:1/none');
    expect(await ended).not.toBe(0);
    expect(said()).toMatch(/Stored data could not be read.*127\.0\.0\.1:1.*--database-url/);
    expect(said()).not.toContain('secret');
  });
});

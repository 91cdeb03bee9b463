import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../log.js';
import { startPostgres, type TestPostgres } from '../../testing/postgres.js';
import { startGateway, type Started } from '../../testing/start.js';
import { createPostgresStore } from './store.js';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres(['fsync=off']);
}, 120_000);
afterAll(() => server.close());

const lines: Record<string, unknown>[] = [];
const log = createLog((line) => void lines.push(JSON.parse(line) as Record<string, unknown>));
const causes = (): unknown[] =>
  lines.filter(({ message }) => message === 'the store is not writable').map(({ code }) => code);

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client(server.urlOf('postgres'));
  await client.connect();
  await client.query(statement);
  await client.end();
}

let gateway: Started;
async function start(database: string): Promise<void> {
  lines.length = 0;
  gateway = await startGateway({ store: await createPostgresStore(server.urlOf(database)), log });
  expect(await ready()).toBe(200);
}
afterEach(() => gateway.close());

const ready = async (): Promise<number> => (await gateway.get('/readyz')).status;
/** Random, so that the database cannot compress it. */
const send = async (i: number): Promise<number> => {
  const event = { kind: 'call', tool: 'Read', args: { i }, result: randomBytes(24_000).toString('base64') };
  return (await gateway.post('/v1/events', { session: `s${i}`, events: [event] })).status;
};

it('says that it is not ready, and why, when the database only allows reading', async () => {
  await server.createDatabase('reading');
  await start('reading');
  await asAdmin('ALTER DATABASE reading SET default_transaction_read_only = on');
  // Open connections keep the old setting.
  await asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'reading'`);
  await expect.poll(ready, { timeout: 10_000, interval: 300 }).toBe(503);
  expect(causes()).toContain('25006');
  expect(await send(1)).toBe(503);
});

/** As much as a new database takes, and little more. */
const ROOM = '12m';
const disk = mkdtempSync(join(tmpdir(), 'rutbreak-disk-'));
const mount = (...options: readonly string[]): void =>
  void execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', disk], { stdio: 'pipe' });
const canMount = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    mount(`size=${ROOM}`, 'mode=700', 'uid=65534', 'gid=65534');
    return true;
  } catch {
    return false;
  }
})();
afterAll(() => {
  if (canMount) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

// Only root may make a small disk.
describe.skipIf(!canMount)('a gateway whose database has a full disk', () => {
  it('says that it is not ready, and why, until there is room again', async () => {
    await asAdmin(`CREATE TABLESPACE small LOCATION '${disk}'`);
    await asAdmin('CREATE DATABASE small TEMPLATE template0 TABLESPACE small');
    await start('small');
    let status = 200;
    for (let i = 0; i < 1000 && status === 200; i++) status = await send(i);
    expect(status).toBe(503);
    // An answer that is a second old counts.
    await expect.poll(ready, { timeout: 5000, interval: 300 }).toBe(503);
    expect(causes()).toContain('53100');
    expect((await gateway.get('/v1/sessions')).status).toBe(200);
    mount('remount', 'size=64m');
    await expect.poll(ready, { timeout: 5000, interval: 300 }).toBe(200);
    expect(await send(2000)).toBe(200);
  });
});

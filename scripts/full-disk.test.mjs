import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from './bundle.mjs';

/** Kilobytes that no file of the gateway may exceed: to a database, that is a full disk. */
const ROOM = 700;
const TOKEN = 'rbt_faults';

const folder = mkdtempSync(join(tmpdir(), 'rutbreak-full-'));
let gateway;
let url;
beforeAll(async () => {
  const { href } = pathToFileURL(await bundle('packages/gateway/src/testing/faults/main.ts'));
  const replica = { place: { kind: 'sqlite', at: join(folder, 'gateway.db') } };
  const code = `const { serveReplica } = await import('${href}'); await serveReplica(${JSON.stringify(replica)});`;
  const limited = `trap '' XFSZ; ulimit -f ${ROOM}; exec "$0" --input-type=module -e "$1"`;
  gateway = spawn('bash', ['-c', limited, process.execPath, code], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(gateway.stdout, 'data');
  url = String(line).trim();
});
afterAll(() => {
  gateway.kill();
  rmSync(folder, { recursive: true, force: true });
});

const ready = async () => (await fetch(`${url}/readyz`)).status;

async function send(i) {
  const event = { kind: 'call', tool: 'Read', args: { i }, result: `${i} words `.repeat(2000) };
  const answer = await fetch(`${url}/v1/events`, {
    ...{ method: 'POST', body: JSON.stringify({ session: `s${i}`, events: [event] }) },
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
  });
  return answer.status;
}

describe.skipIf(process.platform === 'win32')('a gateway whose disk is full', () => {
  it('says that it is not ready from the first request that it cannot store, and goes on to answer', async () => {
    expect(await ready()).toBe(200);
    let status = 200;
    for (let i = 0; i < 100 && status === 200; i++) status = await send(i);
    expect(status).toBe(503);
    // An answer that is a second old counts.
    await expect.poll(ready, { timeout: 5000 }).toBe(503);
    const answer = await fetch(`${url}/v1/sessions`, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(answer.status).toBe(200);
  });
});

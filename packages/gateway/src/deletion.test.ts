import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createSqliteStore } from './store/sqlite/store.js';
import { messageOf } from './testing/messages.js';
import { startGateway } from './testing/start.js';

const folder = mkdtempSync(join(tmpdir(), 'rutbreak-deletion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WORD = 'zanzibarquux';
const filesWithIt = (): readonly string[] =>
  readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(WORD));

it('a deleted session leaves no word in any file: calls, loops, agents, gates, commands, streams', async () => {
  const gateway = await startGateway({ store: createSqliteStore(join(folder, 'gateway.db')) });
  try {
    const call = {
      kind: 'call',
      tool: WORD,
      args: { q: WORD },
      result: `${WORD} `.repeat(500),
      agent: `${WORD}-1`,
    };
    const delta = { kind: 'delta', text: `${WORD} ` };
    const agent = { id: WORD, type: WORD, model: WORD };
    await gateway.post('/v1/events', { session: 'gone', agent, events: [...Array(20).fill(call), delta] });
    await gateway.post(
      '/gateway/messages',
      messageOf({
        ...{ session: 'gone', agent: `${WORD}-2`, control: { hitl_required: true } },
        intent: WORD,
      }),
    );
    await gateway.post('/gateway/sessions/gone/pause', { operator_id: 'ada', reason: WORD });
    await gateway.post('/v1/events', { session: 'stays', events: [{ kind: 'call', tool: 't', args: {} }] });
    expect(filesWithIt()).not.toEqual([]);
    expect((await gateway.send('DELETE', '/v1/sessions/gone')).status).toBe(200);
    expect(filesWithIt()).toEqual([]);
    // Work in progress may still write.
    await new Promise((done) => setTimeout(done, 700));
    await gateway.post('/v1/events', { session: 'stays', events: [{ kind: 'call', tool: 't', args: {} }] });
    expect(filesWithIt()).toEqual([]);
  } finally {
    await gateway.close();
  }
  expect(filesWithIt()).toEqual([]);
});

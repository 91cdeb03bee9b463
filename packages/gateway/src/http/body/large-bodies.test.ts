import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { sendCall } from '../../testing/hostile/attacks.js';
import { clientOf, type Started, startGateway } from '../../testing/start.js';
import { createReadingTurns } from './large-bodies.js';

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((done) => setImmediate(done));
}

describe('large bodies', () => {
  it('are read one at a time, and callers take turns', async () => {
    const inTurn = createReadingTurns();
    const log: string[] = [];
    let open = 0;
    const read = (name: string) => async (): Promise<void> => {
      expect(++open).toBe(1);
      await turns(3);
      log.push(name);
      open--;
    };
    const flood = [1, 2, 3, 4].map((i) => inTurn('flood', read(`flood ${i}`)));
    await Promise.all([...flood, inTurn('other', read('other'))]);
    expect(log).toEqual(['flood 1', 'flood 2', 'other', 'flood 3', 'flood 4']);
  });

  it('let small requests run in between', async () => {
    const inTurn = createReadingTurns();
    const log: string[] = [];
    const large = [1, 2].map((i) =>
      inTurn('a', () => {
        log.push(`large ${i}`);
        return Promise.resolve();
      }),
    );
    await inTurn('a', () => Promise.resolve(setImmediate(() => log.push('small'))));
    await Promise.all(large);
    await inTurn('a', () => Promise.resolve(log.push('large 3')));
    expect(log).toEqual(['large 1', 'large 2', 'small', 'large 3']);
  });

  it('that fail do not stop the others', async () => {
    const inTurn = createReadingTurns();
    const bad = inTurn('a', () => Promise.reject(new Error('bad')));
    const good = inTurn('a', () => Promise.resolve('good'));
    await expect(bad).rejects.toThrow('bad');
    await expect(good).resolves.toBe('good');
    await expect(inTurn('b', () => Promise.resolve('later'))).resolves.toBe('later');
  });
});

describe('a caller that sends very many large bodies at once', () => {
  let gateway: Started;
  afterEach(() => gateway.close());

  const json = { 'content-type': 'application/json' };
  const large = Buffer.from(
    JSON.stringify({ session: 'large', events: [{ kind: 'message', text: 'x'.repeat(3.9 * 1024 * 1024) }] }),
  );

  it('is told to come back, while other callers and small requests go on', async () => {
    gateway = await startGateway();
    const key = await gateway.post('/v1/keys', { operator_id: 'ada', name: 'other', scopes: ['ingest'] });
    const other = clientOf(gateway.url, String(key.body.key));
    const flood = Array.from({ length: 24 }, () => gateway.send('POST', '/v1/events', large, json));
    const rest = [sendCall(gateway, 'small'), other.send('POST', '/v1/events', large, json)];
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect((await Promise.all(rest)).map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(4);
    expect((await gateway.send('POST', '/v1/events', large, json)).status).toBe(200);
  }, 60_000);

  it('is told that one body is too large, not to come back with it', async () => {
    gateway = await startGateway();
    const declared = { ...json, 'content-length': String(100 * 1024 * 1024) };
    expect((await gateway.send('POST', '/v1/events', undefined, declared)).status).toBe(413);
  });

  it('has one packed body unpacked at a time', async () => {
    gateway = await startGateway();
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024 - 1, ' '));
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }, 1);
    const packed = { ...json, 'content-encoding': 'gzip' };
    const answers = Array.from({ length: 40 }, () => gateway.send('POST', '/v1/events', bomb, packed));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    clearInterval(watch);
    expect(new Set(statuses)).toEqual(new Set([400]));
    // 40 of them would take 320 MB.
    expect(most).toBeLessThan(160 * 1024 * 1024);
  }, 60_000);
});

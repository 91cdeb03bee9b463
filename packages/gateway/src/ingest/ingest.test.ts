import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../store/memory.js';
import { messageOf } from '../testing/messages.js';
import { type Started, startGateway } from '../testing/start.js';

let gateway: Started;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const call = { kind: 'call', tool: 'Read', args: { path: 'a.ts' }, result: 'text' };
const json = { 'content-type': 'application/json' };
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

const within = async (
  options: Parameters<typeof startGateway>[0],
  work: (started: Started) => Promise<void>,
): Promise<void> => {
  const started = await startGateway(options);
  try {
    await work(started);
  } finally {
    await started.close();
  }
};

describe('a nested body', () => {
  const bodies: readonly (readonly [path: string, body: (deep: string) => string])[] = [
    ['/v1/events', (deep) => `{"session":"deep","events":[{"kind":"call","tool":"t","args":${deep}}]}`],
    ['/gateway/messages', (deep) => JSON.stringify(messageOf()).replace(/}$/, `,"more":${deep}}`)],
    ['/v1/traces', (deep) => `{"resourceSpans":[${deep}]}`],
    ['/v1/hooks/claude-code', (deep) => `{"session_id":"s","hook_event_name":"Stop","x":${deep}}`],
  ];

  it.each(bodies)('with a hundred thousand levels is refused at %s', async (path, body) => {
    const answer = await gateway.send('POST', path, body(nested(100_000)), json);
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'BODY_TOO_DEEP' } } });
    expect((await gateway.get('/healthz')).status).toBe(200);
  });

  it.each(bodies)('with the usual depth is accepted at %s', async (path, body) => {
    expect((await gateway.send('POST', path, body(nested(40)), json)).status).toBe(200);
  });
});

describe('a gzipped body', () => {
  const packed = { ...json, 'content-encoding': 'gzip' };
  it('is decompressed, and a gzip bomb is refused', async () => {
    const body = gzipSync(JSON.stringify({ session: 'packed', events: [call] }));
    expect((await gateway.send('POST', '/v1/events', body, packed)).body).toMatchObject({ accepted: 1 });
    const bomb = gzipSync(Buffer.alloc(64 << 20, 32));
    expect((await gateway.send('POST', '/v1/events', bomb, packed)).status).toBe(413);
  });
});

describe('a batch of messages', () => {
  const batch = (started: Started, ...messages: readonly unknown[]) =>
    started.post('/gateway/messages', { messages });

  it('reports the result of each message: accepted, duplicate, gap, invalid', async () => {
    const step = (seq: number): object => messageOf({ session: 'mixed', seq });
    await batch(gateway, step(0));
    const { status, body } = await batch(gateway, step(0), step(1), step(9), { meta: {} });
    expect(status).toBe(200);
    expect(body).toMatchObject({ accepted: 2, refused: 2 });
    expect(body.results).toMatchObject([
      { status: 'accepted', duplicate: true },
      { status: 'accepted', duplicate: false, seq: 1 },
      { status: 'refused', code: 'SEQUENCE_GAP', field: 'meta.seq' },
      { status: 'refused', code: 'SCHEMA_VIOLATION' },
    ]);
  });

  it('gets a 422 if no message is valid, or if it is too long', async () => {
    expect((await batch(gateway, {}, 7)).status).toBe(422);
    expect(await batch(gateway, ...Array<unknown>(1001).fill(messageOf()))).toMatchObject({
      ...{ status: 422, body: { error: { code: 'INVALID_FIELD', field: 'messages' } } },
    });
  });

  it('is rejected as a whole only if nothing was stored', () =>
    within({ limits: { sessions: 1 } }, async (small) => {
      const [known, other] = [messageOf({ session: 'known' }), messageOf({ session: 'other' })];
      expect((await batch(small, known)).status).toBe(200);
      const mixed = await batch(small, known, other);
      expect(mixed).toMatchObject({ status: 200, body: { accepted: 1, refused: 1 } });
      expect(mixed.body.results[1]).toMatchObject({ status: 'refused', code: 'TOO_MANY_SESSIONS' });
      const none = await batch(small, other, other);
      expect(none).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
    }));
});

describe('a store that does not respond', () => {
  it.each([
    ['/v1/events', { session: 's', events: [call] }],
    ['/gateway/messages', messageOf()],
    ['/gateway/messages', [messageOf()]],
  ])('makes %s return a retry time, and nothing is stored', (path, body) =>
    within(
      { store: { ...createMemoryStore(), commit: () => Promise.reject(new Error('no space left')) } },
      async (broken) => {
        expect(await broken.post(path, body)).toMatchObject({
          ...{ status: 503, headers: { 'retry-after': '1' } },
          body: { error: { code: 'STORE_UNAVAILABLE' } },
        });
      },
    ),
  );
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messageOf } from '../testing/messages.js';
import { type Started, startGateway } from '../testing/start.js';
import { createMemoryStore } from '../store/memory.js';
import type { Store } from '../store/store.js';

const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
let store: Store;
let gateway: Started;
beforeEach(async () => {
  store = createMemoryStore();
  gateway = await startGateway({ store });
});
afterEach(() => gateway.close());

/** Everything stored of a session. */
const kept = async (session: string) => {
  const record = (await store.load([session])).get(session)?.record ?? '';
  return record + (await gateway.get(`/v1/sessions/${session}/export`)).text;
};
const pieces = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
const delta = (text: string) => ({ kind: 'delta', text });

describe('a secret', () => {
  it.each([1, 3, 7])(
    'streamed in pieces of %i characters is neither in the history nor in the state',
    async (size) => {
      const text = `Use this token: ${SECRET} and go on, please. `;
      for (const piece of pieces(text, size))
        await gateway.post('/v1/events', { session: 'stream', events: [delta(piece)] });
      const { body } = await gateway.get('/v1/sessions/stream/events?limit=200');
      const joined = (body.events as { body: { text: string } }[]).map((one) => one.body.text).join('');
      expect(joined).toMatch(/^Use this token: \S+ and go on, please\. $/);
      expect(joined).toHaveLength(text.length);
      expect(joined).not.toContain(SECRET.slice(4, 12));
      expect(await kept('stream')).not.toContain(SECRET);
    },
  );

  it.each([
    [
      'a seed phrase',
      'My seed phrase: hunter abandon badge hunter cactus hunter dolphin eager fabric galaxy hunter icon \nok. ',
    ],
    [
      'a private key',
      `Here: -----BEGIN RSA PRIVATE KEY-----\nhunterMIIEpAIBAAKCAQEA\nhunterxyz\n-----END RSA PRIVATE KEY-----\nok. `,
    ],
    ['a name and its value', 'env:\n  - name: DB_PASSWORD\n    value: hunter2-x\nok. '],
    ['a password of a command', 'run mysql -u root -phunter2-x shop ok. '],
    ['a password in a URL', 'open postgres://app:hunter2-x@db/x ok. '],
    ['a header', 'Authorization: Bearer hunter2-xabcDEF123\nok. '],
  ])('streamed in pieces of two characters, %s, is not kept', async (_, text) => {
    for (const piece of pieces(text, 2))
      await gateway.post('/v1/events', { session: 'more', events: [delta(piece)] });
    const { body } = await gateway.get('/v1/sessions/more/events?limit=200');
    const joined = (body.events as { body: { text: string } }[]).map((one) => one.body.text).join('');
    expect(joined).toMatch(/ok\. $/);
    expect(joined).not.toContain('hunter');
  });

  it.each([
    ['the name of a tool', { kind: 'call', tool: SECRET, args: {}, result: '' }],
    ['the type of an error', { kind: 'error', type: SECRET, message: 'x' }],
  ])('in %s is not stored in metadata-only mode', async (_, event) => {
    await metadataOnly();
    await gateway.post('/v1/events', { session: 'meta', events: [event] });
    expect(await kept('meta')).not.toContain(SECRET);
  });

  it.each(['id', 'type', 'model'])('in the %s of an agent is not stored in any mode', async (field) => {
    const agent = { id: 'a', parent: 'boss', [field]: SECRET };
    await gateway.post('/v1/events', { session: 'named', agent, events: [delta('x')] });
    expect(await kept('named')).not.toContain(SECRET);
    expect((await gateway.get('/v1/topology')).text).not.toContain(SECRET);
    await metadataOnly();
    await gateway.post('/v1/events', { session: 'named2', agent, events: [delta('x')] });
    expect(await kept('named2')).not.toContain(SECRET);
  });

  it('in identity, meta and fields of the agent is not stored in metadata-only mode', async () => {
    await metadataOnly();
    const message = messageOf({ session: 'meta', trace: SECRET });
    Object.assign(message['identity'] as object, { capability_version: SECRET, note: 'private note' });
    Object.assign(message['meta'] as object, { note: 'private note' });
    expect((await gateway.post('/gateway/messages', message)).status).toBe(200);
    const all = await kept('meta');
    expect(all).not.toContain(SECRET);
    expect(all).not.toContain('private note');
  });
});

const metadataOnly = () =>
  gateway.send(
    'PUT',
    '/v1/config',
    JSON.stringify({ operator_id: 'ada', config: { privacy: { metadataOnly: true } } }),
    { 'content-type': 'application/json' },
  );

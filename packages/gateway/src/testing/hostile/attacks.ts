import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { messageOf } from '../messages.js';
import { type Answer, type Asked, clientOf } from '../start.js';

const MEGABYTE = 1024 * 1024;
const CALL = { kind: 'call', tool: 'Bash', args: { command: 'ls' }, result: 'a.ts' };

export interface Target {
  readonly url: string;
  readonly token: string;
}

export interface Attack {
  readonly name: string;
  /** One round. The gateway's responses do not matter to the attacker. */
  readonly run: () => Promise<unknown>;
}

export function sendCall({ post }: Asked, session: string, more: object = {}): Promise<Answer> {
  return post('/v1/events', { session, events: [CALL], ...more });
}

const SIX = [1, 2, 3, 4, 5, 6];
const BOMB = gzipSync(Buffer.alloc(8 * MEGABYTE - 1, ' '));

const JSON_TYPE = { 'content-type': 'application/json' };

/** The largest body that the gateway reads, filled in different ways. */
const LARGE = 4 * MEGABYTE - 2000;
const LINE = 'password=hunter2 GET /v1/items/12345 failed after 17 ms\n';
const bodies = {
  'one long text': () => JSON.stringify({ ...messageOf({ session: 'large' }), extra: 'x'.repeat(LARGE) }),
  'words and numbers': () => {
    const extra = LINE.repeat(LARGE / 60);
    return JSON.stringify({ ...messageOf({ session: 'large' }), extra });
  },
  'millions of values': () =>
    `{"session":"values","events":[{"kind":"call","tool":"t","args":[${'0,'.repeat(LARGE / 2)}0]}]}`,
  'one event of 90,000 names': () => {
    const args = Array.from({ length: 10 }, (_, n) =>
      Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`name${n} ${i} of a thing`, i])),
    );
    return JSON.stringify({ session: 'names', events: [{ ...CALL, args }] });
  },
  'sixty texts in one event': () => {
    const result = Array.from({ length: 60 }, (_, i) => `${i} ${LINE.repeat(LARGE / 62 / LINE.length)}`);
    return JSON.stringify({ session: 'texts', events: [{ ...CALL, result }] });
  },
  'a thousand pieces of a stream': () => {
    const text = LINE.repeat(LARGE / 1100 / LINE.length);
    const events = Array.from({ length: 1000 }, (_, i) => ({ kind: 'delta', text: `${i} ${text}` }));
    return JSON.stringify({ session: 'pieces', events });
  },
  'a thousand events': () => {
    const call = { ...CALL, result: 'x'.repeat(LARGE / 1100) };
    return JSON.stringify({ session: 'many', events: Array.from({ length: 1000 }, () => call) });
  },
};

/** Built once: the time of the attacker is not the gateway's. */
function largeBodies({ send }: Asked): readonly Attack[] {
  const attacks = Object.entries(bodies).map(([name, bodyOf]) => {
    const text = bodyOf();
    const path = text.startsWith('{"session"') ? '/v1/events' : '/gateway/messages';
    const body = Buffer.from(text);
    return { name: `4 MB: ${name}`, run: () => send('POST', path, body, JSON_TYPE) };
  });
  return [
    ...attacks,
    { name: '4 MB: several at once', run: () => all(SIX, () => attacks[1]?.run() ?? Promise.resolve()) },
    {
      name: '8 MB packed: several at once',
      run: () =>
        all(SIX, () => send('POST', '/v1/events', BOMB, { ...JSON_TYPE, 'content-encoding': 'gzip' })),
    },
  ];
}

/** Everything that one client can send. */
export function attacksOn({ url, token }: Target): readonly Attack[] {
  const client = clientOf(url, token);
  const { post, send } = client;
  const gate = { session: 'gates', control: { hitl_required: true } };
  return [
    {
      name: 'huge sequence numbers',
      async run() {
        for (const firstSeq of [2 ** 53 - 1, 2 ** 48, 2 ** 48 + 1])
          await sendCall(client, 'huge', { firstSeq, gap: true });
      },
    },
    { name: 'an unreadable record', run: () => all([1, 2, 3], () => sendCall(client, 'damaged')) },
    { name: 'invalid messages', run: () => post('/gateway/messages', { messages: Array(1000).fill({}) }) },
    {
      name: 'a body that is not JSON',
      run: () => send('POST', '/gateway/messages', '{', JSON_TYPE),
    },
    { name: 'names with NUL', run: () => all(['a\0b', '\0', '\uD800'], (id) => sendCall(client, id)) },
    {
      name: 'gates',
      run: () => all(Array(30).fill(gate), (one) => post('/gateway/messages', messageOf(one))),
    },
    {
      name: 'sums that overflow',
      run: () => sendCall(client, 'sums', { events: Array(3).fill({ ...CALL, tokens: 1e308, cost: 1e308 }) }),
    },
    ...largeBodies(client),
  ];
}

function all<Item>(items: readonly Item[], run: (item: Item) => Promise<unknown>): Promise<unknown> {
  return Promise.all(items.map(run));
}

/** A request that never ends. Resolves to the milliseconds until the gateway gave up on it. */
export function halfRequest({ url }: Target, sockets: Socket[]): Promise<number> {
  return new Promise((done) => {
    const begun = Date.now();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined).on('close', () => done(Date.now() - begun));
    socket.resume();
    socket.write('POST /v1/events HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n');
  });
}

/** A listener that opens the stream and reads nothing. */
export async function neverReading({ url, token }: Target, sockets: Socket[]): Promise<void> {
  const { host, port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  socket.write(`GET /v1/stream HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`);
  await new Promise((done) => setTimeout(done, 20));
  socket.pause();
}

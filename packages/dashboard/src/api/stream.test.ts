import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withQuery } from './client.js';
import { createParser, type Entry } from './sse.js';
import { newerThan, openStream } from './stream.js';

const TEXT =
  'id: 1\nevent: loops\ndata: {"a":1}\n\n: heartbeat\n\nid: 2\nevent: sessions\ndata: {"b":\ndata: 2}\n\r\n';
const all = (chunks: readonly string[]): readonly Entry[] => {
  const parser = createParser();
  return chunks.flatMap((chunk) => parser.push(chunk));
};

describe('reading a stream', () => {
  const whole = all(['id: 1\nevent: loops\ndata: {"a":1}\n\n: heartbeat\n\nid: 2\ndata: x\ndata: y\n\n']);

  it('entries have id, topic and data; heartbeats are skipped', () =>
    expect(whole).toEqual([
      { id: '1', topic: 'loops', data: '{"a":1}' },
      { id: '2', topic: 'message', data: 'x\ny' },
    ]));

  it('chunk boundaries do not matter', () =>
    fc.assert(
      fc.property(fc.array(fc.nat(TEXT.length), { maxLength: 8 }), fc.boolean(), (cuts, isWindows) => {
        const text = isWindows
          ? TEXT.replaceAll('\r', '').replaceAll('\n', '\r\n')
          : TEXT.replaceAll('\r', '');
        const edges = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const chunks = edges.slice(1).map((end, i) => text.slice(edges[i], end));
        expect(all(chunks)).toEqual(all([text]));
      }),
    ));

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['before the first entry everything is new', '', ['1', '2'], ['1', '2']],
    ['what was seen is left out', '5', ['4', '5', '6'], ['6']],
    ['numbers are compared as numbers', '9', ['10', '11'], ['10', '11']],
    ['an entry without an id is always told', '9', ['', '3'], ['']],
  ])('%s', (_, last, ids, expected) => {
    const entries = ids.map((id) => ({ id, topic: 't', data: 'd' }));
    expect(newerThan(last, entries).map(({ id }) => id)).toEqual(expected);
  });
});

describe('a stream that breaks', () => {
  it('resumes after the last entry, without duplicates', async () => {
    const asked: (string | null)[] = [];
    const bodies = ['id: 1\ndata: a\n\nid: 2\ndata: b\n\n', null, 'id: 2\ndata: b\n\nid: 3\ndata: c\n\n'];
    const seen: string[] = [];
    const states: string[] = [];
    await new Promise<void>((done) => {
      const stream = openStream({
        topics: ['loops'],
        onEntries: (entries) => seen.push(...entries.map(({ data }) => data)),
        onConnection: (state) => states.push(state),
        pause: () => Promise.resolve(),
        fetch: (_, init) => {
          asked.push(new Headers(init?.headers).get('last-event-id'));
          const body = bodies[asked.length - 1];
          if (asked.length > bodies.length) {
            stream.close();
            done();
            return Promise.reject(new Error('over'));
          }
          return Promise.resolve(new Response(body ?? '', { status: body === null ? 503 : 200 }));
        },
      });
    });
    expect([asked, seen]).toEqual([
      [null, '2', '2', '3'],
      ['a', 'b', 'c'],
    ]);
    expect(states.slice(0, 4)).toEqual(['connecting', 'live', 'waiting', 'connecting']);
  });

  it('stops reconnecting when access is refused', async () => {
    let asked = 0;
    const state = await new Promise((done) =>
      openStream({
        topics: [],
        onEntries: () => undefined,
        onConnection: (now) => now === 'refused' && done(now),
        fetch: () => {
          asked++;
          return Promise.resolve(new Response('', { status: 401 }));
        },
      }),
    );
    expect([state, asked]).toEqual(['refused', 1]);
  });
});

describe('an address', () => {
  it.each([
    ['/v1/loops', {}, '/v1/loops'],
    ['/v1/loops', { limit: 5, after: undefined, search: '' }, '/v1/loops?limit=5'],
    ['/v1/sessions', { search: 'a&b=c' }, '/v1/sessions?search=a%26b%3Dc'],
  ])('%s with %j is %s', (path, query, expected) => expect(withQuery(path, query)).toBe(expected));
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSqliteStore } from '../store/sqlite/store.js';
import { type Started, startGateway } from '../testing/start.js';

const folder = mkdtempSync(join(tmpdir(), 'rutbreak-events-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call = (result = 'Error: boom', isError = true): object => ({
  ...{ kind: 'call', tool: 'Bash', args: { command: 'npm test' }, result, isError },
});
const send = (
  gateway: Started,
  firstSeq: number | undefined,
  events: readonly unknown[],
  more: object = {},
) =>
  gateway.post('/v1/events', { session: 's', ...(firstSeq !== undefined && { firstSeq }), events, ...more });

const within = async (work: (gateway: Started) => Promise<void>, options = {}): Promise<void> => {
  const gateway = await startGateway(options);
  try {
    await work(gateway);
  } finally {
    await gateway.close();
  }
};

describe('native events', () => {
  it('run through core, and the acknowledgement carries the next action', () =>
    within(async (gateway) => {
      const { body } = await send(gateway, 0, [call(), call(), call()]);
      expect(body).toMatchObject({ accepted: 3, duplicates: 0, nextSeq: 3, action: 'nudge', version: 1 });
      expect(body.text).toContain('npm test');
      const { loops } = (await gateway.get('/v1/sessions/s/loops')).body;
      expect(loops).toMatchObject([
        { category: 'ERROR_REPETITION', session_id: 's', outcome: 'open', rung: 'nudge' },
      ]);
      expect((await gateway.get('/v1/loops')).body.loops).toEqual(loops);
      expect((await gateway.get('/v1/sessions/s')).body.summary).toContain('1 detected loop');
    }));

  const write = { kind: 'call', tool: 'Write', args: { file_path: 'a', content: 'x' }, result: 'ok' };
  const own = { kind: 'edit', path: 'a', after: 'mine' };
  it.each([
    ['appended calls bring what they changed', undefined, [write, call()], ['call', 'edit', 'call']],
    ['a sender that tells of edits itself is believed', undefined, [write, own], ['call', 'edit']],
    ['where the sender numbers events none is put between', 0, [write, call()], ['call', 'call']],
  ])('%s', (_, firstSeq, events, kinds) =>
    within(async (gateway) => {
      const { body } = await send(gateway, firstSeq, events);
      expect(body).toMatchObject({ accepted: 2, duplicates: 0, refused: [], nextSeq: kinds.length });
      const { events: kept } = (await gateway.get('/v1/sessions/s/events')).body;
      expect(kept.map(({ body: event }: { body: { kind: string } }) => event.kind)).toEqual(kinds);
    }),
  );

  it('derived events do not make a looping session look healthy', () =>
    within(async (gateway) => {
      const same = Array.from({ length: 8 }, () => write);
      await send(gateway, undefined, same);
      expect((await gateway.get('/v1/sessions/s')).body).toMatchObject({ events: 16, status: 'looping' });
    }));

  it('close a loop when they lead out of it: in the session, in the list of loops and in the archive', () =>
    within(async (gateway) => {
      const work = Array.from({ length: 6 }, (_, i) => ({
        ...{
          kind: 'call',
          tool: 'Read',
          args: { path: `src/${i}.ts` },
          result: `part ${i}: ${i * 17} lines`,
        },
      }));
      await send(gateway, 0, [call(), call(), call(), ...work]);
      const [loop] = (await gateway.get('/v1/loops')).body.loops;
      expect(loop).toMatchObject({ category: 'ERROR_REPETITION', outcome: 'recovered' });
      expect(loop.evidence.events).toEqual([0, 1, 2]);
      expect((await gateway.get('/v1/sessions/s')).body.summary).toContain('recovered');
      await expect
        .poll(async () => (await gateway.get('/v1/archive')).body.patterns[0]?.outcomes)
        .toEqual({ nudge: { recovered: 1, failed: 0 } });
    }));

  it('count once: duplicates are skipped, and a gap is reported unless the sender declares it', () =>
    within(async (gateway) => {
      await send(gateway, 0, [call('1'), call('2')]);
      expect((await send(gateway, 1, [call('2'), call('3')])).body).toMatchObject({
        ...{ accepted: 1, duplicates: 1, nextSeq: 3 },
      });
      expect((await send(gateway, 0, [call('1')])).body).toMatchObject({
        accepted: 0,
        duplicates: 1,
        version: 2,
      });
      expect(await send(gateway, 7, [call('8')])).toMatchObject({ status: 409, body: { expected: 3 } });
      expect((await send(gateway, 7, [call('8')], { gap: true })).body).toMatchObject({ nextSeq: 8 });
      const { events } = (await gateway.get('/v1/sessions/s/events')).body;
      expect(events.map(({ seq }: { seq: number }) => seq)).toEqual([0, 1, 2, 7]);
      expect((await gateway.get('/v1/sessions/s/events?from=1&limit=1')).body).toMatchObject({ next: 2 });
    }));

  it('may be numbered from 0, from 1, or not at all', () =>
    within(async (gateway) => {
      expect((await send(gateway, 1, [call()])).body).toMatchObject({ accepted: 1, nextSeq: 2 });
      expect((await send(gateway, 1, [call()])).body).toMatchObject({ duplicates: 1 });
      expect((await send(gateway, undefined, [call()])).body).toMatchObject({ accepted: 1, nextSeq: 3 });
    }));

  it('that are invalid are listed one by one, and the others count', () =>
    within(async (gateway) => {
      const { body } = await send(gateway, 0, [call(), { kind: 'nonsense' }, { kind: 'call' }, 7]);
      expect(body).toMatchObject({ accepted: 1, nextSeq: 4 });
      expect(body.refused).toMatchObject([
        { index: 1, code: 'EVENT_KIND' },
        { index: 2, code: 'EVENT_FIELD', field: 'tool' },
        { index: 3, code: 'EVENT_SHAPE' },
      ]);
    }));

  it.each([
    ['text/plain', '{}', 415],
    ['application/x-www-form-urlencoded', 'a=b', 415],
    ['application/json', '{', 400],
    ['application/json', '{"session":"s","events":7}', 422],
    ['application/json', '{"events":[]}', 422],
    ['application/json', JSON.stringify({ session: 's', events: ['x'.repeat(5 << 20)] }), 413],
  ])('as %s %s are answered with the right status', (type, body, status) =>
    within(async (gateway) => {
      const answer = await gateway.send('POST', '/v1/events', body, { 'content-type': type });
      expect(answer).toMatchObject({ status, body: { error: {} } });
    }),
  );

  it('of new sessions beyond the limit are refused with a retry time; known sessions continue', () =>
    within(
      async (gateway) => {
        await send(gateway, 0, [call()]);
        const other = await gateway.post('/v1/events', { session: 'other', events: [call()] });
        expect(other).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_SESSIONS' } } });
        expect(other.headers['retry-after']).toBe('60');
        expect((await send(gateway, 1, [call()])).status).toBe(200);
      },
      { limits: { sessions: 1 } },
    ));

  it('that arrive faster than the store can write are refused', () =>
    within(
      async (gateway) => {
        expect(await send(gateway, 0, [call('x'.repeat(2000))])).toMatchObject({ status: 429 });
      },
      { limits: { queuedBytes: 1000 } },
    ));

  it('of many senders at once keep their order and lose nothing', () =>
    within(
      async (gateway) => {
        const one = async (session: string): Promise<void> => {
          for (let i = 0; i < 10; i++)
            await gateway.post('/v1/events', { session, firstSeq: i, events: [call(`${i}`, false)] });
        };
        await Promise.all(Array.from({ length: 10 }, (_, i) => one(`s${i}`)));
        const { sessions, total } = (await gateway.get('/v1/sessions')).body;
        expect(total).toBe(10);
        expect(sessions.map(({ events }: { events: number }) => events)).toEqual(Array<number>(10).fill(10));
      },
      { store: createSqliteStore(join(folder, 'many.db')) },
    ));
});

describe('a restart', () => {
  it('preserves numbers, state, pause and history', async () => {
    const open = () => startGateway({ store: createSqliteStore(join(folder, 'restart.db')) });
    const first = await open();
    await send(first, 0, [call(), call()]);
    await first.close();
    const second = await open();
    expect((await send(second, 1, [call(), call()])).body).toMatchObject({
      ...{ accepted: 1, duplicates: 1, action: 'nudge' },
    });
    await second.post('/gateway/sessions/s/pause', { operator_id: 'ada' });
    await second.close();
    const third = await open();
    expect((await send(third, 3, [call('ok', false)])).body).toMatchObject({ held: true, action: 'pause' });
    await third.close();
    const fourth = await open();
    const { body } = await fourth.post('/gateway/sessions/s/unpause', { operator_id: 'ada' });
    expect(body).toMatchObject({ forwarded: 1, state: 'active' });
    await fourth.close();
  });

  it('two processes on one file never reply from stale state', async () => {
    const open = () => startGateway({ store: createSqliteStore(join(folder, 'two.db')) });
    const [one, two] = [await open(), await open()];
    await send(one, 0, [call('1')]);
    expect((await send(two, 1, [call('2')])).body).toMatchObject({ accepted: 1 });
    // The first process still expects number 1.
    expect((await send(one, 2, [call('3')])).body).toMatchObject({ accepted: 1, nextSeq: 3 });
    expect((await send(two, 1, [call('2')])).body).toMatchObject({ duplicates: 1 });
    await two.post('/gateway/sessions/s/pause', { operator_id: 'ada' });
    expect((await send(one, 3, [call('4')])).body).toMatchObject({ held: true, action: 'pause' });
    await one.close();
    await two.close();
  });
});

describe('sessions', () => {
  it('can be exported and deleted', () =>
    within(async (gateway) => {
      await send(gateway, 0, [call(), call(), call()]);
      const { body } = await gateway.get('/v1/sessions/s/export');
      expect(body).toMatchObject({ format: 'rutbreak-session', session: { id: 's' } });
      expect(body.events).toHaveLength(3);
      expect((await gateway.send('DELETE', '/v1/sessions/s')).body).toEqual({ removed: true });
      for (const path of ['', '/events', '/loops', '/dag', '/export', '/control'])
        expect((await gateway.get(`/v1/sessions/s${path}`)).status).toBe(404);
      expect((await send(gateway, 0, [call()])).body).toMatchObject({ accepted: 1, version: 1 });
    }));

  it('may have any name', () =>
    within(async (gateway) => {
      for (const session of ["'; DROP TABLE sessions; --", '../../etc/passwd', 'a/b?c#d', '<script>']) {
        await gateway.post('/v1/events', { session, events: [call()] });
        const { body } = await gateway.get(`/v1/sessions/${encodeURIComponent(session)}`);
        expect(body.id).toBe(session);
      }
    }));

  it('whose name no URL can carry get one that can be read, paused and deleted', () =>
    within(async (gateway) => {
      const { body } = await gateway.post('/v1/events', { session: 'half \ud800', events: [call()] });
      expect(body.session).toBe('half \ufffd');
      const path = encodeURIComponent(body.session);
      expect((await gateway.get(`/v1/sessions/${path}`)).body.id).toBe('half \ufffd');
      const pause = await gateway.post(`/gateway/sessions/${path}/pause`, { operator_id: 'ada' });
      expect(pause.status).toBe(200);
      expect((await gateway.send('DELETE', `/v1/sessions/${path}`)).body).toEqual({ removed: true });
    }));
});

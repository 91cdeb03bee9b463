import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FleetFigures } from '../api/figures.js';
import type { SessionSummary } from '../api/sessions.js';
import { type Asked, clientOf, type Started, startGateway, TOKEN } from '../testing/start.js';
import { createFederation, type Federation } from './federation.js';

const OWN = 'rbt_federation';
const GATEWAYS = 3;
const EACH = 7;
/** Millions of milliseconds apart, so that the order of the sessions is fixed. */
const at = (gateway: number, n: number): number => 1_800_000_000_000 + (n * GATEWAYS + gateway) * 1000;

let gateways: readonly Started[];
let federation: Federation;
let asked: Asked;
let clock = 0;

beforeAll(async () => {
  gateways = await Promise.all(
    Array.from({ length: GATEWAYS }, () => startGateway({ now: () => clock, sweepMs: 3_600_000 })),
  );
  for (const [g, gateway] of gateways.entries())
    for (let n = 0; n < EACH; n++) {
      clock = at(g, n);
      // Session 3 of each gateway loops.
      const call = { kind: 'call', tool: 'Bash', args: { command: 'make' }, isError: true, cost: g + 1 };
      const events = Array.from({ length: n === 3 ? 4 : 1 }, () => ({ ...call, result: 'no rule to make' }));
      await gateway.post('/v1/events', { session: `run-${g}-${n}`, agent: { id: `agent-${g}` }, events });
    }
  clock = at(GATEWAYS, EACH);
  federation = createFederation({
    token: OWN,
    upstreams: gateways.map(({ url }) => ({ url, key: TOKEN })),
  });
  asked = clientOf(await federation.listen(), OWN);
});
afterAll(async () => {
  await federation.close();
  for (const gateway of gateways) await gateway.close();
});

const ids = (sessions: readonly SessionSummary[]): string[] => sessions.map(({ id }) => id);

async function pages(query: string): Promise<string[][]> {
  const found: string[][] = [];
  for (let after = ''; ;) {
    const { sessions, next } = (await asked.get(`/v1/sessions?${query}${after}`)).body;
    found.push(ids(sessions));
    if (next === null) return found;
    after = `&after=${next as string}`;
  }
}

describe('a federation of gateways', () => {
  const newest = Array.from({ length: EACH }, (_, n) =>
    Array.from({ length: GATEWAYS }, (_gateway, g) => `run-${g}-${n}`),
  )
    .flat()
    .toReversed();

  it('lists their sessions as one list, page by page, newest first', async () => {
    expect((await pages('limit=500')).flat()).toEqual(newest);
    const small = await pages('limit=4');
    expect(small.flat()).toEqual(newest);
    expect(small.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 1]);
  });

  it.each([
    ['search=run-1-', newest.filter((id) => id.startsWith('run-1-'))],
    ['search=-3', newest.filter((id) => id.endsWith('-3'))],
    ['severity=LOOP', []],
    ['state=ended', []],
    [`from=${at(0, 5)}`, newest.filter((id) => Number(id.at(-1)) >= 5)],
  ])('searches and filters: %s', async (query, expected) => {
    expect((await pages(`${query}&limit=500`)).flat()).toEqual(expected);
  });

  it('sorts by waste over all gateways', async () => {
    const found = (await pages('sort=waste&limit=2')).flat();
    expect(found.slice(0, GATEWAYS)).toEqual(['run-2-3', 'run-1-3', 'run-0-3']);
    expect(found.toSorted()).toEqual(newest.toSorted());
    const { loops } = (await asked.get('/v1/loops?sort=waste')).body;
    expect(loops.map((loop: { session_id: string }) => loop.session_id)).toEqual(found.slice(0, GATEWAYS));
  });

  it('sums their counts', async () => {
    const { fleet } = (await asked.get('/v1/figures')).body;
    const own = await Promise.all(
      gateways.map(async (one) => (await one.get('/v1/figures')).body.fleet as FleetFigures),
    );
    const sum = (pick: (one: FleetFigures) => number): number =>
      own.reduce((total, one) => total + pick(one), 0);
    expect(fleet).toMatchObject({
      ...{ sessions: GATEWAYS * EACH, looping: GATEWAYS, loops_today: sum((one) => one.loops_today) },
    });
    expect(fleet.wasted.cost).toBe(sum(({ wasted }) => wasted.cost));
    expect((await asked.get('/v1/sessions')).body.total).toBe(GATEWAYS * EACH);
    expect((await asked.get('/v1/topology')).body.nodes).toHaveLength(GATEWAYS * EACH);
  });

  it.each(['', '/events?limit=2', '/loops', '/dag', '/export'])(
    'returns the same as the gateway that has the session, for /v1/sessions/{id}%s',
    async (rest) => {
      for (const [g, gateway] of gateways.entries()) {
        const path = `/v1/sessions/run-${g}-3${rest}`;
        expect((await asked.get(path)).body).toEqual((await gateway.get(path)).body);
      }
      expect(await asked.get(`/v1/sessions/nobody${rest}`)).toMatchObject({ status: 404 });
    },
  );

  it.each([
    ['POST', '/v1/events', { session: 'x', events: [{ kind: 'message', text: 'hello' }] }],
    ['POST', '/gateway/sessions/run-0-0/pause', { operator_id: 'ada' }],
    ['DELETE', '/v1/sessions/run-0-0', undefined],
    ['POST', '/v1/demo/start', { operator_id: 'ada' }],
  ])('changes nothing: %s %s is refused', async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await asked.send(method, path, body && JSON.stringify(body), body ? headers : {});
    expect(answer).toMatchObject({ status: 405, body: { error: { code: 'READ_ONLY' } } });
  });

  it('has its own token', async () => {
    expect((await asked.get('/v1/sessions', { authorization: `Bearer ${TOKEN}` })).status).toBe(401);
    expect((await asked.get('/v1/sessions', { authorization: '' })).status).toBe(401);
  });

  it('8: tells a person what it is, and where the pages of its gateways are', async () => {
    const { status, text } = await asked.get('/');
    expect(status).toBe(200);
    expect(text).not.toContain('no dashboard');
    for (const { url } of gateways) expect(text).toContain(`<a href="${url}">`);
    for (const path of ['/docs', '/v1/sessions', '/v1/loops', '/v1/figures']) {
      expect(text).toContain(`href="${path}"`);
      expect((await asked.get(path)).status).toBe(200);
    }
  });

  it('names the gateway that does not respond, instead of showing partial results', async () => {
    const gone = await startGateway();
    const half = createFederation({
      token: OWN,
      upstreams: [...gateways, gone].map(({ url }) => ({ url, key: TOKEN })),
    });
    const client = clientOf(await half.listen(), OWN);
    expect([(await client.get('/readyz')).status, (await client.get('/v1/figures')).status]).toEqual([
      200, 200,
    ]);
    await gone.close();
    const { status, body } = await client.get('/v1/sessions');
    expect([status, body.error.code]).toEqual([502, 'UPSTREAM_UNAVAILABLE']);
    expect(body.error.message).toContain(new URL(gone.url).host);
    expect((await client.get('/readyz')).status).toBe(503);
    await half.close();
  });
});

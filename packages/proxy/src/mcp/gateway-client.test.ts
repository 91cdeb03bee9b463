import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createGatewayClient } from './gateway-client.js';
import type { RelayEvent } from './relay-session.js';

interface Report {
  readonly session: string;
  readonly firstSeq: number;
  readonly gap?: boolean;
  readonly events: readonly Record<string, unknown>[];
}

const event = (n: number): RelayEvent => ({
  kind: 'call',
  at: n,
  tool: 'login',
  args: { n, password: 'x' },
  result: 'ok',
});

/** A gateway that answers with these statuses, the last one from then on. */
async function gateway(...statuses: number[]) {
  const reports: Report[] = [];
  const keys = new Set<string | undefined>();
  const server = createServer((request, response) => {
    let body = '';
    keys.add(request.headers.authorization);
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const status = statuses.length > 1 ? statuses.shift() : statuses[0];
      if (request.url === '/base/v1/events' && status === 202) reports.push(JSON.parse(body));
      response.writeHead(status ?? 202).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`;
  return { url, reports, keys, end: () => server.close() };
}

describe('reports to a gateway', () => {
  it('come in order, a session at a time, with numbers, and without secrets', async () => {
    const { url, reports, end } = await gateway(202);
    const client = createGatewayClient({ url, interval: 5 });
    for (let n = 0; n < 3; n++) client.tell('one', event(n));
    client.tell('two', event(9));
    await expect.poll(() => reports.length).toBeGreaterThanOrEqual(2);
    client.tell('one', event(3));
    await client.close();
    const ofOne = reports.filter(({ session }) => session.startsWith('one-'));
    expect(
      ofOne.flatMap(({ firstSeq, events }) => events.map((one, i) => [firstSeq + i, one['at']])),
    ).toEqual([0, 1, 2, 3].map((n) => [n, n]));
    expect(ofOne[0]?.events[0]).toEqual({
      kind: 'call',
      at: 0,
      tool: 'login',
      args: { n: 0, password: '[redacted:password]' },
      result: 'ok',
    });
    end();
  });

  it('are sent again when the gateway had trouble, and nothing is lost or doubled', async () => {
    const { url, reports, end } = await gateway(503, 429, 202);
    const troubles: string[] = [];
    const client = createGatewayClient({ url, interval: 5, onTrouble: (message) => troubles.push(message) });
    for (let n = 0; n < 700; n++) client.tell('one', event(n));
    await expect.poll(() => reports.flatMap(({ events }) => events).length, { timeout: 5000 }).toBe(700);
    await client.close();
    expect(reports.flatMap(({ events }) => events.map(({ at }) => at))).toEqual(
      Array.from({ length: 700 }, (_, n) => n),
    );
    expect(troubles).toEqual([expect.stringMatching(/going on alone/)]);
    end();
  });

  it('what waits for a gateway that is down is bounded, and the gap shows', async () => {
    const down = createGatewayClient({ url: 'http://127.0.0.1:1', interval: 1 });
    for (let n = 0; n < 5000; n++) down.tell('one', event(n));
    const start = Date.now();
    await down.close();
    expect(Date.now() - start).toBeLessThan(3000);

    const { url, reports, end } = await gateway(202);
    const client = createGatewayClient({ url, interval: 60_000 });
    for (let n = 0; n < 1200; n++) client.tell('one', event(n));
    await client.close();
    expect(reports.map(({ firstSeq, events, gap }) => [firstSeq, events.length, gap])).toEqual([
      [200, 500, true],
      [700, 500, undefined],
    ]);
    end();
  });

  it('what the gateway refuses is not sent for ever', async () => {
    const { url, end } = await gateway(422);
    const client = createGatewayClient({ url, interval: 1 });
    client.tell('one', event(1));
    await client.close();
    end();
  });

  it('a gateway that misses what nobody has any more is told to go on without it', async () => {
    const { url, reports, end } = await gateway(409, 202);
    const client = createGatewayClient({ url, interval: 1 });
    client.tell('one', event(1));
    await client.close();
    expect(reports).toMatchObject([{ firstSeq: 0, gap: true }]);
    end();
  });

  it('the key goes along, and one that is missing is asked for', async () => {
    const { url, keys, end } = await gateway(401);
    const troubles: string[] = [];
    const client = createGatewayClient({
      url,
      token: 'k1',
      interval: 1,
      onTrouble: (message) => troubles.push(message),
    });
    client.tell('one', event(1));
    await expect.poll(() => troubles).toEqual([expect.stringMatching(/going on alone.*401.*RUTBREAK_TOKEN/)]);
    await client.close();
    expect([...keys]).toEqual(['Bearer k1']);
    end();
  });

  it('two runs are two sessions, because their numbers begin anew', async () => {
    const { url, reports, end } = await gateway(202);
    for (let run = 0; run < 2; run++) {
      const client = createGatewayClient({ url });
      client.tell('one', event(run));
      await client.close();
    }
    expect(new Set(reports.map(({ session }) => session)).size).toBe(2);
    end();
  });

  it('an address that is none is refused by name', () => {
    expect(() => createGatewayClient({ url: 'gateway' })).toThrow(/MCP_UPSTREAM.*gateway/);
  });
});

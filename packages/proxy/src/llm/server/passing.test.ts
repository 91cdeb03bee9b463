import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { CLIENTS, KEY } from '../../testing/clients.js';
import { proxies } from '../../testing/proxied.js';
import { createLlmProxy } from '../index.js';

const { begin, end } = proxies();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await end();
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A proxy in front of an upstream that the test defines. */
async function before(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const upstream = createServer(answer);
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const proxy = createLlmProxy({
    upstream: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/base`,
  });
  closing.push(proxy.close, () => {
    upstream.closeAllConnections();
    return new Promise((done) => upstream.close(done));
  });
  return proxy.listen();
}

const CHAT = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] };
const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

/** Different numbers in every line, so that no text repeats. */
function* prose(events: number): Generator<string> {
  for (let i = 0; i < events; i++) yield `${createHash('sha256').update(String(i)).digest('base64')} `;
}

describe('pass-through', () => {
  it.each([...CLIENTS.map(({ id }) => id)])(
    'bytes of %s streams are the same, in chunks of any size',
    async (id) => {
      const paths: Record<string, string> = {
        'openai-chat': '/v1/chat/completions',
        'openai-responses': '/v1/responses',
        anthropic: '/v1/messages',
        gemini: '/v1beta/models/m:streamGenerateContent?alt=sse',
      };
      const { url, mock } = await begin(() => ({
        text: ['Grüße 🎉 ', ...prose(50)],
        calls: [{ name: 'x', id: 'one' }],
      }));
      const direct = await text((await post(mock.url + paths[id]!, CHAT)).body!);
      const proxied = await text((await post(url + paths[id]!, CHAT)).body!);
      // Only the response id differs.
      const same = (all: string): string => all.replace(/(resp|fc)_\d+/g, '$1');
      expect(same(proxied)).toBe(same(direct));
    },
  );

  it('a stream of 10 MB passes unchanged, and detection still works', async () => {
    const { url, mock } = await begin(() => ({ text: prose(40_000) }));
    const bytes = await buffer((await post(`${url}/v1/chat/completions`, CHAT)).body!);
    expect(bytes.length).toBeGreaterThan(8_000_000);
    expect(bytes.length).toBe(mock.sent());
    expect(bytes.subarray(-14).toString()).toBe('data: [DONE]\n\n');
  }, 60_000);

  it.each(['\n', '\r\n'])('events that end with %j pass, whatever the chunk boundaries', async (eol) => {
    const event = (content: string): string =>
      `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}${eol}${eol}`;
    const whole = Buffer.from(Array.from({ length: 60 }, () => event('wieder und wieder über ')).join(''));
    const url = await before((incoming, response) => {
      incoming.resume();
      response.setHeader('content-type', 'text/event-stream');
      let at = 0;
      const next = (): void => {
        if (at >= whole.length) return void response.end();
        response.write(whole.subarray(at, (at += 37)));
        setImmediate(next);
      };
      next();
    });
    const got = await text((await post(`${url}/v1/chat/completions`, CHAT)).body!);
    expect(got).toContain('"finish_reason":"stop"');
    // The client received a prefix of the upstream's bytes, in whole events.
    const cut = got.indexOf('data: {"id":"c","choices":[{"index":0,"delta":{},');
    expect(whole.toString().startsWith(got.slice(0, cut))).toBe(true);
    expect(got.slice(0, cut).endsWith(eol + eol)).toBe(true);
  });

  it.each(['gzip', 'br'] as const)(
    'a %s answer that nobody requested is decompressed',
    async (compressed) => {
      const { url, mock } = await begin(({ headers }) => {
        expect(headers['accept-encoding']).toBe('identity');
        return { text: Array.from({ length: 100 }, () => 'again and again and '), compressed };
      });
      const answer = await post(`${url}/v1/chat/completions`, CHAT);
      expect(answer.headers.get('content-encoding')).toBeNull();
      expect(await answer.text()).toContain('"finish_reason":"stop"');
      expect(mock.asked).toHaveLength(1);
    },
  );

  it('a compressed request is inspected, and forwarded unchanged', async () => {
    const { url, mock } = await begin(() => ({ text: 'Fine.' }));
    const body = gzipSync(JSON.stringify(CHAT));
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      body,
      headers: { 'content-encoding': 'gzip' },
    });
    expect(await answer.text()).toContain('Fine.');
    expect(mock.asked[0]?.body).toEqual(CHAT);
  });

  it('other paths, methods, headers and bodies pass unchanged', async () => {
    const body = randomBytes(300_000);
    const url = await before((incoming, response) => {
      const print = createHash('sha256');
      response.writeHead(207, 'Odd But Fine', [
        'X-Two',
        'a',
        'X-Two',
        'b',
        'Content-Type',
        'application/octet-stream',
      ]);
      response.write(`${incoming.method} ${incoming.url} ${String(incoming.headers['x-mine'])} `);
      incoming.on('data', (chunk: Buffer) => print.update(chunk));
      incoming.on('end', () => response.end(print.digest('hex')));
    });
    const answer = await fetch(`${url}/v1/files?purpose=x`, {
      method: 'PUT',
      body,
      headers: { 'x-mine': 'yes' },
    });
    expect([answer.status, answer.statusText, answer.headers.get('x-two')]).toEqual([
      207,
      'Odd But Fine',
      'a, b',
    ]);
    const print = createHash('sha256').update(body).digest('hex');
    expect(await answer.text()).toBe(`PUT /base/v1/files?purpose=x yes ${print}`);
  });

  it('an upgraded connection passes in both directions', async () => {
    const upstream = createServer();
    upstream.on('upgrade', (incoming, socket) => {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`);
      socket.write(`${incoming.url} `);
      socket.pipe(socket);
    });
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const proxy = createLlmProxy({
      upstream: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    });
    closing.push(proxy.close, () => new Promise((done) => upstream.close(done)));
    const { port, hostname } = new URL(await proxy.listen());
    const outgoing = request({
      port,
      hostname,
      path: '/v1/x',
      headers: { connection: 'Upgrade', upgrade: 'websocket' },
    });
    outgoing.end();
    const [, socket, head] = (await once(outgoing, 'upgrade')) as [IncomingMessage, Duplex, Buffer];
    socket.write('there and back');
    let got = head.toString();
    socket.on('data', (chunk: Buffer) => (got += chunk.toString()));
    await expect.poll(() => got).toBe('/v1/x there and back');
    socket.destroy();
  });

  it('a body that is not JSON passes unchanged', async () => {
    const url = await before((incoming, response) => void incoming.pipe(response));
    const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: '{"half":' });
    expect(await answer.text()).toBe('{"half":');
  });
});

describe('credentials', () => {
  it('go to the configured upstream whatever the path says, and not to where a redirect leads', async () => {
    const seen: string[] = [];
    const url = await before((incoming, response) => {
      seen.push(`${incoming.url} ${incoming.headers.authorization}`);
      incoming.resume();
      response.writeHead(307, { location: 'http://192.0.2.1/elsewhere' }).end();
    });
    const { port, hostname } = new URL(url);
    for (const path of ['//192.0.2.1/v1/chat/completions', 'http://192.0.2.1/v1/models']) {
      const outgoing = request({
        port,
        hostname,
        path,
        method: 'POST',
        headers: { authorization: 'Bearer secret' },
      });
      outgoing.end('{}');
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
      expect(answer.statusCode).toBe(307);
      answer.resume();
    }
    expect(seen).toEqual([
      '/base//192.0.2.1/v1/chat/completions Bearer secret',
      '/base/v1/models Bearer secret',
    ]);
  });

  it.each(CLIENTS)('of $id reach the upstream, and no report', async (client) => {
    const { url, mock, reports } = await begin(() => ({
      text: Array.from({ length: 200 }, () => 'no no no '),
    }));
    await client.stream(url);
    expect(JSON.stringify(mock.asked[0]?.headers)).toContain(KEY);
    expect(reports.length).toBeGreaterThan(0);
    expect(JSON.stringify(reports)).not.toContain(KEY);
  });
});

describe('failures', () => {
  it.each(CLIENTS)('$id receives an upstream error unchanged', async (client) => {
    const body = {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'no such model', code: 400 },
    };
    const { url, mock } = await begin(() => ({
      fail: { status: 400, body, headers: { 'x-request-id': 'req-7' } },
    }));
    await expect(client.stream(url)).rejects.toThrow(/no such model/);
    expect(mock.asked).toHaveLength(1);
    const answer = await post(`${url}/v1/chat/completions`, CHAT);
    expect([answer.status, answer.headers.get('x-request-id'), await answer.json()]).toEqual([
      400,
      'req-7',
      body,
    ]);
  });

  it('the client learns that the upstream is unreachable', async () => {
    const proxy = createLlmProxy({ upstream: 'http://127.0.0.1:1' });
    closing.push(proxy.close);
    const url = await proxy.listen();
    for (const path of ['/v1/chat/completions', '/v1/models']) {
      const answer = await post(url + path, CHAT);
      expect(answer.status).toBe(502);
      expect(await answer.json()).toMatchObject({ error: { type: 'upstream_unreachable' } });
    }
  });

  it('a broken upstream stream breaks the client’s stream too', async () => {
    const { url } = await begin(() => ({ text: prose(20), breakAfter: 10 }));
    const answer = await post(`${url}/v1/chat/completions`, CHAT);
    await expect(answer.text()).rejects.toThrow();
  });

  it.each(CLIENTS)('a $id client that disconnects aborts the upstream request', async (client) => {
    const { url, mock } = await begin(() => ({ text: prose(100_000), pause: 5 }));
    const gone = new AbortController();
    const heard = client.stream(url, 'Hello', gone.signal).catch(() => 'gone');
    await expect.poll(() => mock.sent()).toBeGreaterThan(500);
    gone.abort();
    expect(await heard).toBe('gone');
    await expect.poll(() => mock.abandoned()).toBe(1);
  });

  it('a client that does not read slows the upstream down', async () => {
    const { url, mock } = await begin(() => ({ text: prose(400_000) }));
    const { port, hostname } = new URL(url);
    const socket = connect({ port: Number(port), host: hostname });
    const body = JSON.stringify(CHAT);
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    socket.pause();
    // Until the upstream is blocked by back-pressure.
    let taken = 0;
    await expect
      .poll(() => [taken, (taken = mock.sent())].every((bytes) => bytes > 0 && bytes === taken), {
        timeout: 20_000,
        interval: 500,
      })
      .toBe(true);
    // Sockets and streams buffer a part; the rest of the 90 MB waits.
    expect(mock.sent()).toBeLessThan(30_000_000);
    socket.destroy();
    await expect.poll(() => mock.abandoned()).toBe(1);
  }, 60_000);

  it('the client library receives the stream incrementally', async () => {
    const { url } = await begin(() => ({ text: prose(50), pause: 20 }));
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY });
    const start = Date.now();
    let first = 0;
    const stream = await openai.chat.completions.create({ model: 'm', stream: true, messages: [] });
    for await (const chunk of stream)
      if (first === 0 && chunk.choices[0]?.delta.content) first = Date.now() - start;
    expect(first).toBeLessThan((Date.now() - start) / 3);
  });
});

describe('options', () => {
  it.each([
    { upstream: 'ftp://x' },
    { upstream: 'nowhere' },
    { upstream: 'https://user:secret@x' },
    { upstream: 'https://x', onLoop: 'panic' as never },
    { upstream: 'https://x', blockAbove: 2 },
    { upstream: 'https://x', minInterval: -1 },
    { upstream: 'https://x', maxSessions: 0 },
    { upstream: 'https://x', preset: 'none' },
  ])('%j is rejected', (options) => {
    expect(() => createLlmProxy(options)).toThrow(/OPTION_|PRESET_/);
  });
});

import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { proxies } from '../../testing/proxied.js';
import { createLlmProxy } from '../index.js';

const { begin, end } = proxies();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  await end();
  for (const close of closing.splice(0)) await close();
});

/**
 * A proxy in front of an upstream that answers every request with these bytes, and the requests that the upstream
 * received.
 */
async function before(answer: string): Promise<{ readonly port: number; readonly seen: () => string }> {
  let seen = '';
  const sockets = new Set<Socket>();
  const upstream: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1');
      socket.write(answer);
    });
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as { port: number };
  const proxy = createLlmProxy({ upstream: `http://127.0.0.1:${port}` });
  const url = await proxy.listen();
  closing.push(proxy.close, () => {
    for (const socket of sockets) socket.destroy();
    upstream.close();
  });
  return { port: Number(new URL(url).port), seen: () => seen };
}

/** Sends raw bytes and resolves to the reply, when the connection ends or is quiet. */
async function raw(port: number, request: string, quiet = 400): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined);
  socket.write(request);
  await new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, quiet * 3);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      clearTimeout(timer);
      timer = setTimeout(resolve, quiet);
    });
    socket.once('close', () => resolve());
  });
  socket.destroy();
  return text;
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const head = (line: string, port: number, ...more: string[]): string =>
  [`${line} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...more, '', ''].join('\r\n');
const SMUGGLED = 'POST /v1/chosen HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nX-Ignore: ';
const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

describe('a body can never become another request', () => {
  it.each(['GET', 'HEAD', 'OPTIONS'])('%s with a body is rejected', async (method) => {
    const { port, seen } = await before(OK);
    const reply = await raw(
      port,
      head(`${method} /v1/models`, port, 'Transfer-Encoding: chunked') + chunked(SMUGGLED),
    );
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(seen()).toBe('');
  });

  it.each(['DELETE', 'PUT'])('%s with a body is forwarded with its length or in chunks', async (method) => {
    const { port, seen } = await before(OK);
    await raw(port, head(`${method} /v1/files/1`, port, 'Transfer-Encoding: chunked') + chunked(SMUGGLED));
    expect(seen()).toMatch(/transfer-encoding: chunked/i);
    expect(seen()).toContain(`\r\n\r\n${chunked(SMUGGLED)}`);
  });
});

describe('a header cannot remove the framing of a body', () => {
  it.each(['DELETE', 'PUT', 'POST'])('%s with "Connection: content-length"', async (method) => {
    const { port, seen } = await before(OK);
    const framing = ['Connection: content-length', `Content-Length: ${SMUGGLED.length}`];
    await raw(port, head(`${method} /v1/files/1`, port, ...framing) + SMUGGLED);
    expect(seen()).toMatch(new RegExp(`\r\ncontent-length: ${SMUGGLED.length}\r\n`, 'i'));
    expect(seen()).toContain(`\r\n\r\n${SMUGGLED}`);
  });

  it.each(['POST', 'GET'])('%s with a body that offers a WebSocket', async (method) => {
    const { port, seen } = await before(OK);
    const offer = ['Connection: Upgrade', 'Upgrade: websocket', `Content-Length: ${SMUGGLED.length}`];
    const reply = await raw(port, head(`${method} /v1/realtime`, port, ...offer) + SMUGGLED);
    expect(reply).toMatch(method === 'GET' ? /^HTTP\/1\.1 400 / : /^HTTP\/1\.1 200 /);
    if (method === 'GET') expect(seen()).toBe('');
    else expect(seen()).toContain(`\r\n\r\n${SMUGGLED}`);
  });
});

describe('an answer of the upstream cannot end the proxy', () => {
  it.each([
    ['a control character in the status line', 'HTTP/1.1 200 O\x01K\r\ncontent-length: 2\r\n\r\nok'],
    ['a status of 099', 'HTTP/1.1 099 Odd\r\ncontent-length: 2\r\n\r\nok'],
    ['no HTTP at all', 'hello\r\n\r\n'],
  ])('%s', async (_, answer) => {
    const { port } = await before(answer);
    await raw(port, head('GET /v1/models', port));
    expect(await raw(port, head('GET /v1/models', port))).toMatch(/^HTTP\/1\.1 \d{3} /);
  });

  it.each(['constructor', '__proto__', 'toString'])('a delta of the type %s', async (type) => {
    const event = `data: ${JSON.stringify({ type: 'content_block_delta', index: 0, delta: { type, text: 'x' } })}\n\n`;
    const { port } = await before(
      `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: ${event.length}\r\n\r\n${event}`,
    );
    const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] });
    const request =
      head('POST /v1/messages', port, 'Content-Type: application/json', `Content-Length: ${body.length}`) +
      body;
    expect(await raw(port, request)).toContain(event.trim());
    expect(await raw(port, request)).toContain(event.trim());
  });
});

describe('no client waits for ever', () => {
  const body = '{"model":"m","messages":[]}';
  const post = (path: string, port: number): string =>
    `${head(`POST ${path}`, port, 'Content-Type: application/json', `Content-Length: ${body.length}`)}${body}`;

  it.each(['/v1/messages', '/v1/files'])(
    'an upstream switches protocols without being asked: %s',
    async (path) => {
      const { port } = await before('HTTP/1.1 101 Odd\r\nConnection: Upgrade\r\nUpgrade: odd\r\n\r\n');
      expect(await raw(port, post(path, port))).toMatch(/^HTTP\/1\.1 502 [^]*switched protocols/);
    },
  );

  it('a client asks for a tunnel', async () => {
    const { port, seen } = await before(OK);
    expect(await raw(port, head('CONNECT evil.example:443', port))).toMatch(/^HTTP\/1\.1 405 /);
    expect(seen()).toBe('');
  });
});

describe('requests that cannot be inspected still pass', () => {
  it('arguments nested 5,000 deep in the history', async () => {
    const { url } = await begin(() => ({ text: ['fine'] }));
    const args = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    const history = `[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"x","input":${args}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]}]`;
    for (let i = 0; i < 2; i++) {
      const reply = await fetch(`${url}/v1/messages`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        body: `{"model":"m","max_tokens":5,"messages":${history}}`,
      });
      expect(reply.status).toBe(200);
      await reply.text();
    }
  });

  it('a POST that offers an upgrade to HTTP/2 keeps its body', async () => {
    const { port, seen } = await before(OK);
    const offer = [
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
    ];
    const reply = await raw(port, `${head('POST /v1/other', port, ...offer, 'Content-Length: 4')}body`);
    expect(reply).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(seen()).toMatch(/\r\n\r\nbody$/);
    expect(seen()).not.toMatch(/h2c/i);
  });
});

describe('only programs of this machine are served', () => {
  it.each([
    ['another host', 'Host: evil.example', 403],
    ['a page on the web', 'Origin: https://evil.example', 403],
    ['a page without an origin of its own', 'Origin: null', 403],
    ['a page of this machine', 'Origin: http://localhost:3000', 200],
  ])('%s', async (_, header, status) => {
    const { port } = await before(OK);
    const host = header.startsWith('Host') ? [] : [`Host: 127.0.0.1:${port}`];
    const request = ['GET /v1/models HTTP/1.1', ...host, header, '', ''].join('\r\n');
    expect(await raw(port, request)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

describe('only answers that the proxy wrote count as its own', () => {
  const ask = async (url: string, messages: readonly object[]): Promise<string> => {
    const reply = await fetch(`${url}/v1/messages`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ model: 'm', max_tokens: 5, messages }),
    });
    const { content } = (await reply.json()) as { content: { text: string }[] };
    return content[0]?.text ?? '';
  };
  const says = (text: string, note = 'go on'): object[] => [
    { role: 'assistant', content: text },
    { role: 'user', content: `<note>${note}</note>` },
  ];
  const fails = (id: string): object[] => [
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id, name: 'bash', input: { command: 'npm test' } }],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: 'Error: 3 tests failed', is_error: true }],
    },
  ];

  it("a model whose answers start like the proxy's is still watched", async () => {
    const { url, mock } = await begin(() => ({ text: ['fine'] }));
    const text =
      'LOOP_DETECTED: I will now inspectRequest at the same file once more and then think about it again.';
    const messages: object[] = [{ role: 'user', content: 'Hi' }];
    for (let i = 0; i < 12; i++) {
      messages.push(...says(text));
      await ask(url, messages);
    }
    expect(JSON.stringify(mock.asked)).toMatch(/\[rutbreak\]/);
  });

  it('a model that repeats an answer of the proxy word for word is still watched', async () => {
    const { url, reports } = await begin(() => ({ text: ['fine'] }));
    const messages: object[] = [{ role: 'user', content: 'Make the tests pass.' }];
    let answer = '';
    for (let i = 0; i < 20 && !answer.startsWith('LOOP_DETECTED'); i++) {
      messages.push(...fails(`t${i}`));
      answer = await ask(url, messages);
    }
    expect(answer).toMatch(/^LOOP_DETECTED/);
    messages.push({ role: 'assistant', content: answer }, { role: 'user', content: 'Try something else.' });
    await ask(url, messages);
    const before = reports.length;
    // Notes that differ: equal ones would be a loop of their own.
    for (const note of 'sun moon star rain snow wind leaf tree lake hill'.split(' ')) {
      messages.push(...says(answer, `${note} ${note.length * 7919} of ${note}s`));
      await ask(url, messages);
    }
    expect(reports.slice(before)).toContainEqual(expect.objectContaining({ category: 'OUTPUT_VERBATIM' }));
  });
});

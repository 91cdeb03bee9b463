import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as zlib from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { createLlmProxy, type LlmProxy } from './proxy.js';

/** A zstd frame with uncompressed blocks (RFC 8878), for Node versions that cannot write zstd. */
function zstdFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.length, 5);
  const block = Buffer.alloc(3);
  block.writeUIntLE((bytes.length << 3) | 1, 0, 3);
  return Buffer.concat([head, block, bytes]);
}
const knowsZstd = 'zstdDecompressSync' in zlib;

const running: (LlmProxy | Server)[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});

/** A proxy in front of a server that sends this answer. */
async function begin(
  answer: Buffer,
  headers: Record<string, string>,
): Promise<{ url: string; seen: [IncomingMessage, Buffer][]; troubles: string[] }> {
  const seen: [IncomingMessage, Buffer][] = [];
  const troubles: string[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      seen.push([request, bytes]);
      response.writeHead(200, headers).end(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy = createLlmProxy({ upstream, onTrouble: (text) => troubles.push(text) });
  running.push(proxy, server);
  return { url: `${await proxy.listen()}/v1/chat/completions`, seen, troubles };
}

const REQUEST = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi.' }] });
const post = (url: string, body: string | Buffer, encoding?: string): Promise<Response> =>
  fetch(url, {
    ...{ method: 'POST', body: new Uint8Array(Buffer.from(body)) },
    headers: {
      'content-type': 'application/json',
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    },
  });

it('a zstd request arrives unchanged; if Node cannot read it, one message says so', async () => {
  const { url, seen, troubles } = await begin(Buffer.from('{}'), { 'content-type': 'application/json' });
  const compressed = zstdFrame(REQUEST);
  for (const body of [compressed, compressed])
    expect(await (await post(url, body, 'zstd')).text()).toBe('{}');
  expect(seen.map(([{ headers }, bytes]) => [headers['content-encoding'], bytes.equals(compressed)])).toEqual(
    [
      ['zstd', true],
      ['zstd', true],
    ],
  );
  const told =
    'requests with content-encoding zstd are forwarded unread. Node reads zstd from version 22.15 on.';
  expect(troubles).toEqual(knowsZstd ? [] : [told]);
});

const LOOP = Array.from({ length: 400 }, () => {
  const choices = [{ index: 0, delta: { content: 'I will check the file again. ' }, finish_reason: null }];
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices })}\n\n`;
}).join('');

it.each([knowsZstd ? 'zstd' : 'unheard-of', 'unheard-of'])(
  'an answer in %s never breaks',
  async (encoding) => {
    const bytes = encoding === 'zstd' ? zstdFrame(LOOP) : Buffer.from(LOOP);
    const headers = { 'content-type': 'text/event-stream', 'content-encoding': encoding };
    const { url, troubles } = await begin(bytes, headers);
    for (const body of [REQUEST, REQUEST]) {
      const answer = await post(url, body);
      const text = await answer.text();
      const isRead = encoding === 'zstd';
      expect(answer.headers.get('content-encoding')).toBe(isRead ? null : encoding);
      expect(text.length < LOOP.length).toBe(isRead);
      if (!isRead) expect(text).toBe(LOOP);
    }
    expect(troubles).toEqual(
      encoding === 'zstd' ? [] : ['answers with content-encoding unheard-of are forwarded unread.'],
    );
  },
);

it('a content-encoding header never reaches the terminal verbatim', async () => {
  const { url, troubles } = await begin(Buffer.from('{}'), { 'content-type': 'application/json' });
  await (await post(url, REQUEST, 'x'.repeat(50))).text();
  expect(troubles).toEqual(['requests with an unknown content-encoding are forwarded unread.']);
});

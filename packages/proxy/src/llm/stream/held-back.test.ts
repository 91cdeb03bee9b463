import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createLlmProxy } from '../index.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The head of the answer of a model that writes these texts and then goes on for ever. */
async function answerTo(write: (model: ServerResponse) => void): Promise<IncomingMessage> {
  const model = createServer((incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    incoming.resume().on('end', () => write(response));
  }).listen(0, '127.0.0.1');
  await once(model, 'listening');
  closing.push(() => (model.closeAllConnections(), model.close()));
  const upstream = `http://127.0.0.1:${(model.address() as AddressInfo).port}`;
  const proxy = createLlmProxy({ upstream, onLoop: 'retry' });
  closing.push(proxy.close);
  const asked = request(`${await proxy.listen()}/v1/messages`, { method: 'POST' });
  asked.on('error', () => undefined).end(JSON.stringify({ model: 'm', stream: true, messages: [] }));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return answer;
}

/** Reads that many bytes of an answer. */
async function read(answer: IncomingMessage, least: number): Promise<string> {
  let text = '';
  for await (const chunk of answer.on('error', () => undefined)) {
    text += String(chunk);
    if (text.length >= least) return text;
  }
  return text;
}

const MEGABYTE = 1024 * 1024;
const ping = (bytes: number): string => `data: {"type":"ping","pad":"${'x'.repeat(bytes)}"}\n\n`;
const said = (text: string): string =>
  `data: ${JSON.stringify({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })}\n\n`;

describe('with --on-loop retry, a stream never fills the memory', () => {
  it('events without text reach the client', async () => {
    const answer = await answerTo((model) => {
      for (let i = 0; i < 48; i++) model.write(ping(MEGABYTE / 16));
    });
    expect((await read(answer, MEGABYTE)).startsWith(ping(MEGABYTE / 16))).toBe(true);
  });

  it('an event without an end reaches the client, and the text before it', async () => {
    const answer = await answerTo((model) => {
      model.write(said('Hello.'));
      for (let i = 0; i < 48; i++) model.write(`${i === 0 ? 'data: ' : ''}${'x'.repeat(MEGABYTE / 16)}`);
    });
    expect((await read(answer, MEGABYTE)).startsWith(`${said('Hello.')}data: xxx`)).toBe(true);
  });

  it('a large event that has an end reaches the client once, unchanged', async () => {
    const parts = [said('One.'), ping(2 * MEGABYTE), said('Two.')];
    const answer = await answerTo((model) => {
      for (const part of parts) model.write(part);
      model.end();
    });
    expect(await read(answer, Infinity)).toBe(parts.join(''));
  });
});

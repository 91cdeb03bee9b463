import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip, gunzipSync } from 'node:zlib';
import { mockAnthropic } from './mock-anthropic.js';
import { mockGemini } from './mock-gemini.js';
import { mockChat } from './mock-openai-chat.js';
import { mockResponses } from './mock-openai-responses.js';
import type { Asked, MockProtocol, Turn } from './mock-protocol.js';

/** The model's answer to a request; `count` requests came before it. */
export type Script = (asked: Asked, count: number) => Turn;

export interface MockLlm {
  readonly url: string;
  /** All requests to a model, in order. */
  readonly asked: readonly Asked[];
  /** Answers that the client aborted. */
  readonly abandoned: () => number;
  /** Bytes of answers that clients have accepted so far. */
  readonly sent: () => number;
  readonly close: () => Promise<void>;
}

const PROTOCOLS: readonly MockProtocol[] = [mockChat, mockResponses, mockAnthropic, mockGemini];

/** A model that plays a script, in OpenAI chat and Responses, Anthropic Messages and Gemini, streamed or not. */
export async function startMockLlm(script: Script, { port = 0 } = {}): Promise<MockLlm> {
  const asked: Asked[] = [];
  const counts = { abandoned: 0, sent: 0 };
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) counts.abandoned++;
    });
    answer(request, response, script, asked, (bytes) => (counts.sent += bytes)).catch(() =>
      response.destroy(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    abandoned: () => counts.abandoned,
    sent: () => counts.sent,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  script: Script,
  all: Asked[],
  count: (bytes: number) => void,
): Promise<void> {
  const path = request.url ?? '/';
  const raw = await buffer(request);
  const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
  const protocol = request.method === 'POST' ? PROTOCOLS.find((one) => one.speaks(path)) : undefined;
  if (!protocol) {
    answerOther(path, response);
    return;
  }
  const body = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
  const one: Asked = {
    ...{ protocol: protocol.id, path, headers: request.headers, bytes, body },
    ...{ isStream: protocol.isStream(path, body), tools: protocol.toolsOf(body) },
  };
  all.push(one);
  const turn = script(one, all.length - 1);
  if (turn.fail) {
    response.writeHead(turn.fail.status, { 'content-type': 'application/json', ...turn.fail.headers });
    return void response.end(JSON.stringify(turn.fail.body));
  }
  if (!one.isStream) {
    response.setHeader('content-type', 'application/json');
    return sendPacked(response, turn, [JSON.stringify(protocol.whole(turn, one))], count);
  }
  response.setHeader('content-type', 'text/event-stream; charset=utf-8');
  return sendPacked(response, turn, paced(protocol.events(turn, one), turn), count);
}

/** Model lists, token counts and similar, as far as agents need them to start. */
function answerOther(path: string, response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  const body = path.includes('/models')
    ? { object: 'list', data: [{ id: 'mock', object: 'model' }], models: [] }
    : /count_?tokens/i.test(path)
      ? { input_tokens: 10, totalTokens: 10 }
      : { path };
  response.end(JSON.stringify(body));
}

async function* paced(
  events: Iterable<string>,
  { pause, breakAfter = Infinity }: Turn,
): AsyncGenerator<string> {
  let count = 0;
  for (const event of events) {
    if (count++ >= breakAfter) throw new Error('broken on purpose');
    if (pause !== undefined) await new Promise((done) => setTimeout(done, pause));
    yield event;
  }
}

async function sendPacked(
  response: ServerResponse,
  { compressed, breakAfter }: Turn,
  texts: Iterable<string> | AsyncIterable<string>,
  count: (bytes: number) => void,
): Promise<void> {
  const source = Readable.from(counted(texts, count), { objectMode: true, highWaterMark: 1 });
  if (compressed !== undefined) response.setHeader('content-encoding', compressed);
  // To break in the middle, the answer must have started.
  if (breakAfter !== undefined) response.flushHeaders();
  if (compressed === 'gzip') return pipeline(source, createGzip({ flush: constants.Z_SYNC_FLUSH }), response);
  if (compressed === 'br')
    return pipeline(source, createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH }), response);
  return pipeline(source, response);
}

async function* counted(
  texts: Iterable<string> | AsyncIterable<string>,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    count(bytes.length);
    yield bytes;
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLlmProxy } from '@rutbreak/proxy/llm';
import { median } from '../harness.js';
import { source } from '../inputs.js';

/** Microseconds, medians. */
interface Latency {
  readonly direct: number;
  readonly plain: number;
  readonly guarded: number;
}

export interface Latencies {
  /** From the request to the first byte of the answer. */
  readonly firstByte: Latency;
  /** From the upstream's write to the client's read of one chunk. */
  readonly chunk: Latency;
}

const CHUNKS = 40;
const PAUSE_MS = 1;
const now = (): number => Number(process.hrtime.bigint() / 10n) / 100;

/** Roles run in processes of their own, or they would wait for each other. */
export async function playRole(role: string, upstream: string): Promise<void> {
  if (role === 'guarded') {
    console.log(await createLlmProxy({ upstream }).listen());
    return;
  }
  const server = role === 'upstream' ? model() : passThrough(new URL(upstream));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** A model that writes a few words a chunk, and when it wrote them. */
function model(): Server {
  const { words } = source(11);
  return createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      let left = Number(incoming.headers['x-chunks']);
      const next = (): void => {
        const choices = [{ index: 0, delta: { content: `${words(3)} ` }, finish_reason: null }];
        const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices };
        response.write(`data: ${JSON.stringify({ ...chunk, at: now() })}\n\n`);
        if (--left > 0) setTimeout(next, PAUSE_MS);
        else response.end('data: [DONE]\n\n');
      };
      next();
    });
  });
}

/** The least that a proxy can do. */
function passThrough({ hostname, port }: URL): Server {
  const agent = new Agent({ keepAlive: true });
  return createServer((incoming, client) => {
    const { method, url: path, headers } = incoming;
    const outgoing = request({ agent, hostname, port, method, path, headers }, (answer) => {
      client.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(client);
    });
    incoming.pipe(outgoing);
  });
}

interface Times {
  readonly firstByte: number;
  readonly chunks: readonly number[];
}

function ask(url: string, agent: Agent, body: string, count: number): Promise<Times> {
  return new Promise((done, fail) => {
    const chunks: number[] = [];
    let firstByte = 0;
    const start = now();
    const length = Buffer.byteLength(body);
    const headers = { 'content-type': 'application/json', 'content-length': length, 'x-chunks': count };
    const outgoing = request(`${url}/v1/chat/completions`, { agent, method: 'POST', headers }, (answer) => {
      answer.on('data', (chunk: Buffer) => {
        const at = now();
        if (firstByte === 0) firstByte = at - start;
        const written = /"at":([\d.]+)/.exec(chunk.toString())?.[1];
        if (written !== undefined) chunks.push(at - Number(written));
      });
      answer.on('end', () => done({ firstByte, chunks: chunks.slice(1) }));
      answer.on('error', fail);
    });
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

const STEPS = 20;

/** What an agent sends: each time the conversation so far, with one more call and its result; up to some 20 kB. */
function conversation(round: number): string {
  const run = Math.floor(round / STEPS);
  const { words, path } = source(run);
  const messages: unknown[] = [{ role: 'user', content: words(30) }];
  for (let i = 0; i <= round % STEPS; i++) {
    const id = `call_${run}_${i}`;
    const call = {
      id,
      type: 'function',
      function: { name: 'read', arguments: JSON.stringify({ path: path() }) },
    };
    messages.push({ role: 'assistant', content: words(10), tool_calls: [call] });
    messages.push({ role: 'tool', tool_call_id: id, content: words(80) });
  }
  return JSON.stringify({ model: 'm', stream: true, messages });
}

/** Started by the bundle that this is part of, in a process of its own. */
async function start(role: string, upstream: string, started: ChildProcess[]): Promise<string> {
  const code = `const { playRole } = await import(${JSON.stringify(import.meta.url)}); await playRole(${JSON.stringify(role)}, ${JSON.stringify(upstream)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return line.toString().trim();
}

/** Short answers, as many as it takes until the programs of both proxies are compiled: a proxy runs for days. */
const WARM_UP = 400;

/** The three ways take turns, also at going first, so that what disturbs the machine disturbs all of them. */
export async function measureLatencies(rounds: number): Promise<Latencies> {
  const started: ChildProcess[] = [];
  try {
    const upstream = await start('upstream', '', started);
    const ways = [
      upstream,
      await start('plain', upstream, started),
      await start('guarded', upstream, started),
    ];
    const agent = new Agent({ keepAlive: true });
    const times = ways.map((): { firstByte: number[]; chunk: number[] } => ({ firstByte: [], chunk: [] }));
    for (let round = 0; round < rounds + WARM_UP; round++) {
      const body = conversation(round);
      for (let turn = 0; turn < ways.length; turn++) {
        const i = (round + turn) % ways.length;
        const isCold = round < WARM_UP;
        const { firstByte, chunks } = await ask(ways[i] ?? '', agent, body, isCold ? 1 : CHUNKS);
        if (isCold) continue;
        times[i]?.firstByte.push(firstByte);
        times[i]?.chunk.push(...chunks);
      }
    }
    agent.destroy();
    const latency = (of: 'firstByte' | 'chunk'): Latency => {
      const [direct = 0, plain = 0, guarded = 0] = times.map((one) => median(one[of]));
      return { direct, plain, guarded };
    };
    return { firstByte: latency('firstByte'), chunk: latency('chunk') };
  } finally {
    for (const child of started) child.kill();
  }
}

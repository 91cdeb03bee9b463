import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerOptions, TOKEN, type Usage } from './server.js';

export interface Server {
  readonly url: string;
  readonly post: (body: string, path?: string) => Promise<void>;
  readonly get: (path: string) => Promise<string>;
  readonly usage: (message: 'cpu' | 'heap' | number) => Promise<Usage>;
  /** Opens a stream and never reads from it. */
  readonly ignore: () => void;
  readonly close: () => void;
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const code = `const { serveForBench } = await import(${JSON.stringify(import.meta.url)}); await serveForBench(JSON.parse(process.argv[1]));`;
  const args = ['--expose-gc', '--input-type=module', '-e', code, '--', JSON.stringify(options)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const { url } = (await nextMessage(child)) as { readonly url: string };
  const agent = new Agent({ keepAlive: true, maxSockets: options.sockets ?? 16 });
  const headers = { authorization: `Bearer ${TOKEN}` };
  return {
    url,
    async post(body, path = '/v1/events') {
      await ask(`${url}${path}`, agent, body);
    },
    get: (path) => ask(`${url}${path}`, agent),
    async usage(message) {
      const answer = nextMessage(child);
      child.send(message);
      return (await answer) as Usage;
    },
    ignore() {
      const asked = request(`${url}/v1/stream?topics=loops,interventions,sessions`, {
        headers,
        agent: false,
      });
      asked.on('response', (reply) => reply.pause());
      asked.on('error', () => undefined);
      asked.end();
    },
    close() {
      agent.destroy();
      child.kill('SIGKILL');
    },
  };
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((done, fail) => {
    const ended = (code: number | null): void => fail(new Error(`The server ended with ${String(code)}.`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      done(message);
    });
  });
}

function ask(url: string, agent: Agent, body?: string): Promise<string> {
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    ...(body !== undefined && {
      ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    }),
  };
  return new Promise((done, fail) => {
    const asked = request(url, { method: body === undefined ? 'GET' : 'POST', headers, agent }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      reply.on('end', () => {
        if (reply.statusCode === 200) done(text);
        else fail(new Error(`The server answered ${String(reply.statusCode)}.`));
      });
    });
    asked.on('error', fail).end(body);
  });
}

export const EVENTS = 50;

const SYLLABLES = [
  ...['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu'],
  ...['na', 'pe', 'ri', 'so', 'tu', 'va', 'we', 'xi', 'yo', 'zu'],
];

/** 270 characters of words that no other text has: results that repeat would be a loop, which costs more to judge. */
function prose(n: number): string {
  let text = '';
  for (let k = 0; text.length < 270; k++) {
    const mixed = Math.imul(n * 64 + k + 1, 2654435761) >>> 0;
    const hash = Math.imul(mixed ^ (mixed >>> 15), 2246822519) >>> 0;
    const syllable = (shift: number): string => SYLLABLES[(hash >>> shift) % SYLLABLES.length] ?? '';
    text += syllable(0) + syllable(5) + syllable(10) + (k % 6 === 5 ? '.\n' : ' ');
  }
  return text.slice(0, 270);
}

/** 50 events of some 400 bytes: an agent that gets on with its work. */
export function batch(session: string, number: number, events = EVENTS): string {
  const firstSeq = number * events;
  return JSON.stringify({
    ...{ session, firstSeq },
    events: Array.from({ length: events }, (_, i) => {
      const n = firstSeq + i;
      const args = { path: `src/part-${n % 31}/file-${n}.ts` };
      return { kind: 'call', tool: 'read_file', args, result: prose(n), at: n };
    }),
  });
}

/** All of them, sixteen at a time. */
export async function sendAll(server: Server, bodies: readonly string[]): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) await server.post(body);
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

export const SESSIONS = 32;
export const round = (number: number): string[] =>
  Array.from({ length: SESSIONS }, (_, s) => batch(`agent-${s}`, number));

export async function cpuOf(server: Server, bodies: readonly string[]): Promise<number> {
  const before = await server.usage('cpu');
  await sendAll(server, bodies);
  return (await server.usage('cpu')).cpu - before.cpu;
}

export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'rutbreak-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

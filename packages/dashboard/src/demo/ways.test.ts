import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LiveGateway, startLive, TOKEN } from '../testing/live.js';
import { type Tab, tabsOf } from './ways.js';

const ROOT = resolve(import.meta.dirname, '../../../..');
const home = mkdtempSync(join(tmpdir(), 'rutbreak-ways-'));
const settings = (): string => readFileSync(join(home, '.claude/settings.json'), 'utf8');

/** Runs a line as a person does who pastes it into a terminal. */
function paste(text: string): ChildProcess {
  const env = {
    PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    RUTBREAK_TOKEN: TOKEN,
  };
  return spawn('bash', ['-c', text], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function outputOf(text: string): Promise<string> {
  const child = paste(text);
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (some: Buffer) => (out += String(some)));
  await new Promise((done) => child.on('close', done));
  return `${String(child.exitCode)}: ${out}`;
}

describe('lines that the first page offers to copy', () => {
  let gateway: LiveGateway;
  const lineOf = (id: Tab['id'], number: number): string =>
    tabsOf(gateway.url).find((tab) => tab.id === id)?.ways[number]?.text ?? '';

  beforeAll(async () => {
    gateway = await startLive();
    mkdirSync(join(home, 'bin'));
    mkdirSync(join(home, '.claude'));
    const program = join(home, 'bin/rutbreak');
    writeFileSync(program, `#!/bin/sh\nexec node ${join(ROOT, 'packages/cli/dist/cli.js')} "$@"\n`);
    chmodSync(program, 0o755);
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(home, { recursive: true, force: true });
  });

  it('curl sends an event, and the reply says whether to continue', async () => {
    expect(await outputOf(lineOf('library', 0))).toContain('"action":"continue"');
    expect(await gateway.get('/v1/sessions/run-1')).toMatchObject({ events: 1, agent_id: 'agent-1' });
  });

  it('the JavaScript sends an event, prints the action and ends the session', async () => {
    const script = join(home, 'agent.mjs');
    writeFileSync(script, lineOf('library', 1));
    expect(await outputOf(`node --input-type=module < ${script}`)).toBe('0: continue\n');
    expect(await gateway.get('/v1/sessions/run-2')).toMatchObject({ state: 'ended', agent_id: 'agent-2' });
  });

  it('curl sends a DecisionLog', async () => {
    expect(await outputOf(lineOf('library', 2))).toContain('"status":"accepted"');
  });

  it('rutbreak init writes hooks, to a program or to this gateway', async () => {
    expect(await outputOf(`${lineOf('hooks', 0)} --yes`)).toMatch(/^0:/);
    expect(settings()).toContain('hook claude-code');
    expect(await outputOf(`rutbreak init --remove --yes && ${lineOf('hooks', 1)} --yes`)).toMatch(/^0:/);
    expect(settings()).toContain(`${gateway.url}/v1/hooks/claude-code`);
  });

  it('the proxy passes calls on and reports them to this gateway', async () => {
    const upstream = await model();
    const { port } = upstream.address() as AddressInfo;
    const own = await freePort();
    const line = lineOf('proxy', 0).replace('https://api.anthropic.com', `http://127.0.0.1:${port}`);
    const proxy = paste(`exec ${line} --port ${own}`);
    const before = (await gateway.get('/v1/sessions')).total as number;
    try {
      await expect.poll(() => ask(own), { timeout: 20_000 }).toBe('hello');
      await expect
        .poll(async () => (await gateway.get('/v1/sessions')).total as number)
        .toBeGreaterThan(before);
    } finally {
      proxy.kill('SIGTERM');
      upstream.close();
    }
  });

  it('the variables of OpenTelemetry lead spans here', async () => {
    const attributes = [
      { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
      { key: 'gen_ai.tool.name', value: { stringValue: 'search' } },
      { key: 'gen_ai.conversation.id', value: { stringValue: 'spans-1' } },
    ];
    const span = {
      ...{
        traceId: '5b8efff798038103d269b633813fc60c',
        spanId: 'eee19b7ec3c1b174',
        name: 'execute_tool search',
      },
      ...{ startTimeUnixNano: '1', endTimeUnixNano: '2', attributes },
    };
    const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    const send = `curl -s "$OTEL_EXPORTER_OTLP_ENDPOINT/v1/traces" -H "$(echo "$OTEL_EXPORTER_OTLP_HEADERS" | sed 's/=/: /')" -H 'content-type: application/json' -d '${body}'`;
    expect(await outputOf(`${lineOf('otlp', 0)}\n${send}`)).toMatch(/^0: \{/);
    const { sessions } = await gateway.get('/v1/sessions?search=spans-1');
    expect(sessions).toHaveLength(1);
  });
});

/** A model that says hello. */
async function model(): Promise<Server> {
  const content = [{ type: 'text', text: 'hello' }];
  const answer = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content,
    stop_reason: 'end_turn',
  };
  const server = createServer((_, reply) => {
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify({ ...answer, usage: { input_tokens: 1, output_tokens: 1 } }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** The answer of the model through the proxy. */
async function ask(port: number): Promise<string> {
  const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] };
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    });
    const { content } = (await reply.json()) as { content?: { text: string }[] };
    return content?.[0]?.text ?? '';
  } catch {
    return '';
  }
}

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Asked, startMockLlm, type Turn } from '@rutbreak/proxy/testing';
import type { RealAgent, Stage, Started } from './agents.js';

/** How often the model makes the same call before it gives up by itself. */
export const LOOPS = 14;
const PROMPT = 'Print the configuration.';
const RUN_LIMIT = 240_000;
const OWN_LIMIT = 120_000;

/** What came of one run. */
export interface Played {
  /** Calls that the model asked for. */
  readonly calls: number;
  /** Did the model come to its last word? */
  readonly isFinished: boolean;
  /** All that the agent told the model, in its own protocol. */
  readonly told: string;
  /** For a person, where something went wrong. */
  readonly printed: string;
  readonly hasTimedOut: boolean;
  /** What `rutbreak doctor` says afterwards. */
  readonly diagnosis: string;
  /** What `rutbreak scan` reads in the transcripts, if the agent writes any. */
  readonly transcripts: ReadBack | undefined;
}

export interface ReadBack {
  readonly calls: number;
  readonly failed: number;
  /** Calls without a result. */
  readonly open: number;
  /** What the scan says about the files. */
  readonly notes: string;
}

export interface Setting {
  readonly modules: string;
  /** The built program. */
  readonly cli: string;
  /** By the program that each hook starts, or by a gateway that runs meanwhile. */
  readonly guard?: 'command' | 'gateway';
  readonly path: string;
}

/** One run of a real agent, offline, against a model that goes in circles. */
export async function play(real: RealAgent, { modules, cli, guard, path }: Setting): Promise<Played> {
  const home = mkdtempSync(join(tmpdir(), 'rutbreak-e2e-'));
  const project = join(home, 'project');
  mkdirSync(project);
  const { script, count } = loopingModel(real);
  const model = await startMockLlm(script);
  const gateway = guard === 'gateway' ? await startGateway() : undefined;
  const stage: Stage = { home, project, url: model.url, modules };
  // The doctor looks for the agent on the path.
  const programs = `${join(modules, '.bin')}${delimiter}${path}`;
  const env = {
    ...{ PATH: programs, HOME: home, XDG_STATE_HOME: join(home, 'state'), TMPDIR: tmpdir(), CI: '1' },
    ...(gateway && { RUTBREAK_TOKEN: TOKEN }),
  };
  try {
    real.prepare(stage);
    const rutbreak = (...args: string[]): Promise<Ran> =>
      run({ command: process.execPath, args: [cli, ...args], env: {} }, env, project, OWN_LIMIT);
    const door = gateway ? ['--gateway', gateway.url] : [];
    const set = guard && (await rutbreak('init', real.agent, '--yes', ...door));
    if (set && set.code !== 0) throw new Error(`rutbreak init failed: ${set.printed}`);
    const { printed, hasTimedOut } = await run(real.start(stage, PROMPT), env, project, RUN_LIMIT);
    const diagnosis = guard ? (await rutbreak('doctor', real.agent)).printed : '';
    const transcripts =
      real.transcripts &&
      (await readBack(join(home, ...real.transcripts), join(home, 'read.jsonl'), rutbreak));
    const told = model.asked.map(({ bytes }) => bytes.toString('utf8')).join('\n');
    return { ...count(), told, printed, hasTimedOut, diagnosis, transcripts };
  } finally {
    await model.close();
    await gateway?.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** The transcripts of the run, as the program reads them. */
async function readBack(
  path: string,
  file: string,
  rutbreak: (...args: string[]) => Promise<Ran>,
): Promise<ReadBack> {
  const { printed } = await rutbreak('scan', path, '--quiet', '--fail-on', 'never', '--export', file);
  const traces = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const events = traces.flatMap((line) => (line === '' ? [] : (JSON.parse(line) as ReadTrace).events));
  const calls = events.filter(({ kind }) => kind === 'call');
  return {
    calls: calls.length,
    failed: calls.filter(({ isError }) => isError === true).length,
    open: events.filter(({ kind }) => kind === 'attempt').length,
    notes: printed,
  };
}

interface ReadTrace {
  readonly events: readonly { readonly kind: string; readonly isError?: boolean }[];
}

const TOKEN = 'rbt_e2e';

async function startGateway(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const { createGateway, createMemoryStore } = await import('@rutbreak/gateway');
  const gateway = createGateway({ store: createMemoryStore(), token: TOKEN });
  return { url: await gateway.listen({ port: 0 }), close: gateway.close };
}

/** Enough for whoever asks on the side: for a title, or for which model to use. */
const ASIDE = JSON.stringify({
  ...{
    complexity_reasoning: 'x',
    complexity_score: 1,
    reasoning: 'x',
    next_speaker: 'user',
    model_choice: 'flash',
  },
});

function loopingModel(real: RealAgent): {
  readonly script: (asked: Asked) => Turn;
  readonly count: () => { readonly calls: number; readonly isFinished: boolean };
} {
  let calls = 0;
  let isFinished = false;
  return {
    script: ({ tools }) => {
      const call = real.callOf(tools, calls + 1);
      if (!call) return { text: ASIDE };
      if (calls < LOOPS) return { calls: [{ ...call, id: `call_${++calls}` }] };
      isFinished = true;
      return { text: 'done' };
    },
    count: () => ({ calls, isFinished }),
  };
}

interface Ran {
  readonly code: number | null;
  readonly printed: string;
  readonly hasTimedOut: boolean;
}

/** In a group of its own, so that nothing that it started is left behind. */
function run(
  { command, args, env }: Started,
  base: Readonly<Record<string, string>>,
  cwd: string,
  limit: number,
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...{ cwd, env: { ...base, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
      detached: process.platform !== 'win32',
    });
    let printed = '';
    let hasTimedOut = false;
    const keep = (chunk: Buffer): void => void (printed = (printed + chunk.toString('utf8')).slice(-20_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => {
      hasTimedOut = true;
      endGroup(child.pid);
    }, limit);
    child.on('error', (error) => (printed += error.message));
    child.on('close', (code) => {
      clearTimeout(timer);
      endGroup(child.pid);
      resolve({ code, printed, hasTimedOut });
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // All of it has ended already.
  }
}

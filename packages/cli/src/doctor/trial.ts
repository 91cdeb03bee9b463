/** Starts the hook as the agent would, sends it a loop, and checks that it answers. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AGENTS, type AgentId } from '../agents/index.js';
import { environmentIn } from '../config/environment.js';
import { type Check, fine, wrong } from './check.js';

/** After this many identical failures every preset has reacted. */
export const STEPS = 24;
const LIMIT = 10_000;

export async function tryCommand(agent: AgentId, command: string): Promise<Check> {
  const data = mkdtempSync(join(tmpdir(), 'rutbreak-doctor-'));
  try {
    return await tryIn(agent, command, data);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function tryIn(agent: AgentId, command: string, data: string): Promise<Check> {
  const todo = 'Run: rutbreak init (it writes the command anew).';
  const bare = await run(`"${process.execPath}" -e 0`, '', data);
  let fastest = Infinity;
  for (let step = 0; step < STEPS; step++) {
    const { code, out, err, took } = await run(command, JSON.stringify(trialInput(agent, step)), data);
    fastest = Math.min(fastest, took);
    const said = err.trim().split('\n')[0] ?? '';
    const isVeto = code === 2 && err.includes('rutbreak');
    if (code !== 0 && !isVeto)
      return wrong('trial', `the command ends with ${code ?? 'a signal'}: ${command}. ${said}`, todo);
    if (said !== '' && !isVeto) return wrong('trial', `the command has trouble: ${said}`, todo);
    if (isVeto || out.includes('rutbreak')) {
      const time = `${Math.round(fastest)} ms; Node alone: ${Math.round(bare.took)} ms`;
      return fine('trial', `the command answers (${time})`);
    }
  }
  return wrong(
    'trial',
    `the command runs and does not react: ${command}`,
    'Is LOOP_DETECTION_ENABLED=false set?',
  );
}

/** The same call fails in the same way, over and over. */
export function trialInput(agent: AgentId, step: number, session = 'doctor'): object {
  return AGENTS[agent].trial(step, session);
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly took: number;
}

/** Through a shell, like agents do; the hook keeps its state in the folder `data`. */
function run(command: string, input: string, data: string): Promise<Ran> {
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, timeout: LIMIT, stdio: 'pipe', env: environmentIn(data) });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
    // It may end without reading its input.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => (err += error.message));
    child.on('close', (code) => resolve({ code, out, err, took: performance.now() - start }));
    child.stdin.end(input);
  });
}

/** Starts the hook as the agent would, with an agent that goes in circles, and sees whether it speaks. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HookAgent } from '@rutbreak/adapters/hooks';
import { type Check, fine, wrong } from './check.js';

/** Beyond this many identical failures every preset has spoken. */
export const STEPS = 8;
const LIMIT = 10_000;

export async function tryCommand(agent: HookAgent, command: string): Promise<Check> {
  const data = mkdtempSync(join(tmpdir(), 'rutbreak-doctor-'));
  try {
    return await tryIn(agent, command, data);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function tryIn(agent: HookAgent, command: string, data: string): Promise<Check> {
  const line = `${command} --data "${data}"`;
  const todo = 'Run: rutbreak init (it writes the command anew).';
  const bare = await run(`"${process.execPath}" -e 0`, '');
  let fastest = Infinity;
  for (let step = 0; step < STEPS; step++) {
    const { code, out, err, took } = await run(line, JSON.stringify(trialInput(agent, step)));
    fastest = Math.min(fastest, took);
    const said = err.trim().split('\n')[0] ?? '';
    if (code !== 0)
      return wrong('trial', `the command ends with ${code ?? 'a signal'}: ${command}. ${said}`, todo);
    if (said !== '') return wrong('trial', `the command has trouble: ${said}`, todo);
    if (out.includes('rutbreak')) {
      const time = `${Math.round(fastest)} ms; Node alone: ${Math.round(bare.took)} ms`;
      return fine('trial', `the command answers (${time})`);
    }
  }
  return wrong(
    'trial',
    `the command runs and says nothing: ${command}`,
    'Is LOOP_DETECTION_ENABLED=false set?',
  );
}

/** The same call fails in the same way, over and over. */
export function trialInput(agent: HookAgent, step: number, session = 'doctor'): object {
  const result = 'cat: missing: No such file or directory';
  const args = { command: 'cat missing' };
  if (agent === 'opencode')
    return {
      ...{ event: 'tool.execute.after', sessionID: session, callID: `${step}`, tool: 'bash', args },
      ...{ output: result, metadata: { exit: 1 } },
    };
  const call = { session_id: session, tool_name: 'Bash', tool_input: args };
  if (agent === 'gemini')
    return { ...call, hook_event_name: 'AfterTool', timestamp: `${step}`, tool_response: { error: result } };
  return { ...call, hook_event_name: 'PostToolUse', tool_use_id: `${step}`, tool_response: result };
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly took: number;
}

/** Through a shell, as agents do it. */
function run(command: string, input: string): Promise<Ran> {
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, timeout: LIMIT, stdio: 'pipe' });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
    // It may end without reading what it is told.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => (err += error.message));
    child.on('close', (code) => resolve({ code, out, err, took: performance.now() - start }));
    child.stdin.end(input);
  });
}

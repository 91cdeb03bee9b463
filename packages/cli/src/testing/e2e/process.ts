import { spawn } from 'node:child_process';
import type { Started } from './real-agent.js';

export interface Ran {
  readonly code: number | null;
  readonly printed: string;
  readonly hasTimedOut: boolean;
}

/** In its own process group, so that nothing it started is left behind. */
export function runProcess(
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
    const keep = (chunk: Buffer): void => void (printed = (printed + chunk.toString('utf8')).slice(-40_000));
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
    // The whole group has already ended.
  }
}

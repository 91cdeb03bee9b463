import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { RutbreakError } from '@rutbreak/core';
import { type Command, type Machine, withoutShell } from './command.js';

/** The real MCP server, as a process of its own. */
export interface Child {
  readonly input: Writable;
  readonly output: Readable;
  /** Resolves when it has ended and all its output has been read. */
  readonly ended: Promise<Ending>;
  /** Asks it to end, then tells it, then makes it: with everything that it started. */
  readonly stop: () => void;
}

export interface Ending {
  readonly code: number;
  /** In words. */
  readonly how: string;
}

export interface ChildOptions {
  readonly machine: Machine;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Milliseconds between SIGTERM and SIGKILL. Default 1500. */
  readonly patience?: number;
}

const WINDOWS = process.platform === 'win32';
const SILENCE = 500;
const SIGNAL_BASE = 128;
const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
};

/** Started without a shell. On POSIX in a group of its own, so that what it started can be ended with it. */
export async function startChild(command: Command, options: ChildOptions): Promise<Child> {
  const { command: file, args } = withoutShell(command, options.machine);
  const { env, cwd, patience = 1500 } = options;
  const child = spawn(file, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    shell: false,
    detached: !WINDOWS,
    windowsHide: true,
    ...(env && { env }),
    ...(cwd !== undefined && { cwd }),
  });
  const ended = endOf(child);
  try {
    await once(child, 'spawn');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const hint = `Check that the program is installed and on the PATH. ${why}`;
    throw new RutbreakError('MCP_COMMAND', { command: command.command, hint });
  }
  return { input: child.stdin, output: child.stdout, ended, stop: stopper(child, patience) };
}

function endOf(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      if (signal !== null) resolve({ code: SIGNAL_BASE + (SIGNALS[signal] ?? 0), how: `by ${signal}` });
      else resolve({ code: code ?? 1, how: `with exit code ${code ?? 1}` });
    };
    child.once('close', end);
    child.once('exit', (code, signal) => whenSilent(child, () => end(code, signal)));
    // Without a listener a failed start would end this program.
    child.once('error', () => resolve({ code: 1, how: 'it could not be started' }));
  });
}

/** Somebody else may hold the output of a process that has ended open for ever: silence has to do. */
function whenSilent(child: ChildProcess, act: () => void): void {
  let hasSpoken = false;
  child.stdout?.on('data', () => (hasSpoken = true));
  const timer = setInterval(() => {
    if (!hasSpoken && child.stdout?.isPaused() !== true) {
      clearInterval(timer);
      child.stdout?.destroy();
      act();
    }
    hasSpoken = false;
  }, SILENCE);
  child.once('close', () => clearInterval(timer));
}

function stopper(child: ChildProcess, patience: number): () => void {
  let isStopping = false;
  return () => {
    if (isStopping) return;
    isStopping = true;
    signal(child, 'SIGTERM');
    // What it started may outlive it, so the group is ended even when the child itself is gone.
    const last = setTimeout(() => signal(child, 'SIGKILL'), patience);
    child.once('close', () => {
      clearTimeout(last);
      signal(child, 'SIGKILL');
    });
  };
}

function signal(child: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (WINDOWS) child.kill(name);
    else process.kill(-pid, name);
  } catch {
    // Nobody is left in the group.
  }
}

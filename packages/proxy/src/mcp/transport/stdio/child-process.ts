import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { RutbreakError } from '@rutbreak/core';
import { type Command, type Machine, withoutShell } from './command.js';
import { descendantsOf, type ProcessId, survivors } from './processes.js';

/** The real MCP server, as a process of its own. */
export interface Child {
  readonly input: Writable;
  readonly output: Readable;
  /** Resolves when it has ended and all its output has been read. */
  readonly ended: Promise<Ending>;
  /** No more input: most servers end by themselves then. */
  readonly endInput: () => void;
  /** Tells it to end, then makes it: with everything that it started. */
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

/**
 * What a server has started must end with it. On Linux it is looked up; elsewhere the server gets a group of its own.
 * Not on Linux: a group comes with a session there, and the scheduler keeps sessions apart, which costs each call more
 * than everything else that the proxy does.
 */
const HAS_PROC = process.platform === 'linux';
const HAS_GROUP = !HAS_PROC && process.platform !== 'win32';
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

/** Started without a shell. */
export async function startChild(command: Command, options: ChildOptions): Promise<Child> {
  const { command: file, args } = withoutShell(command, options.machine);
  const { env, cwd, patience = 1500 } = options;
  const child = spawn(file, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    shell: false,
    detached: HAS_GROUP,
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
  return { input: child.stdin, output: child.stdout, ended, ...enders(child, patience) };
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

function enders(child: ChildProcess, patience: number): Pick<Child, 'endInput' | 'stop'> {
  let family: readonly ProcessId[] = [];
  let isStopping = false;
  // Once a process has ended, nobody knows any more what it had started: so it is looked up before.
  const lookUp = (): void => {
    if (HAS_PROC && child.pid !== undefined) family = [...family, ...descendantsOf(child.pid)];
  };
  const end = (name: 'SIGTERM' | 'SIGKILL'): void => {
    signal(child, name);
    for (const { pid } of survivors(family)) kill(pid, name);
  };
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    lookUp();
    end('SIGTERM');
    const last = setTimeout(() => end('SIGKILL'), patience);
    child.once('close', () => {
      clearTimeout(last);
      end('SIGKILL');
    });
  };
  const endInput = (): void => {
    lookUp();
    child.stdin?.end();
    child.once('close', () => end('SIGKILL'));
  };
  return { endInput, stop };
}

function signal(child: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  if (HAS_GROUP && child.pid !== undefined) kill(-child.pid, name);
  else child.kill(name);
}

function kill(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone.
  }
}

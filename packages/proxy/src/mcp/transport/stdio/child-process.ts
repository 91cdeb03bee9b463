import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { type Command, type Machine, withoutShell } from './command.js';
import { descendantsOf, type ProcessId, survivors } from './processes.js';
import { ProxyError } from '../../../shared/error.js';

/** The MCP server's process. */
export interface Child {
  readonly input: Writable;
  readonly output: Readable;
  /** Resolves when the process has ended and all its output has been read. */
  readonly ended: Promise<Ending>;
  /** Closes the input. Most servers then exit by themselves. */
  readonly endInput: () => void;
  /** Sends SIGTERM, then SIGKILL, to the process and all its descendants. */
  readonly stop: () => void;
}

export interface Ending {
  readonly code: number;
  /** A description for people. */
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
 * The server's child processes must end with it. On Linux their ids are looked up in /proc; elsewhere the server gets
 * its own process group. Not on Linux, because a new group there needs a new session, and the scheduler treats sessions
 * separately, which slows each call more than everything else that the proxy does.
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

/** Starts the process without a shell. */
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
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? '' : ` ${message}`;
    const hint = `Check that the program is installed and on the PATH.${why}`;
    throw new ProxyError('MCP_COMMAND', { command: command.command, hint });
  }
  return { input: child.stdin, output: child.stdout, ended, ...endActions(child, patience) };
}

function endOf(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      if (signal !== null) resolve({ code: SIGNAL_BASE + (SIGNALS[signal] ?? 0), how: `by ${signal}` });
      else resolve({ code: code ?? 1, how: `with exit code ${code ?? 1}` });
    };
    child.once('close', end);
    child.once('exit', (code, signal) => whenSilent(child, () => end(code, signal)));
    // Without a listener, a failed start would crash this program.
    child.once('error', () => resolve({ code: 1, how: 'it could not be started' }));
  });
}

/** Another process may keep the output of an ended process open forever, so silence counts as the end. */
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

function endActions(child: ChildProcess, patience: number): Pick<Child, 'endInput' | 'stop'> {
  let family: readonly ProcessId[] = [];
  let isStopping = false;
  // After a process has ended, its children can no longer be found, so they are looked up before.
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
    // It has already ended.
  }
}

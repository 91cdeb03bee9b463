import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { Io, Output } from '../io.js';
import { run } from '../program.js';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Surroundings {
  readonly stdin?: string | Uint8Array;
  readonly isTerminal?: boolean;
  readonly columns?: number;
  readonly errorColumns?: number;
  /** The script of scan threads. */
  readonly scanWorker?: string;
  /** Standard output closes after this many writes, as with `| head`. */
  readonly closesAfter?: number;
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The agent that runs the command. */
  readonly agent?: string;
  /** Where sessions are kept. */
  readonly dataDir?: string;
}

/** The whole program without a process: arguments in, exit code and texts out. */
export async function runCli(args: readonly string[], around: Surroundings = {}): Promise<Ran> {
  const { io, out, err } = ioFor(around);
  const code = await run(args, io);
  return { code, out: out.text(), err: err.text() };
}

/** The program's streams, with its output recorded. */
export function ioFor(around: Surroundings = {}): {
  readonly io: Io;
  readonly out: Recorder;
  readonly err: Recorder;
} {
  const { stdin = '', isTerminal = false, columns, errorColumns, closesAfter, env = {} } = around;
  const { home = '/nowhere', dataDir = home } = around;
  const out = recorder(closesAfter);
  const err = recorder();
  const io = {
    stdin: Object.assign(chunksOf(stdin), { isTTY: isTerminal }),
    stdout: out,
    stderr: err,
    pipes: { input: Readable.from(chunksOf(stdin)), output: new PassThrough() },
    columns,
    errorColumns,
    ...(around.scanWorker !== undefined && { scanWorker: around.scanWorker }),
    isColourful: isTerminal,
    version: '1.2.3',
    script: '/opt/rutbreak/dist/cli.js',
    surroundings: { home, folder: home },
    env,
    dataDir,
    ...(around.agent !== undefined && { agent: around.agent }),
    permitsOverride: false,
  };
  return { io, out, err };
}

type Recorder = Output & { readonly text: () => string };

function recorder(closesAfter = Infinity): Recorder {
  const texts: string[] = [];
  return {
    write: (text) => Promise.resolve(void texts.push(text)),
    isClosed: () => texts.length >= closesAfter,
    text: () => texts.join(''),
  };
}

/** In chunks of an odd size: their boundaries must not matter. */
export async function* chunksOf(input: string | Uint8Array, size = 4099): AsyncGenerator<Uint8Array> {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input;
  for (let i = 0; i < bytes.length; i += size) yield await Promise.resolve(bytes.subarray(i, i + size));
}

/** A folder with these files, and a function that removes it. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): {
  path: string;
  remove: () => void;
} {
  const path = mkdtempSync(join(tmpdir(), 'rutbreak-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

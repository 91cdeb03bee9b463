import { readFileSync } from 'node:fs';
import { win32 } from 'node:path';

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** Facts about the machine. Passed in, so that tests can cover Windows anywhere. */
export interface Machine {
  readonly platform: string;
  /** The path of this Node. */
  readonly node: string;
  /** The folders in PATH. */
  readonly path: string;
  /** The text of a file; undefined if it does not exist. */
  readonly read: (file: string) => string | undefined;
}

export function thisMachine(path: string): Machine {
  return { platform: process.platform, node: process.execPath, path, read: readText };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Matches the script that npm's command files on Windows start. */
const SHIM = /"%(?:~dp0|dp0%)\\([^"%]+\.[cm]?js)"/;

/**
 * On Windows `npx` and npm-installed programs are command files, which only a shell can start, and a shell may
 * reinterpret the arguments. So this starts the script inside with Node instead. Other systems need no change.
 */
export function withoutShell({ command, args }: Command, machine: Machine): Command {
  if (machine.platform !== 'win32' || /\.exe$/i.test(command)) return { command, args };
  const script = scriptOf(command, machine);
  return script === undefined ? { command, args } : { command: machine.node, args: [script, ...args] };
}

function scriptOf(command: string, { node, path, read }: Machine): string | undefined {
  const name = command.replace(/\.(?:cmd|bat|ps1)$/i, '');
  if (name === 'npx' || name === 'npm') {
    const own = win32.join(win32.dirname(node), 'node_modules', 'npm', 'bin', `${name}-cli.js`);
    if (read(own) !== undefined) return own;
  }
  const folders = /[\\/]/.test(name) ? [''] : path.split(';').filter(Boolean);
  for (const folder of folders) {
    const shim = win32.join(folder, `${name}.cmd`);
    const inside = SHIM.exec(read(shim) ?? '')?.[1];
    if (inside !== undefined) return win32.join(win32.dirname(shim), inside);
  }
  return undefined;
}

const RUNNERS = ['npx', 'node', 'bun', 'bunx', 'uvx', 'uv', 'python', 'python3', 'deno', 'docker'];
/** Common names of files and folders, unsuitable as a server name. */
const COMMON = ['', '.', 'index', 'main', 'server', 'cli', 'dist', 'build', 'src', 'bin', 'lib', 'out'];

/** Derives a readable name for a server that has none. */
export function serverName({ command, args }: Command): string {
  const program = nameIn(command) ?? command;
  if (!RUNNERS.includes(program)) return program;
  const what = args.find((arg) => !arg.startsWith('-') && arg !== 'run' && arg !== 'exec');
  return (what !== undefined && nameIn(what)) || program;
}

/** The last meaningful part of a path or package name. */
function nameIn(path: string): string | undefined {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .map((part) => part.replace(/(?<=.)@[\w.-]*$/, '').replace(/\.(?:exe|cmd|[cm]?[jt]s|py)$/i, ''))
    .findLast((part) => !COMMON.includes(part));
}

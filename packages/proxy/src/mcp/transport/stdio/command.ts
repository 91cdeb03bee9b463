import { readFileSync } from 'node:fs';
import { win32 } from 'node:path';

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** What is known about the machine; handed in, so that Windows can be tested anywhere. */
export interface Machine {
  readonly platform: string;
  /** This Node. */
  readonly node: string;
  /** Folders with programs, as in PATH. */
  readonly path: string;
  /** The text of a file; undefined where there is none. */
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

/** How npm's own command files on Windows name the script that they start. */
const SHIM = /"%(?:~dp0|dp0%)\\([^"%]+\.[cm]?js)"/;

/**
 * On Windows `npx` and what npm installs are command files, which only a shell can start; and what a shell is given, it
 * may take apart. So the script inside is started with Node instead. Elsewhere a command is what it is.
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
/** What files and folders are called everywhere: no name for a server. */
const COMMON = ['', '.', 'index', 'main', 'server', 'cli', 'dist', 'build', 'src', 'bin', 'lib', 'out'];

/** A name for a server that was given none: what people would call it. */
export function serverName({ command, args }: Command): string {
  const program = nameIn(command) ?? command;
  if (!RUNNERS.includes(program)) return program;
  const what = args.find((arg) => !arg.startsWith('-') && arg !== 'run' && arg !== 'exec');
  return (what !== undefined && nameIn(what)) || program;
}

/** The last part of a path or a package name that tells something. */
function nameIn(path: string): string | undefined {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .map((part) => part.replace(/(?<=.)@[\w.-]*$/, '').replace(/\.(?:exe|cmd|[cm]?[jt]s|py)$/i, ''))
    .findLast((part) => !COMMON.includes(part));
}

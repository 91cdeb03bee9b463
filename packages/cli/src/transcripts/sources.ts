import { closeSync, fstatSync, openSync, read, readSync, statSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { openPipe } from './open-pipe.js';
import { type Problem, STDIN_NAME } from './trace.js';

export type Source =
  | {
      readonly kind: 'source';
      readonly name: string;
      /** Its path, unless it is standard input. */
      readonly file?: string;
      readonly open: () => AsyncIterable<Uint8Array>;
    }
  | (Problem & { readonly name: string });

const STDIN = '-';
const EXTENSIONS = ['.jsonl', '.json', '.traj'];
/** aider writes its history beside the code; opencode keeps all sessions in one database. */
const NAMES = ['.aider.chat.history.md', 'opencode.db'];

/** Named files, all files of folders by name, and `-` for standard input. */
export async function* findSources(
  paths: readonly string[],
  stdin: AsyncIterable<Uint8Array>,
): AsyncGenerator<Source> {
  for (const path of paths) {
    if (path === STDIN) yield { kind: 'source', name: STDIN_NAME, open: () => stdin };
    else yield* fromPath(path);
  }
}

/** A shell without a match, and a shell without globbing (on Windows), passes a pattern on. */
async function* fromPattern(pattern: string): AsyncGenerator<Source> {
  const { glob } = await import('tinyglobby');
  const paths = await glob(pattern.replaceAll('\\', '/'), { dot: true, expandDirectories: false });
  for (const path of paths.sort()) yield fileSource(path);
  const hint = 'Check the pattern; it is relative to the current folder.';
  if (paths.length === 0) yield { kind: 'bad', name: pattern, problem: 'matches no file', hint };
}

async function* fromPath(path: string): AsyncGenerator<Source> {
  const kind = await kindOf(path);
  if (kind instanceof Error) {
    // A file with that exact name comes first: brackets are common in folder names.
    if (/[*?[{]/.test(path)) yield* fromPattern(path);
    else yield unreadable(path, kind);
  }
  // Everything else is read as a file, including named pipes and `<(…)`.
  else if (kind === 'file') yield fileSource(path);
  else yield* fromFolder(path);
}

async function* fromFolder(folder: string): AsyncGenerator<Source> {
  let isEmpty = true;
  for await (const source of walk(folder)) {
    isEmpty = false;
    yield source;
  }
  const [last, ...others] = EXTENSIONS.map((extension) => `*${extension}`).reverse();
  const wanted = `${others.reverse().join(', ')} or ${last}`;
  const hint = 'Name a folder that has some, or the files themselves.';
  if (isEmpty) yield { kind: 'bad', name: folder, problem: `has no ${wanted} files`, hint };
}

function fileSource(name: string): Source {
  return { kind: 'source', name, file: name, open: () => fileChunks(name) };
}

const CHUNK = 256 * 1024;

/**
 * All chunks share one buffer: a stream would allocate new memory each time. A file on disk is read
 * synchronously, because waiting for another thread takes longer than the read; a pipe may block.
 */
export async function* fileChunks(file: string): AsyncGenerator<Uint8Array> {
  const handle = statSync(file).isFIFO() ? await openPipe(file) : openSync(file, 'r');
  try {
    const { isFile, size } = statOf(handle);
    const memory = Buffer.allocUnsafe(isFile ? Math.min(CHUNK, size + 1) : CHUNK);
    for (;;) {
      const count = isFile ? readSync(handle, memory) : await readSome(handle, memory);
      if (count === 0) return;
      yield memory.subarray(0, count);
    }
  } finally {
    closeSync(handle);
  }
}

function statOf(handle: number): { readonly isFile: boolean; readonly size: number } {
  const stats = fstatSync(handle);
  return { isFile: stats.isFile(), size: stats.size };
}

const readSome = async (handle: number, memory: Buffer): Promise<number> =>
  (await promisify(read)(handle, memory, 0, memory.length, null)).bytesRead;

/** Files that agents keep beside their transcripts. */
const SIDE_FILES = /\.meta\.json$|^(?:usage_record\.jsonl|logs\.json|tracking\.json|\d{13}_\w+\.json)$/;

/** The session that a document with settings or figures is about: its lines are beside it. */
const ABOUT_SESSION = /^([\da-f]{8}-[\da-f-]{27})(?:\.settings)?\.json$/;

/** Sorted, so that two runs print the same. Hidden folders and node_modules contain no traces. */
async function* walk(folder: string, root = folder): AsyncGenerator<Source> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => error as Error);
  if (entries instanceof Error) {
    yield unreadable(folder, entries);
    return;
  }
  const names = new Set(entries.map(({ name }) => name));
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!entry.name.startsWith('.') && entry.name !== 'node_modules') yield* walk(path, root);
    } else if (isTranscript(entry.name) && !names.has(`${ABOUT_SESSION.exec(entry.name)?.[1] ?? ''}.jsonl`)) {
      if (entry.isFile()) yield fileSource(path);
      else if (entry.isSymbolicLink()) yield* fromLink(path, root);
      // A named pipe would block forever.
    }
  }
}

function isTranscript(name: string): boolean {
  return (EXTENSIONS.includes(extname(name)) && !SIDE_FILES.test(name)) || NAMES.includes(name);
}

/**
 * Follows a link to a file of the same folder. A link to a folder may form a cycle, others lead elsewhere.
 */
async function* fromLink(path: string, root: string): AsyncGenerator<Source> {
  try {
    const target = await realpath(path);
    const isInside = target.startsWith(`${await realpath(root)}${sep}`);
    if (isInside && (await stat(target)).isFile()) yield fileSource(path);
  } catch (error) {
    yield unreadable(path, error);
  }
}

async function kindOf(path: string): Promise<'file' | 'folder' | Error> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    return error as Error;
  }
}

const REASONS: Readonly<Record<string, readonly [problem: string, hint: string]>> = {
  ENOENT: ['is not there', 'Check the path; it is relative to the current folder.'],
  EACCES: ['may not be read', 'Give this user permission to read it.'],
  EPERM: ['may not be read', 'Give this user permission to read it.'],
  NO_WRITER: ['is a pipe to which no program writes', 'Start the program that writes to it first.'],
};

export function unreadable(name: string, error: unknown): Problem & { readonly name: string } {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [problem, hint] = REASONS[code] ?? [`cannot be read: ${message}`, 'Check the path and the disk.'];
  return { kind: 'bad', name, problem, hint };
}

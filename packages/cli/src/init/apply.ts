/** Writes changes, and records the old content, so that removing them restores every byte. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Change } from './plan.js';

/** The record of one file that `init` changed. */
interface Kept {
  /** A copy of the earlier file; absent if there was none. */
  readonly backup: string | null;
  /** The digest of our version. If the file still has it, `--remove` restores the copy. */
  readonly digest: string;
  /** Folders created for it, the innermost last. */
  readonly folders: readonly string[];
}

type Ledger = Readonly<Record<string, Kept>>;

export interface Applied {
  readonly file: string;
  readonly backup: string | null;
}

/** Adds our hooks. `bare` is the file without them, if it contains older ones of ours. */
export function install(change: Change, bare: string | undefined, dataDir: string): Applied {
  const { before, after = '' } = change;
  const file = resolved(change.file);
  const ledger = readLedger(dataDir);
  const known = ledger[file];
  const isUntouched = known !== undefined && before !== undefined && digest(before) === known.digest;
  const backup = isUntouched ? known.backup : keepCopy(file, bare, before, dataDir);
  const folders = makeFolders(dirname(file));
  replace(file, after, change.isExecutable === true ? 0o755 : 0o600);
  const kept: Kept = { backup, digest: digest(after), folders: isUntouched ? known.folders : folders };
  writeLedger(dataDir, { ...ledger, [file]: kept });
  return { file, backup };
}

/** Removes our hooks. Restores the earlier file byte for byte, unless it has changed since. */
export function remove(change: Change, dataDir: string): void {
  const file = resolved(change.file);
  const { [file]: known, ...rest } = readLedger(dataDir);
  const isUntouched =
    known !== undefined && change.before !== undefined && digest(change.before) === known.digest;
  if (isUntouched && known.backup !== null && existsSync(known.backup)) {
    replace(file, readFileSync(known.backup));
  } else if (change.after === undefined || (isUntouched && known.backup === null)) {
    rmSync(file);
    for (const folder of known?.folders.toReversed() ?? []) dropIfEmpty(folder);
  } else replace(file, change.after);
  writeLedger(dataDir, rest);
}

/** Links that form a cycle never lead to a file. */
const MAX_LINKS = 40;

/** A link to settings elsewhere stays a link, even if they do not exist yet. */
function resolved(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  let target = file;
  for (let links = 0; links < MAX_LINKS && isLink(target); links++)
    target = resolve(dirname(target), readlinkSync(target));
  return target;
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function keepCopy(
  file: string,
  bare: string | undefined,
  before: string | undefined,
  dataDir: string,
): string | null {
  if (before === undefined) return null;
  const folder = join(dataDir, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `${digest(file + before).slice(0, 12)}-${basename(file)}`;
  const copy = join(folder, name);
  if (bare === undefined || bare === before) copyFileSync(file, copy);
  else writeFileSync(copy, bare);
  chmodSync(copy, 0o600);
  return copy;
}

function makeFolders(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let here = folder; !existsSync(here); here = dirname(here)) missing.unshift(here);
  mkdirSync(folder, { recursive: true });
  return missing;
}

function dropIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder has other files.
  }
}

/** All or nothing. An existing file keeps its permissions. */
function replace(file: string, content: string | Uint8Array, newMode = 0o600): void {
  const mode = existsSync(file) ? statSync(file).mode & 0o777 : newMode;
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, content, { mode });
  chmodSync(temporary, mode);
  renameSync(temporary, file);
}

const LEDGER = 'init.json';

function readLedger(dataDir: string): Ledger {
  try {
    const { files } = JSON.parse(readFileSync(join(dataDir, LEDGER), 'utf8')) as { files?: Ledger };
    return files ?? {};
  } catch {
    // None yet, or an unusable one: then our part is removed from the text instead.
    return {};
  }
}

function writeLedger(dataDir: string, files: Ledger): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  replace(join(dataDir, LEDGER), JSON.stringify({ version: 1, files }, null, 2));
}

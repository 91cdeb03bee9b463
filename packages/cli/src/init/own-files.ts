/** The files that this program writes into its data folder, by name. Nothing else is ever deleted. */
import { existsSync, lstatSync, readdirSync, readFileSync, rmdirSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A folder and the names of our files in it. */
type OwnFolder = readonly [folder: string, name: RegExp];

const GATEWAY = /^(?:gateway\.db(?:-wal|-shm|-journal)?|token|address)$/;
const SESSION = /-[0-9a-f]{16}\.json(?:\.lock(?:\.break)?|\.corrupt-[\w.-]+|\.[\w-]+\.tmp)?$/;

const OWN: readonly OwnFolder[] = [
  ['.', /^init\.json$/],
  ['.', GATEWAY],
  ['gateway', GATEWAY],
  ['sessions', SESSION],
  ['hooks', /^[a-z-]+\.(?:fired|failed)\.json$/],
  ['backups', /^[0-9a-f]{12}-/],
  ['late', /-[0-9a-f]{16}\.\d+-\d+\.json$/],
  ['cache', /^hook-v[\w.-]+\.bin(?:\.\d+\.tmp)?$/],
];

export function ownFiles(data: string): readonly string[] {
  return OWN.flatMap(([folder, name]) =>
    namesIn(join(data, folder))
      .filter((file) => name.test(file))
      .map((file) => join(data, folder, file))
      .filter(isOwn),
  );
}

/** Deletes the files, and folders that become empty. */
export function deleteFiles(data: string, files: readonly string[]): void {
  for (const file of files) unlinkSync(file);
  for (const [folder] of OWN.toReversed()) dropIfEmpty(join(data, folder));
}

/** Other programs may use these file names, so the start of the content must match, too. */
const STARTS: Readonly<Record<string, RegExp>> = { token: /^rbt_/, address: /^https?:/ };

/** Links are not ours. */
function isOwn(file: string): boolean {
  if (!lstatSync(file).isFile()) return false;
  const start = STARTS[basename(file)];
  return start === undefined || start.test(readFileSync(file, 'utf8'));
}

/** Does not follow links to other folders. */
function namesIn(folder: string): readonly string[] {
  const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? readdirSync(folder) : [];
}

function dropIfEmpty(folder: string): void {
  if (existsSync(folder) && namesIn(folder).length === 0) rmdirSync(folder);
}

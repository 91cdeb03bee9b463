// A folder of sources shows its contents at one look: it holds at least two things and at most fifteen sources.
// Tests and pages stand beside their source, so they do not count. ESLint limits the length of scripts; this limits the
// length of style sheets, which it does not read.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../tools.mjs';

const MOST_SOURCES = 15;
const MOST_LINES = 250;
const SOURCE = /(?<!\.test)\.(ts|tsx|js|mjs|cjs|css)$/;
const SKIPPED = new Set(['node_modules', 'dist']);

/** Catalogues: one file per detector or format, however many there are. */
const CATALOGUES = new Set(['detectors', 'formats']);

/** Folders as { path, sources, folders }: how many sources and how many folders with sources each holds. */
export function problemsOf(folders) {
  const isTooFull = ({ path, sources }) => sources > MOST_SOURCES && !CATALOGUES.has(basename(path));
  const lonely = folders
    .filter(({ path, sources, folders: inner }) => sources + inner === 1 && !CATALOGUES.has(basename(path)))
    .map(({ path }) => `${path} holds one thing: move it up or beside what it belongs to`);
  const full = folders
    .filter(isTooFull)
    .map(
      ({ path, sources }) => `${path} holds ${sources} sources; ${MOST_SOURCES} are allowed: make folders`,
    );
  return [...lonely, ...full];
}

/** The folder and all folders in it that hold sources, at any depth. */
export function foldersIn(path, root = ROOT) {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  const inner = entries
    .filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name))
    .flatMap(({ name }) => foldersIn(`${path}/${name}`, root));
  const sources = entries.filter((entry) => entry.isFile() && SOURCE.test(entry.name)).length;
  const direct = inner.filter((one) => !one.path.slice(path.length + 1).includes('/')).length;
  return sources + inner.length > 0 ? [{ path, sources, folders: direct }, ...inner] : [];
}

/** Style sheets in these folders that are too long. */
export function longSheetsIn(folders, root = ROOT) {
  return folders.flatMap(({ path }) =>
    readdirSync(join(root, path))
      .filter((name) => name.endsWith('.css'))
      .map((name) => [`${path}/${name}`, readFileSync(join(root, path, name), 'utf8').split('\n').length - 1])
      .filter(([, lines]) => lines > MOST_LINES)
      .map(([name, lines]) => `${name} has ${lines} lines; ${MOST_LINES} are allowed`),
  );
}

function sourceRoots() {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/src`);
  return [...packages, 'bench', 'quality', 'scripts'].filter((path) => existsSync(join(ROOT, path)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folders = sourceRoots().flatMap((path) => foldersIn(path));
  const problems = [...problemsOf(folders), ...longSheetsIn(folders)];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

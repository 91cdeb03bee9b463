import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');
export const CLI = join(ROOT, 'packages/cli/dist/cli.js');
const SERVERS = join(import.meta.dirname, 'servers');
const require = createRequire(import.meta.url);
const packageFile = (name: string, file: string): string =>
  join(dirname(require.resolve(`${name}/package.json`)), file);
/** A server with a tool of each kind. */
export const EVERYTHING = [
  process.execPath,
  packageFile('@modelcontextprotocol/server-everything', 'dist/index.js'),
  'stdio',
];
/** The script of a server for files; its argument is the folder. */
export const FILES = packageFile('@modelcontextprotocol/server-filesystem', 'dist/index.js');
/** A server of the second SDK. */
export const MODERN = [process.execPath, join(SERVERS, 'modern.mjs')];
/** A server that breaks the protocol on request. */
export const FAULTY = [process.execPath, join(SERVERS, 'faulty.mjs')];

/** Builds the packages, so that tests run the program that users get. */
export function buildAll(): void {
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`The build failed:\n${built.stdout}${built.stderr}`);
}

/** The texts of a tool result. */
export const textOf = (result: unknown): string =>
  (result as { content: { text: string }[] }).content.map(({ text }) => text).join('\n');

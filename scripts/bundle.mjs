// For scripts written in TypeScript: bundles them with the sources as they stand, so that what runs is never stale.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './tools.mjs';

/** In a process of its own, with its words on stderr: stdout belongs to whoever asked. */
export function installQuietly() {
  const setup = pathToFileURL(join(ROOT, 'scripts/setup.mjs')).href;
  const code = `const { ensureInstalled } = await import(${JSON.stringify(setup)}); await ensureInstalled();`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
}

// One folder a run: several may go on at once.
const folder = join(ROOT, 'node_modules', '.rutbreak-bundles', String(process.pid));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The path of the bundle of `entry`; it is gone when this process ends. `more`: further options of tsdown. */
export async function bundle(entry, more = {}) {
  const { build } = await import('tsdown');
  await build({
    config: false,
    cwd: ROOT,
    entry: { main: entry },
    outDir: folder,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    dts: false,
    sourcemap: 'inline',
    logLevel: 'error',
    // These load parts of themselves by name.
    deps: { alwaysBundle: [/^@rutbreak\//], neverBundle: ['pg', 'libsql', 'fastify'] },
    inputOptions: { resolve: { conditionNames: ['@rutbreak/source', 'node', 'import', 'default'] } },
    ...more,
  });
  return join(folder, more.format === 'cjs' ? 'main.cjs' : 'main.mjs');
}

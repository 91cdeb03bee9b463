// `npm run quality -- --data DIR`: how well a preset tells loops from healthy work on labelled traces.
// The sources are bundled as they stand, so what is measured is never a stale build.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './tools.mjs';

// One folder a run: several may go on at once.
const OUT = join(ROOT, 'node_modules', '.rutbreak-quality', String(process.pid));

/** In a process of its own, with its words on stderr: stdout belongs to the figures. */
function install() {
  const setup = pathToFileURL(join(ROOT, 'scripts/setup.mjs')).href;
  const code = `const { ensureInstalled } = await import(${JSON.stringify(setup)}); await ensureInstalled();`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
}

async function bundle() {
  const { build } = await import('tsdown');
  await build({
    config: false,
    cwd: ROOT,
    entry: ['quality/main.ts'],
    outDir: OUT,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    dts: false,
    sourcemap: 'inline',
    logLevel: 'error',
    deps: { alwaysBundle: [/^@rutbreak\//] },
    inputOptions: { resolve: { conditionNames: ['@rutbreak/source', 'node', 'import', 'default'] } },
  });
  return import(pathToFileURL(join(OUT, 'main.mjs')).href);
}

install();
process.on('exit', () => rmSync(OUT, { recursive: true, force: true }));
const args = process.argv.slice(2);
const { main, measureBenchmark } = await bundle();
process.exitCode = args.includes('--benchmark') ? await measureBenchmark(args, console) : main(args, console);

// `npm run bench`: the figures in bench/, as ratios within one run. --json, --short, --only TEXT.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { bundle, installQuietly } from './bundle.mjs';
import { ROOT } from './tools.mjs';

installQuietly();
const { href } = pathToFileURL(await bundle('bench/main.ts'));
// In a process of its own, because the size of the heap can only be told after a collection that we ask for.
const code = `const { main } = await import(${JSON.stringify(href)}); process.exitCode = await main(process.argv.slice(1), console);`;
const args = ['--expose-gc', '--input-type=module', '-e', code, '--', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;

// `npm start`: the gateway with its page, from a fresh clone, with no other step. Arguments go on to `rutbreak serve`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { ROOT } from './tools.mjs';

await ensureInstalled();
await ensureBuilt();
// In this process: a signal then reaches the gateway itself.
const cli = join(ROOT, 'packages/cli/dist/cli.js');
process.argv = [process.argv[0], cli, 'serve', ...process.argv.slice(2)];
await import(pathToFileURL(cli).href);

// `npm test`: all tests, from a fresh clone, with no other step. Arguments go on to vitest.
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { show, tool } from './tools.mjs';

await ensureInstalled();
// Tests read the sources; the built packages are for those that start the program or pack a tarball.
await ensureBuilt();
ensureBrowser();
process.exitCode = show(tool('vitest'), ['run', ...process.argv.slice(2)]);

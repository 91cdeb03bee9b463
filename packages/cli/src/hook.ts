/** The file that agents start: CommonJS, because Node starts it faster. It only runs `hook-main.cjs` beside it. */
import { join } from 'node:path';
import { readEnvironment } from './config/environment.js';
import { runCached } from './hooks/code-cache.js';

const { dataDir, all } = readEnvironment();
const hasFlags = process.execArgv.length > 0 || (all['NODE_OPTIONS'] ?? '') !== '';
// In the command, `hook` comes before the name of the agent, as it does after `rutbreak`.
void runCached(
  join(__dirname, 'hook-main.cjs'),
  join(dataDir, 'cache'),
  process.argv.slice(3),
  hasFlags,
).then(
  ({ code, isReading }) => {
    // The agent's command turns the signal into a success.
    if (isReading) process.kill(process.pid, 'SIGKILL');
    process.exit(code);
  },
  (error: unknown) => {
    process.stderr.write(`rutbreak: the hook failed, and the agent goes on unguarded: ${String(error)}\n`);
    process.exit(0);
  },
);

import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { EXIT, type ExitCode } from '../../errors/exit.js';
import type { Io } from '../../io.js';
import { rowOf } from '../../report/session.js';
import { watchView } from '../../report/watch-view.js';
import { openStore } from '../../store/store.js';

interface WatchOptions {
  readonly data?: string;
  readonly every: number;
  readonly once?: boolean;
}

const RECENT = 3_600_000;
/** Back to the top left, then erase what follows: less flicker than clearing the screen. */
const CLEAR = '\u001b[H\u001b[J';

export function addWatch(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('watch')
    .summary('follow the sessions of coding agents as they work')
    .description('Follow the sessions of the last hour on this machine. Ctrl-C ends it.')
    .option('--data <dir>', 'where the sessions are kept')
    .option('--every <seconds>', 'how often to look', seconds, 1000)
    .option('--once', 'print the sessions once')
    .action(async (options: WatchOptions) => end(await watch(options, io)));
}

async function watch({ data, every, once }: WatchOptions, io: Io): Promise<ExitCode> {
  const store = openStore(data ?? io.dataDir);
  const isScreen = io.columns !== undefined && once !== true;
  let shown = '';
  while (!io.stdout.isClosed()) {
    const now = Date.now();
    const records = (await store.list()).filter(({ updatedAt }) => now - updatedAt < RECENT);
    const text =
      records.length === 0
        ? `No session of the last hour. Waiting for an agent; see: rutbreak doctor\n`
        : watchView(
            records.map((record) => rowOf(record, now)),
            { now, columns: io.columns, isColourful: io.isColourful },
          );
    if (isScreen) await io.stdout.write(CLEAR + text);
    else if (text !== shown) await io.stdout.write(text);
    shown = text;
    if (once === true) break;
    await sleep(every);
  }
  return EXIT.nothingFound;
}

function seconds(text: string): number {
  const value = Number(text);
  if (value >= 0.1 && value <= 3600) return value * 1000;
  throw new InvalidArgumentError('Use a number of seconds from 0.1 to 3600.');
}

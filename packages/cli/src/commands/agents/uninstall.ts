import type { Command } from 'commander';
import { isAgreed } from '../../ask.js';
import type { Io } from '../../io.js';
import { count, escapeText } from '../../text.js';
import { deleteFiles, ownFiles } from '../../init/own-files.js';
import { EXIT, type ExitCode } from '../../errors/exit.js';

interface UninstallOptions {
  readonly purge?: boolean;
  readonly yes?: boolean;
  readonly data?: string;
}

const MORE = `
Hooks stay in the settings of the agents: rutbreak init --remove takes them out. Do that first.
`;

export function addUninstall(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('uninstall')
    .summary('list what Rutbreak keeps on this machine, and delete it')
    .description('List what Rutbreak keeps on this machine, and delete it.')
    .option('--purge', 'delete it, after a question')
    .option('-y, --yes', 'with --purge: delete without a question')
    .option('--data <folder>', 'the data folder')
    .addHelpText('after', MORE)
    .action(async (options: UninstallOptions) => end(await uninstall(options, io)));
}

const MAX_LISTED = 10;

async function uninstall(options: UninstallOptions, io: Io): Promise<ExitCode> {
  const { purge, yes, data = io.dataDir } = options;
  const files = ownFiles(data);
  if (files.length === 0) {
    await io.stdout.write(`Rutbreak keeps nothing in ${escapeText(data)}.\n`);
    return EXIT.nothingFound;
  }
  const rest = files.length - MAX_LISTED;
  const listed = files.slice(0, MAX_LISTED).map((file) => `  ${escapeText(file)}\n`);
  const more = rest > 0 ? `  … and ${rest} more\n` : '';
  await io.stdout.write(`Rutbreak keeps ${count(files.length, 'file')} here:\n${listed.join('')}${more}`);
  if (purge !== true) {
    await io.stdout.write('To delete them: rutbreak uninstall --purge\n');
    return EXIT.nothingFound;
  }
  const question = { text: 'Delete them?', otherwise: 'Nothing was deleted.' };
  if (yes !== true && !(await isAgreed(question, io))) return EXIT.badInput;
  deleteFiles(data, files);
  await io.stdout.write(`Deleted. To remove the program: npm uninstall -g rutbreak\n`);
  return EXIT.nothingFound;
}

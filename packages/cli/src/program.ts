import { createGuard, PRESETS } from '@rutbreak/core';
import { Command, CommanderError, Option } from 'commander';
import { EXIT, type ExitCode, scan, type ScanOptions } from './commands/scan.js';
import type { Io } from './io.js';

const EXAMPLES = `
Examples:
  rutbreak scan runs.jsonl               what was found, a row a trace
  rutbreak scan traces/ --quiet          a whole folder, without healthy traces
  cat runs.jsonl | rutbreak scan --json  a line of JSON a trace, for programs

Input:
  JSON lines, one trace a line: {"id": "…", "events": [{"kind": "call", …}, …]},
  or one JSON document a file: a trace or a list of traces. Folders are searched
  for *.jsonl and *.json; hidden folders and node_modules are left out.

The table:
  FIRST @EVENT  the first intervention from nudge on, and which event it met
  WASTED        calls that only repeated what had been done
  TOKENS        what these calls cost, where the trace says so

Exit code:
  0  no loops
  1  loops found
  2  bad usage, or something could not be read; the rest was still scanned
`;

const NOTHING_TO_SCAN = 'error: nothing to scan. Name a file or a folder, or pipe traces in; see --help.';

/** Runs the program; the exit code is returned, not acted on. */
export async function run(args: readonly string[], version: string, io: Io): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.nothingFound;
  const texts: Promise<void>[] = [];
  const program = new Command('rutbreak')
    .description('Finds where an AI agent goes in circles.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void texts.push(io.stdout.write(text)),
      writeErr: (text) => void texts.push(io.stderr.write(text)),
      getOutHelpWidth: () => io.columns ?? 100,
      getErrHelpWidth: () => io.columns ?? 100,
    });
  addScan(program, io, (code) => (exitCode = code));
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    exitCode = error.exitCode === 0 ? EXIT.nothingFound : EXIT.badInput;
  }
  await Promise.all(texts);
  return exitCode;
}

function addScan(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('scan')
    .summary('find loops in recorded agent runs')
    .description('Find loops in recorded agent runs, and what they cost.')
    .argument('[paths...]', 'files or folders; "-", or nothing with piped input, is standard input')
    .addOption(
      new Option('-p, --preset <name>', 'how to judge').choices(PRESETS).default(createGuard().preset),
    )
    .option('--json', 'one line of JSON a trace on standard output, and nothing else there')
    .option('-q, --quiet', 'no rows for healthy traces, no notes about skipped events')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], options: ScanOptions, command: Command) => {
      if (paths.length === 0 && io.stdin.isTTY === true) {
        command.error(NOTHING_TO_SCAN);
      }
      end(await scan(paths.length === 0 ? ['-'] : paths, options, io));
    });
}

import { RutbreakError } from '@rutbreak/core';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { configFlags } from './config/flags.js';
import { addCompletion } from './commands/completion.js';
import { addConfig } from './commands/config.js';
import { addDemo } from './commands/demo.js';
import { addDoctor } from './commands/doctor.js';
import { EXIT } from './exit.js';
import { explainFile, type ExplainOptions } from './commands/explain.js';
import { addHook } from './commands/hook.js';
import { addInit } from './commands/init.js';
import { addLlm } from './commands/llm.js';
import { addLoopbench } from './commands/loopbench.js';
import { addMcp } from './commands/mcp.js';
import { addPolicy } from './commands/policy.js';
import { replay, type ReplayOptions } from './commands/replay.js';
import { FAIL_ON, FORMATS, scan, type ScanOptions } from './commands/scan.js';
import { addServe } from './commands/serve.js';
import { addUninstall } from './commands/uninstall.js';
import { addWatch } from './commands/watch.js';
import { addSession } from './commands/session.js';
import { addTune } from './commands/tune.js';
import { type Prices, readPrices } from './config/prices.js';
import type { Io } from './io.js';
import { escapeText } from './text.js';
import { MAX_LINE } from './transcripts/lines.js';
import { knownPlaces } from './transcripts/places.js';

const EXAMPLES = `
Examples:
  rutbreak scan                          the agents on this machine
  rutbreak scan runs.jsonl               the loops of a file, worst first
  rutbreak scan traces/ --all            every trace of a folder, in order
  cat runs.jsonl | rutbreak scan --json  a line of JSON a trace, for programs

Input:
  Transcripts of Claude Code, Codex, Gemini CLI, Qwen Code, Copilot CLI, Cursor,
  opencode, aider, SWE-agent, mini-swe-agent, OpenHands; message lists of OpenAI
  and Anthropic; OTLP and OpenInference spans in JSON; and traces of our own,
  one a line:
  {"id": "…", "events": [{"kind": "call", …}, …]}. The content tells which.
  Folders are searched for *.jsonl, *.json, *.traj and aider's history; hidden
  folders and node_modules are left out. Without a path: what is piped in, or
  the known places of the agents on this machine.

The table:
  FIRST @EVENT  the first intervention from nudge on, and which event it met
  WASTED        calls that only repeated what had been done
  TOKENS        what these calls cost, where the trace says so

Exit code:
  0  no loops
  1  loops found
  2  bad usage, or something could not be read; the rest was still scanned
`;

const NOTHING_TO_SCAN =
  'error: nothing to scan: no transcripts of Claude Code, Codex, Gemini CLI, Qwen Code, Copilot CLI, Cursor, opencode or aider here. Name a file or a folder, or pipe traces in; see --help.';

const COMMANDS: readonly ((program: Command, io: Io, end: (code: number) => void) => void)[] = [
  addScan,
  addExplain,
  addReplay,
  addTune,
  addLoopbench,
  addLlm,
  addSession,
  addMcp,
  addPolicy,
  addConfig,
  addInit,
  addDoctor,
  addHook,
  addServe,
  addUninstall,
  addWatch,
  addDemo,
  addCompletion,
];

/** Runs the program; the exit code is returned, not acted on. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let exitCode: number = EXIT.nothingFound;
  const texts: Promise<void>[] = [];
  const program = new Command('rutbreak')
    .description('Notices where an AI agent goes in circles, and gets it moving again.')
    .enablePositionalOptions()
    .version(io.version, '-v, --version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void texts.push(io.stdout.write(text)),
      writeErr: (text) => void texts.push(io.stderr.write(text)),
      getOutHelpWidth: () => io.columns ?? 100,
      getErrHelpWidth: () => io.columns ?? 100,
    });
  const end = (code: number): void => void (exitCode = code);
  for (const add of COMMANDS) add(program, io, end);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof RutbreakError) texts.push(io.stderr.write(`error: ${escapeText(error.message)}\n`));
    else if (!(error instanceof CommanderError)) throw error;
    const isFine = error instanceof CommanderError && error.exitCode === 0;
    exitCode = isFine ? EXIT.nothingFound : EXIT.badInput;
  }
  await Promise.all(texts);
  return exitCode;
}

function addScan(program: Command, io: Io, end: (code: number) => void): void {
  const command = program
    .command('scan')
    .summary('find loops in recorded agent runs')
    .description('Find loops in recorded agent runs, and what they cost.')
    .argument(
      '[paths...]',
      'files, folders or patterns; "-", or nothing with piped input, is standard input',
    );
  configFlags(command)
    .option('--json', 'one line of JSON a trace on standard output, and nothing else there')
    .addOption(new Option('--format <name>', 'how to print; json is the same as --json').choices(FORMATS))
    .addOption(
      new Option('--fail-on <verdict>', 'which verdict ends with exit code 1')
        .choices(FAIL_ON)
        .default('looping'),
    )
    .addOption(
      new Option('--prices <file>', 'a price table, to tell what was wasted in money').argParser(pricesIn),
    )
    .option('--report <file.html>', 'also write a page to look at: timelines, loops, what they cost')
    .option('--export <file.jsonl>', 'also write the traces in one form, one a line')
    .option('--redact', 'with --export: made-up words instead of content, and the same verdicts')
    .option(
      '--salt <text>',
      'with --redact: the same made-up words each time; whoever knows it can test guesses',
    )
    .addOption(
      new Option('--max-line <MiB>', 'the longest line, or document, that is read')
        .argParser(bytesIn)
        .default(MAX_LINE, '32'),
    )
    .option('--no-progress', 'no line on the terminal that says how far a long scan is')
    .option('-a, --all', 'every trace in the order of the files, not only loops')
    .option('-q, --quiet', 'no notes about skipped events; with --all: no healthy traces')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], options: ScanOptions, command: Command) => {
      end(await scanAs(paths.length > 0 ? paths : await unnamedInput(io), options, io, command));
    });
}

function addExplain(program: Command, io: Io, end: (code: number) => void): void {
  const command = program
    .command('explain')
    .summary('show one run as a timeline')
    .description(
      'Show a recorded run event by event: what was said about each, on what evidence, and why\nother repetitions were left alone.',
    )
    .argument('<file>', 'a transcript or a file of traces')
    .option('-t, --trace <id>', 'only the trace whose name begins so');
  configFlags(command).action(async (file: string, options: ExplainOptions) => {
    end(await explainFile(file, options, io));
  });
}

function addReplay(program: Command, io: Io, end: (code: number) => void): void {
  const command = program
    .command('replay')
    .summary('show what another configuration would have done')
    .description('Judge recorded runs anew and show where the outcome differs from the default.')
    .argument('<paths...>', 'files or folders');
  configFlags(command).action(async (paths: string[], options: ReplayOptions) => {
    end(await replay(paths, options, io));
  });
}

/** Nobody named anything: what is piped in, or else the transcripts of the agents on this machine. */
async function unnamedInput(io: Io): Promise<readonly string[]> {
  if (io.stdin.isTTY !== true) return ['-'];
  const places = knownPlaces(io.surroundings);
  for (const { agent, path } of places) await io.stderr.write(`note: scanning ${agent}: ${path}\n`);
  return places.map(({ path }) => path);
}

/** What `--export` names is opened at the start; that it cannot be is bad usage. */
async function scanAs(
  paths: readonly string[],
  options: ScanOptions,
  io: Io,
  command: Command,
): Promise<number> {
  if (paths.length === 0) command.error(NOTHING_TO_SCAN);
  if (options.redact && options.export === undefined)
    command.error('error: --redact needs --export FILE, which says where the traces go.');
  if (options.salt !== undefined && !options.redact)
    command.error('error: --salt needs --redact: without it no words are made up.');
  try {
    return await scan(paths, options, io);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== 'open') throw error;
    return command.error(`error: --export: ${(error as Error).message}`);
  }
}

function bytesIn(text: string): number {
  const size = Number(text);
  if (!(size > 0)) throw new InvalidArgumentError('It must be a number of MiB above 0.');
  return Math.round(size * 1024 * 1024);
}

function pricesIn(file: string): Prices {
  try {
    return readPrices(file);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

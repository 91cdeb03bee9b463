import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { configFlags } from './config/flags.js';
import { addCompletion } from './commands/completion.js';
import { addConfig } from './commands/config.js';
import { addDemo } from './commands/demo.js';
import { addDoctor } from './commands/agents/doctor.js';
import { EXIT } from './errors/exit.js';
import { describeError } from './errors/report-errors.js';
import { explainFile, type ExplainOptions } from './commands/recordings/explain.js';
import { addHook } from './commands/agents/hook.js';
import { addInit } from './commands/agents/init.js';
import { addLlm } from './commands/llm.js';
import { addLoopbench } from './commands/loopbench.js';
import { addMcp } from './commands/mcp.js';
import { addPolicy } from './commands/policy.js';
import { replay, type ReplayOptions } from './commands/recordings/replay.js';
import { FAIL_ON, FORMATS, scan, type ScanOptions } from './commands/recordings/scan.js';
import { addServe } from './commands/serve.js';
import { addUninstall } from './commands/agents/uninstall.js';
import { addWatch } from './commands/agents/watch.js';
import { addSession } from './commands/agents/session.js';
import { addTune } from './commands/recordings/tune.js';
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
  cat runs.jsonl | rutbreak scan --json  one line of JSON per trace

Input:
  Transcripts of Claude Code, Codex, Gemini CLI, Qwen Code, Copilot CLI, Cline,
  Cursor, Droid, Kiro, VS Code, opencode, aider, SWE-agent, mini-swe-agent,
  OpenHands; message lists of OpenAI and Anthropic; OTLP and OpenInference spans
  in JSON; sessions exported from a gateway; Rutbreak's own traces, one a line:
  {"id": "…", "events": [{"kind": "call", …}, …]}.
  The format is detected from the content.
  Folders are searched for *.jsonl, *.json, *.traj and aider's history; hidden
  folders and node_modules are skipped. Without a path: standard input, or the
  transcripts of the agents on this machine.

The table of --all:
  FIRST @EVENT  the first intervention, and the event that it was about
  WASTED        calls that only repeated earlier work
  TOKENS        the tokens of these calls, if the trace has them

Exit code:
  0  no loops
  1  loops found
  2  bad usage, or some input could not be read; the rest was scanned
`;

const NOTHING_TO_SCAN =
  'error: nothing to scan: no agent has left a transcript on this machine. Name a file or a folder, or pipe traces in.';

type AddCommand = (program: Command, io: Io, end: (code: number) => void) => void;

/** The commands by what somebody wants to do, in the order of the help. */
const COMMANDS: readonly (readonly [heading: string, ...commands: readonly AddCommand[]])[] = [
  ['Start here:', addDemo, addInit, addDoctor, addScan, addExplain],
  ['While agents work:', addWatch, addSession, addServe, addMcp, addLlm],
  ['Settings and limits:', addConfig, addPolicy, addReplay, addTune, addLoopbench],
  ['Other:', addCompletion, addUninstall, addHook],
];

/** Runs the program; the exit code is returned, not acted on. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let exitCode: number = EXIT.nothingFound;
  const texts: Promise<void>[] = [];
  const program = new Command('rutbreak')
    .description('Notices when an AI agent goes in circles, and gets it moving again.')
    .enablePositionalOptions()
    .helpCommand(false)
    .version(io.version, '-v, --version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void texts.push(io.stdout.write(text)),
      writeErr: (text) => void texts.push(io.stderr.write(text)),
      getOutHelpWidth: () => io.columns ?? 100,
      getErrHelpWidth: () => io.columns ?? 100,
    })
    // As in gh: the arguments of a command are in its own help.
    .configureHelp({ subcommandTerm: (command) => command.name() });
  const end = (code: number): void => void (exitCode = code);
  for (const [heading, ...commands] of COMMANDS) {
    program.commandsGroup(heading);
    for (const add of commands) add(program, io, end);
  }
  nameTheHelp(program, 'rutbreak');
  try {
    await program.parseAsync(askedFor(args, program), { from: 'user' });
  } catch (error) {
    exitCode = error instanceof CommanderError && error.exitCode === 0 ? EXIT.nothingFound : EXIT.badInput;
    // Commander has already printed its own error.
    const sentence = error instanceof CommanderError ? '' : describeError(error);
    if (sentence === undefined) throw error;
    if (sentence !== '') texts.push(io.stderr.write(`error: ${escapeText(sentence)}\n`));
  }
  await Promise.all(texts);
  return exitCode;
}

/** After a mistake in the command line, the command that shows how it is written. */
function nameTheHelp(command: Command, path: string): void {
  command.showHelpAfterError(`See: ${path} --help`);
  for (const one of command.commands) nameTheHelp(one, `${path} ${one.name()}`);
}

/** The program alone asks for help; so does `help`, which Commander would list in a group of its own. */
function askedFor(args: readonly string[], program: Command): readonly string[] {
  const [first, ...rest] = args;
  if (first === undefined) return ['--help'];
  if (first !== 'help') return args;
  const isKnown = program.commands.some((command) => command.name() === rest[0]);
  return rest.length === 0 || isKnown ? [...rest, '--help'] : rest;
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
    .option('--json', 'print one line of JSON per trace and nothing else')
    .addOption(new Option('--format <name>', 'output format; json is the same as --json').choices(FORMATS))
    .addOption(
      new Option('--fail-on <verdict>', 'the verdict that ends with exit code 1')
        .choices(FAIL_ON)
        .default('looping'),
    )
    .addOption(new Option('--prices <file>', 'a price table, to print the wasted money').argParser(pricesIn))
    .option('--report <file.html>', 'also write an HTML report with timelines, loops and their cost')
    .option('--export <file.jsonl>', 'also write the traces in one form, one a line')
    .option('--redact', 'with --export: replace content with made-up words that give the same verdicts')
    .option('--salt <text>', 'with --redact: make replacement words repeatable; keep the salt secret')
    .addOption(
      new Option('--max-line <MiB>', 'the longest line or document to read')
        .argParser(bytesIn)
        .default(MAX_LINE, '32'),
    )
    .option('--no-progress', 'hide the progress line')
    .option('-n, --limit <number>', 'show this many loops, the worst; 0 shows all', limitIn, 20)
    .option('-a, --all', 'show every trace in the order of the files, not only loops')
    .option('--verbose', 'every message about the input, and every intervention of a loop')
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
      'Show a recorded run event by event: the decisions, their evidence, and why other\nrepetitions are not loops.',
    )
    .argument('<file>', 'a transcript or a file of traces; FILE:LINE is the trace of that line')
    .option('-t, --trace <id>', 'only the trace whose name starts with this');
  configFlags(command).action(async (file: string, options: ExplainOptions) => {
    end(await explainFile(file, options, io));
  });
}

function addReplay(program: Command, io: Io, end: (code: number) => void): void {
  const command = program
    .command('replay')
    .summary('show what another configuration would have done')
    .description('Run detection again on recorded runs and show where the outcome differs from the default.')
    .argument('<paths...>', 'files or folders');
  configFlags(command).action(async (paths: string[], options: ReplayOptions) => {
    end(await replay(paths, options, io));
  });
}

/** The input of a scan without paths: standard input, or else the transcripts of the agents on this machine. */
async function unnamedInput(io: Io): Promise<readonly string[]> {
  if (io.stdin.isTTY !== true) return ['-'];
  const places = knownPlaces(io.surroundings);
  for (const { agent, path } of places) await io.stderr.write(`note: scanning ${agent}: ${path}\n`);
  return places.map(({ path }) => path);
}

/** Opens the file of `--export` first, so that a bad path fails at once. */
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

function limitIn(text: string): number {
  const limit = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(limit) || limit < 0)
    throw new InvalidArgumentError('It must be a whole number; 0 shows all.');
  return limit;
}

function pricesIn(file: string): Prices {
  try {
    return readPrices(file);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

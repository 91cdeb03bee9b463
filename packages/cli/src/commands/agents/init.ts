import { RutbreakError } from '@rutbreak/core';
import { type Command, Option } from 'commander';
import { dirname, join } from 'node:path';
import { commandFor, hookCommand } from '../../agents/command.js';
import { AGENT_IDS, AGENTS, type AgentId, type Scope } from '../../agents/index.js';
import { agentsNamed } from '../../agents/named.js';
import type { Door } from '../../agents/settings.js';
import { isAgreed } from '../../ask.js';
import { install, remove } from '../../init/apply.js';
import { diffOf } from '../../init/diff.js';
import type { Change, Plan } from '../../init/plan.js';
import type { Io } from '../../io.js';
import { escapeText } from '../../text.js';
import { EXIT, type ExitCode } from '../../errors/exit.js';
import { UsageError } from '../../errors/usage-error.js';

const NO_AGENT =
  'No coding agent was found in your home folder or in this project. Name the one you use: rutbreak init claude-code.';

const MORE = `
Agents: ${AGENT_IDS.slice(0, 6).join(', ')},
${AGENT_IDS.slice(6).join(', ')}. Without names: all that are used here.

Examples:
  rutbreak init                     show what would change, ask, and write it
  rutbreak init codex --yes         without a question
  rutbreak init --project           for this project only
  rutbreak init --remove            restore the old settings, byte for byte
  rutbreak doctor                   check that it works

The old settings are kept as a copy. Comments and all other settings stay as they are.
`;

interface InitOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly remove?: boolean;
  readonly undo?: boolean;
  readonly project?: boolean;
  readonly home?: boolean;
  readonly command?: string;
  readonly gateway?: string;
}

export function addInit(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('init')
    .summary('guard the coding agents on this machine')
    .description('Guard the coding agents on this machine: put the hook into their settings.')
    .argument('[agents...]', 'which agents')
    .option('-y, --yes', 'write without asking')
    .option('--dry-run', 'show what would change, and write nothing')
    .option('--remove', 'take the hook out again')
    .option('--undo', 'the same as --remove')
    .addOption(new Option('--project', 'in this project only').conflicts('home'))
    .option('--home', 'for all projects of this user')
    .option('--command <text>', 'how the agent starts this program, without "hook <agent>"')
    .addOption(
      new Option('--gateway <url>', 'Claude Code only: send hooks to a running gateway').conflicts('command'),
    )
    .addHelpText('after', MORE)
    .action(async (agents: string[], options: InitOptions) => end(await init(agents, options, io)));
}

async function init(names: readonly string[], options: InitOptions, io: Io): Promise<ExitCode> {
  const isRemoval = options.remove === true || options.undo === true;
  const agents = await agentsOf(names, isRemoval, io);
  const { changes, notes } = await planOf(agents, isRemoval, options, io);
  for (const note of notes) await io.stdout.write(`${escapeText(note)}\n`);
  if (changes.length === 0) return EXIT.nothingFound;
  for (const { file, before, after } of changes) await io.stdout.write(safely(diffOf(file, before, after)));
  if (options.dryRun === true) return EXIT.nothingFound;
  if (options.yes !== true && !(await isAgreed(QUESTION, io))) return EXIT.badInput;
  for (const change of changes) await carryOut(change, isRemoval, io);
  if (!isRemoval) await io.stdout.write(advice(changes));
  return EXIT.nothingFound;
}

async function agentsOf(names: readonly string[], isRemoval: boolean, io: Io): Promise<readonly AgentId[]> {
  const { usedAgents } = await import('../../init/plan.js');
  if (names.length > 0) return agentsNamed(names);
  const used = isRemoval ? AGENT_IDS : usedAgents(AGENT_IDS, io.surroundings);
  if (used.length > 0) return used;
  throw new UsageError(`${NO_AGENT} Use one of: ${AGENT_IDS.join(', ')}.`);
}

async function planOf(
  agents: readonly AgentId[],
  isRemoval: boolean,
  options: InitOptions,
  io: Io,
): Promise<Plan> {
  const { planInstall, planRemoval } = await import('../../init/plan.js');
  if (isRemoval) return planRemoval(agents, io.surroundings);
  const scope: Scope | undefined = options.project ? 'project' : options.home ? 'home' : undefined;
  return planInstall({
    ...{ agents, around: io.surroundings, ...(scope && { scope }) },
    doorOf: (agent) => doorOf(agent, options, io),
    module: join(dirname(io.script), 'opencode.js'),
  });
}

function doorOf(agent: AgentId, { command, gateway }: InitOptions, { script }: Io): Door {
  if (gateway !== undefined) {
    const hint = 'Name it alone: rutbreak init claude-code --gateway URL. Others start a program.';
    if (agent !== 'claude-code')
      throw new RutbreakError('OPTION_RANGE', { option: 'gateway', got: agent, hint });
    if (!/^https?:$/.test(URL.canParse(gateway) ? new URL(gateway).protocol : ''))
      throw new RutbreakError('OPTION_RANGE', {
        option: 'gateway',
        got: gateway,
        hint: 'Use an http address.',
      });
    return { gateway, command: commandFor(process.execPath, script, agent, ['--gateway', gateway]) };
  }
  return {
    command:
      command === undefined ? commandFor(process.execPath, script, agent) : hookCommand(command, agent),
  };
}

async function carryOut(change: Change, isRemoval: boolean, io: Io): Promise<void> {
  const { removed } = await import('../../init/plan.js');
  const { agent, file } = change;
  if (isRemoval) {
    remove(change, io.dataDir);
    await io.stdout.write(`${escapeText(file)}: taken out.\n`);
    return;
  }
  const bare = change.before === undefined ? undefined : removed(agent, file);
  const { backup } = install(change, bare, io.dataDir);
  const copy = backup === null ? '' : ` Copy of the old file: ${backup}`;
  await io.stdout.write(`${escapeText(`${file}: written.${copy}`)}\n`);
}

const QUESTION = { text: 'Write this?', otherwise: 'Nothing was written.' };

function safely(diff: string): string {
  return diff
    .split('\n')
    .map((line) => escapeText(line.replaceAll('\t', '    ')))
    .join('\n');
}

function advice(changes: readonly Change[]): string {
  const agents = [...new Set(changes.map(({ agent }) => agent))];
  const titles = agents.map((agent) => AGENTS[agent].title).join(', ');
  const more = agents.flatMap((agent) => AGENTS[agent].afterInit ?? []);
  return [
    `${titles}: guarded from the next start on.`,
    ...more,
    'To check that it works: rutbreak doctor',
    '',
  ].join('\n');
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { AGENT_IDS, AGENTS, type AgentId } from '../../agents/index.js';
import { agentsNamed } from '../../agents/named.js';
import { readEnvironment } from '../../config/environment.js';
import type { Check } from '../../doctor/check.js';
import { lastFired } from '../../hooks/fired.js';
import type { Io } from '../../io.js';
import { escapeText } from '../../text.js';
import { EXIT, type ExitCode } from '../../errors/exit.js';
import { UsageError } from '../../errors/usage-error.js';

const MORE = `
Checks the settings, starts the hook as the agent would, and prints when the agent itself last started it.
For Codex it also checks that the hook is trusted, because Codex silently skips hooks that are not.

Exit code:
  0  every agent that is set up is guarded, or waits for its first event
  1  something is to be done; it says what
  2  bad usage, or no agent is set up
`;

interface DoctorOptions {
  readonly wait?: number;
  readonly json?: boolean;
}

export function addDoctor(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('doctor')
    .summary('check that the hooks work')
    .description('Check that the hooks of the coding agents work, and say what to do if not.')
    .argument('[agents...]', 'which agents; without names: all that are set up')
    .option(
      '--wait <seconds>',
      'wait this long for the agent to start the hook: let it run one command',
      seconds,
    )
    .option('--json', 'print one line of JSON per check')
    .addHelpText('after', MORE)
    .action(async (agents: string[], options: DoctorOptions) => end(await doctor(agents, options, io)));
}

async function doctor(names: readonly string[], options: DoctorOptions, io: Io): Promise<ExitCode> {
  const agents = await agentsOf(names, io);
  if (options.wait !== undefined) await waitForFire(agents, options.wait, io);
  const { examine } = await import('../../doctor/examine.js');
  const { surroundings: around, dataDir, script } = io;
  const { all: env, token } = readEnvironment();
  let isBroken = false;
  for (const agent of agents) {
    const checks = await examine({ agent, around, dataDir, script, env, token, now: Date.now() });
    isBroken ||= checks.some(({ state }) => state === 'wrong');
    await io.stdout.write(options.json === true ? jsonOf(agent, checks) : textOf(agent, checks));
  }
  return isBroken ? EXIT.loopsFound : EXIT.nothingFound;
}

async function agentsOf(names: readonly string[], io: Io): Promise<readonly AgentId[]> {
  if (names.length > 0) return agentsNamed(names);
  const { guardedAgents } = await import('../../doctor/examine.js');
  const guarded = guardedAgents(AGENT_IDS, io.surroundings);
  if (guarded.length > 0) return guarded;
  throw new UsageError('No coding agent is set up. Run: rutbreak init');
}

const PAUSE = 200;

/** Waits while the user lets the agent run one command. */
async function waitForFire(agents: readonly AgentId[], time: number, io: Io): Promise<void> {
  const start = Date.now();
  const titles = agents.map((agent) => AGENTS[agent].title).join(', ');
  await io.stderr.write(`Waiting ${time / 1000} s for the hook to fire: let ${titles} run one command.\n`);
  const hasFired = (agent: AgentId): boolean => (lastFired(io.dataDir, agent)?.at ?? 0) >= start;
  while (Date.now() - start < time && !agents.every(hasFired)) await sleep(PAUSE);
}

const LABELS: Readonly<Record<Check['state'], string>> = { ok: 'ok   ', waiting: 'WAIT ', wrong: 'WRONG' };

function textOf(agent: AgentId, checks: readonly Check[]): string {
  const lines = checks.flatMap(({ state, text, todo }) => [
    `  ${LABELS[state]} ${text}`,
    ...(todo === undefined ? [] : [`        → ${todo}`]),
  ]);
  return `${[AGENTS[agent].title, ...lines].map(escapeText).join('\n')}\n`;
}

function jsonOf(agent: AgentId, checks: readonly Check[]): string {
  return checks.map((check) => `${JSON.stringify({ agent, ...check })}\n`).join('');
}

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && value <= 3600) return value * 1000;
  throw new InvalidArgumentError('Use a number of seconds up to 3600.');
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandFor } from '../packages/cli/src/agents/command.js';
import { type Effort, type Figure, median } from './harness.js';

/**
 * What an agent waits for before each of its calls: the command that `init` writes, in a shell, has been told, and has
 * answered. It is started from the packed package, which is what users have.
 */
const PACKAGE = join(process.cwd(), 'packages/cli');

/** Two agents with the two hooks of a call. The command for the second one begins with a limit of time. */
const EVENTS = {
  'claude-code': ['PreToolUse', 'PostToolUse'],
  gemini: ['BeforeTool', 'AfterTool'],
} as const;
type Hooked = keyof typeof EVENTS;

/** A step of healthy work: most calls are that. */
const inputOf = (agent: Hooked, step: number): string =>
  JSON.stringify({
    ...{ session_id: 'bench', tool_name: 'Bash', cwd: '/project', tool_use_id: `${step >> 1}` },
    ...{ hook_event_name: EVENTS[agent][step % 2], timestamp: `2026-01-01T00:00:00.${100 + step}Z` },
    tool_input: { command: `cat part-${step >> 1}.txt`, description: 'Read the next part' },
    tool_response: { llmContent: `part ${step >> 1} has ${(step >> 1) * 7} lines` },
  });

/** A bare start of Node and a hook, one right after the other, in milliseconds. */
interface Pair {
  readonly bare: number;
  readonly hook: number;
}

const LEAST = 60;
/** The first ones fill the caches. */
const WARM_UP = 4;
const measured = new Map<string, readonly Pair[]>();

/** What disturbs the machine disturbs both of a pair. All figures of an agent are about the same starts. */
function pairsOf(agent: Hooked, effort: Effort): readonly Pair[] {
  const name = `${agent} ${effort.rounds}`;
  const known = measured.get(name);
  if (known) return known;
  const folder = mkdtempSync(join(tmpdir(), 'rutbreak-bench-'));
  const pairs: Pair[] = [];
  try {
    const script = installedProgram(folder);
    for (let step = 0; step < WARM_UP + Math.max(LEAST, effort.rounds / 5); step++)
      pairs.push(pairOf(agent, script, folder, step));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  measured.set(name, pairs.slice(WARM_UP));
  return pairs.slice(WARM_UP);
}

/** In turn: the one that comes second finds the processor warm. */
function pairOf(agent: Hooked, script: string, data: string, step: number): Pair {
  const command = commandFor(process.execPath, script, agent, ['--data', join(data, 'state')]);
  const startBare = (): number => timeOf(process.execPath, ['-e', '0'], '', data);
  const startHook = (): number => timeOf(command, undefined, inputOf(agent, step), data);
  if (step % 2 === 0) return { bare: startBare(), hook: startHook() };
  const first = startHook();
  return { hook: first, bare: startBare() };
}

function installedProgram(folder: string): string {
  run('npm', ['pack', '--silent', '--pack-destination', folder], PACKAGE);
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  run('tar', ['-xzf', tarball], folder);
  return join(folder, 'package', 'dist', 'cli.js');
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${command} ended with ${status ?? 'a signal'}: ${stderr}. Run: npm run build`);
}

/** Without arguments, a command for the shell, as agents start it. */
function timeOf(command: string, args: readonly string[] | undefined, input: string, data: string): number {
  const env = { ...process.env, XDG_STATE_HOME: data, LOCALAPPDATA: data };
  const start = performance.now();
  const { status, stderr } = spawnSync(command, args ?? [], { input, env, shell: args === undefined });
  const took = performance.now() - start;
  // The command itself hides a failure.
  if (status !== 0 || stderr.length > 0)
    throw new Error(
      `${command} ended with ${status ?? 'a signal'}: ${stderr.toString()}. Run: npm run build`,
    );
  return took;
}

/** The ratio of each pair first: the load of the machine changes within a run, and both of a pair have the same. */
function shareOfNode(agent: Hooked, effort: Effort): number {
  return median(pairsOf(agent, effort).map(({ bare, hook }) => hook / bare));
}

/** What the hook promises, whatever the machine: a third of a second beyond Node's own start. */
function shareOfPromise(effort: Effort): number {
  return median(pairsOf('claude-code', effort).map(({ bare, hook }) => hook - bare)) / 300;
}

export const figures: readonly Figure[] = [
  {
    ...{ name: 'hook-start vs bare Node', limit: 1.5 },
    measure: (effort) => shareOfNode('claude-code', effort),
  },
  {
    ...{ name: 'hook-start with a limit of time vs bare Node', limit: 1.5 },
    measure: (effort) => shareOfNode('gemini', effort),
  },
  { name: 'hook beyond Node, of 300 ms', limit: 1, measure: shareOfPromise },
];

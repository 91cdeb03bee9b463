import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Effort, type Figure, median } from './harness.js';

/**
 * What an agent waits for before each of its calls: a process that is started, told, and has answered. It is started from
 * the packed package, which is what users have.
 */
const PACKAGE = join(process.cwd(), 'packages/cli');
/** The two hooks of a call. */
const EVENTS = ['PreToolUse', 'PostToolUse'];

/** A step of healthy work: most calls are that. */
const inputOf = (step: number): string =>
  JSON.stringify({
    ...{ session_id: 'bench', tool_name: 'Bash', cwd: '/project', tool_use_id: `${step >> 1}` },
    hook_event_name: EVENTS[step % 2],
    tool_input: { command: `cat part-${step >> 1}.txt`, description: 'Read the next part' },
    tool_response: `part ${step >> 1} has ${(step >> 1) * 7} lines`,
  });

/** A bare start of Node and a hook, one right after the other, in milliseconds. */
interface Pair {
  readonly bare: number;
  readonly hook: number;
}

const LEAST = 60;
/** The first ones fill the caches. */
const WARM_UP = 4;
const measured = new Map<Effort, readonly Pair[]>();

/** What disturbs the machine disturbs both of a pair. All figures are about the same starts. */
function pairsOf(effort: Effort): readonly Pair[] {
  const known = measured.get(effort);
  if (known) return known;
  const folder = mkdtempSync(join(tmpdir(), 'rutbreak-bench-'));
  const pairs: Pair[] = [];
  try {
    const hook = installedHook(folder);
    for (let step = 0; step < WARM_UP + Math.max(LEAST, effort.rounds / 5); step++)
      pairs.push(pairOf(hook, folder, step));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  measured.set(effort, pairs.slice(WARM_UP));
  return pairs.slice(WARM_UP);
}

/** In turn: the one that comes second finds the processor warm. */
function pairOf(hook: string, data: string, step: number): Pair {
  const startBare = (): number => timeOf(['-e', '0'], '', data);
  const startHook = (): number =>
    timeOf([hook, 'hook', 'claude-code', '--data', join(data, 'state')], inputOf(step), data);
  if (step % 2 === 0) return { bare: startBare(), hook: startHook() };
  const first = startHook();
  return { hook: first, bare: startBare() };
}

function installedHook(folder: string): string {
  run('npm', ['pack', '--silent', '--pack-destination', folder], PACKAGE);
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  run('tar', ['-xzf', tarball], folder);
  return join(folder, 'package', 'dist', 'hook.cjs');
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${command} ended with ${status ?? 'a signal'}: ${stderr}. Run: npm run build`);
}

function timeOf(args: readonly string[], input: string, data: string): number {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, {
    input,
    env: { ...process.env, XDG_STATE_HOME: data, LOCALAPPDATA: data },
  });
  if (status !== 0)
    throw new Error(`${args.join(' ')} ended with ${status ?? 'a signal'}. Run: npm run build`);
  return performance.now() - start;
}

/** The ratio of each pair first: the load of the machine changes within a run, and both of a pair have the same. */
function shareOfNode(effort: Effort): number {
  return median(pairsOf(effort).map(({ bare, hook }) => hook / bare));
}

/** What the hook promises, whatever the machine: a third of a second beyond Node's own start. */
function shareOfPromise(effort: Effort): number {
  return median(pairsOf(effort).map(({ bare, hook }) => hook - bare)) / 300;
}

export const figures: readonly Figure[] = [
  { name: 'hook-start vs bare Node', limit: 1.5, measure: shareOfNode },
  { name: 'hook beyond Node, of 300 ms', limit: 1, measure: shareOfPromise },
];

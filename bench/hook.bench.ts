import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Effort, type Figure, median } from './harness.js';

/** What an agent waits for before each of its calls: a process that is started, told, and has answered. */
const HOOK = join(process.cwd(), 'packages/cli/dist/hook.cjs');
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

/** Of one start, in milliseconds. */
interface Start {
  readonly wall: number;
  /** Processor time. On a busy machine only this tells two programs apart. Zero where the system does not tell. */
  readonly work: number;
}

interface Starts {
  readonly bare: readonly Start[];
  readonly hook: readonly Start[];
}

const LEAST = 40;
/** The first ones fill the caches. */
const WARM_UP = 4;
const measured = new Map<Effort, Starts>();

/** Started in turn: what disturbs the machine disturbs both. All figures are about the same starts. */
function startsOf(effort: Effort): Starts {
  const known = measured.get(effort);
  if (known) return known;
  const data = mkdtempSync(join(tmpdir(), 'rutbreak-bench-'));
  const [bare, hook]: [Start[], Start[]] = [[], []];
  try {
    for (let step = 0; step < WARM_UP + Math.max(LEAST, effort.rounds / 5); step++) {
      bare.push(startOf(['-e', '0'], '', data));
      hook.push(startOf([HOOK, 'hook', 'claude-code', '--data', data], inputOf(step), data));
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
  const starts = { bare: bare.slice(WARM_UP), hook: hook.slice(WARM_UP) };
  measured.set(effort, starts);
  return starts;
}

function startOf(args: readonly string[], input: string, data: string): Start {
  const worked = workOfChildren();
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, {
    input,
    env: { ...process.env, XDG_STATE_HOME: data, LOCALAPPDATA: data },
  });
  if (status !== 0)
    throw new Error(`${args.join(' ')} ended with ${status ?? 'a signal'}. Run: npm run build`);
  return { wall: performance.now() - start, work: workOfChildren() - worked };
}

const TICK = 10;

/** What all children of this process have used so far: the 16th and 17th field, in hundredths of a second. */
function workOfChildren(): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK;
}

type Summary = (values: readonly number[]) => number;
const least: Summary = (values) => Math.min(...values);
/** One start is a few ticks only. */
const mean: Summary = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

const shareOfNode =
  (of: keyof Start, summary: Summary) =>
  (effort: Effort): number => {
    const { bare, hook } = startsOf(effort);
    const ratio = summary(hook.map((one) => one[of])) / summary(bare.map((one) => one[of]));
    return Number.isFinite(ratio) ? ratio : 0;
  };

/** What the hook promises, whatever the machine: a third of a second beyond Node's own start. */
function shareOfPromise(effort: Effort): number {
  const { bare, hook } = startsOf(effort);
  return (median(hook.map(({ wall }) => wall)) - median(bare.map(({ wall }) => wall))) / 300;
}

export const figures: readonly Figure[] = [
  { name: 'hook-start vs bare Node, median', limit: 1.5, measure: shareOfNode('wall', median) },
  { name: 'hook-start vs bare Node, least', limit: 1.5, measure: shareOfNode('wall', least) },
  { name: 'hook-start vs bare Node, processor', limit: 1.5, measure: shareOfNode('work', mean) },
  { name: 'hook beyond Node, of 300 ms', limit: 1, measure: shareOfPromise },
];

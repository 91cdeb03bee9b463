import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Effort, type Figure, median } from './harness.js';

/** What an agent waits for before each of its calls: a process that is started, told, and has answered. */
const HOOK = join(process.cwd(), 'packages/cli/dist/hook.cjs');
const CALL = {
  ...{ session_id: 'bench', tool_name: 'Bash', cwd: '/project', tool_response: '12 tests passed' },
  tool_input: { command: 'npm test', description: 'Run the tests' },
};
/** The two hooks of a call. */
const EVENTS = ['PreToolUse', 'PostToolUse'];

/** Milliseconds, the medians of both, started in turn: what disturbs the machine disturbs both. */
function startTimes({ rounds }: Effort): { readonly bare: number; readonly hook: number } {
  const data = mkdtempSync(join(tmpdir(), 'rutbreak-bench-'));
  const times = { bare: [] as number[], hook: [] as number[] };
  try {
    for (let i = 0; i < rounds / 10; i++) {
      times.bare.push(timeOf(['-e', '0'], ''));
      times.hook.push(
        timeOf(
          [HOOK, 'hook', 'claude-code', '--data', data],
          JSON.stringify({
            ...{ ...CALL, hook_event_name: EVENTS[i % 2], tool_use_id: `${Math.floor(i / 2)}` },
          }),
        ),
      );
    }
    return { bare: median(times.bare), hook: median(times.hook) };
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

function timeOf(args: readonly string[], input: string): number {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, { input });
  if (status !== 0)
    throw new Error(`${args.join(' ')} ended with ${status ?? 'a signal'}. Run: npm run build`);
  return performance.now() - start;
}

function shareOfNode(effort: Effort): number {
  const { bare, hook } = startTimes(effort);
  return hook / bare;
}

/** What the hook promises, whatever the machine: a third of a second beyond Node's own start. */
function shareOfPromise(effort: Effort): number {
  const { bare, hook } = startTimes(effort);
  return (hook - bare) / 300;
}

export const figures: readonly Figure[] = [
  { name: 'hook-start vs bare Node', limit: 1.5, measure: shareOfNode },
  { name: 'hook beyond Node, of 300 ms', limit: 1, measure: shareOfPromise },
];

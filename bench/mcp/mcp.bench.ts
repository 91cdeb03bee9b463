import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCallBreaker } from '@rutbreak/core/edge';
import { circuitBreaker, handleAll, SamplingBreaker } from 'cockatiel';
import { type Effort, type Figure, median } from '../harness.js';

const ROOT = process.cwd();
const SERVER = [process.execPath, join(ROOT, 'bench/mcp/server.mjs')];
const NODE = process.execPath;

/** One way from a client to the server, and how long each call took. */
interface Way {
  readonly child: ChildProcess;
  readonly times: number[];
  /** Resolves when the answer is there. */
  readonly ask: (line: string) => Promise<void>;
}

function open(command: readonly string[]): Way {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  let done: (() => void) | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    if (chunk[chunk.length - 1] === 0x0a) done?.();
  });
  const ask = (line: string): Promise<void> =>
    new Promise((resolve) => {
      done = resolve;
      child.stdin.write(line);
    });
  return { child, times: [], ask };
}

async function initialize(way: Way): Promise<void> {
  const clientInfo = { name: 'bench', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  await way.ask(`${JSON.stringify({ jsonrpc: '2.0', id: 'init', method: 'initialize', params })}\n`);
  way.child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
}

const call = (n: number, bytes: number): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id: n, method: 'tools/call', params: { name: 'text', arguments: { n, bytes } } })}\n`;

/** The program as it is installed, with everything switched on. */
function proxied(audit: string): readonly string[] {
  return [NODE, join(ROOT, 'packages/cli/dist/cli.js'), 'mcp', '--audit', audit, '--', ...SERVER];
}

/** Calls that do not count: by then the engines have made of every way what they will ever make of it. */
const WARM_UP = 3000;

/** The same calls over every way in turn, so that what disturbs the machine disturbs all. */
async function race(
  names: readonly (keyof typeof WAYS)[],
  bytes: number,
  rounds: number,
): Promise<readonly (readonly number[])[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rutbreak-bench-'));
  const ways = names.map((name) => open(WAYS[name](join(folder, 'audit.jsonl'))));
  try {
    for (const way of ways) await initialize(way);
    for (let n = 0; n < WARM_UP + rounds; n++) {
      for (const way of ways) {
        const start = process.hrtime.bigint();
        await way.ask(call(n, bytes));
        way.times.push(Number(process.hrtime.bigint() - start));
      }
    }
    return ways.map(({ times }) => times.slice(WARM_UP));
  } finally {
    for (const { child } of ways) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

const WAYS = {
  direct: () => SERVER,
  pipe: () => [NODE, join(ROOT, 'bench/mcp/pipe.mjs'), ...SERVER],
  sdk: () => [NODE, join(ROOT, 'bench/mcp/sdk-proxy.mjs'), ...SERVER],
  ours: (audit: string) => proxied(audit),
} satisfies Record<string, (audit: string) => readonly string[]>;

/** What the proxy adds, with what another way adds as 1. */
function added(to: 'pipe' | 'sdk', bytes: number, limit: number): Figure {
  return {
    name: `mcp-stdio-${bytes < 1000 ? `${bytes}B` : `${bytes / 1000}kB`}-to-${to}`,
    limit,
    async measure({ rounds }: Effort) {
      const [direct = [], other = [], ours = []] = await race(['direct', to, 'ours'], bytes, rounds * 20);
      // Neighbours are compared, because the machine is not equally busy all the time.
      const more = (times: readonly number[]): number =>
        median(times.map((time, i) => time - (direct[i] ?? 0)));
      return more(ours) / more(other);
    },
  };
}

/** Our check against cockatiel's, both for a call that passes; each side without the call itself. */
const breaker: Figure = {
  name: 'mcp-breaker-to-cockatiel',
  limit: 0.75,
  async measure({ rounds }: Effort) {
    const ours = createCallBreaker({ calls: 10_000 });
    const options = { threshold: 0.5, duration: 60_000, minimumRps: 1 };
    const peer = circuitBreaker(handleAll, { halfOpenAfter: 1000, breaker: new SamplingBreaker(options) });
    const act = (): Promise<number> => Promise.resolve(1);
    const time = async (step: (i: number) => Promise<unknown>): Promise<number> => {
      const start = process.hrtime.bigint();
      for (let i = 0; i < 2000; i++) await step(i);
      return Number(process.hrtime.bigint() - start);
    };
    const ratios: number[] = [];
    for (let i = 0; i < rounds; i++) {
      const bare = await time(act);
      const theirs = await time(() => peer.execute(act));
      const mine = await time((n) => {
        ours.check(n % 200, i * 2000 + n);
        return act();
      });
      ratios.push((mine - bare) / (theirs - bare));
    }
    return median(ratios.slice(rounds / 3));
  },
};

const MEMORY_LIMIT_MB = 120;

/** Resident memory after many calls, as a share of what is allowed. A million calls in the full form. */
const memory: Figure = {
  name: 'mcp-memory-120MB',
  limit: 1,
  async measure({ sessions }: Effort) {
    const folder = mkdtempSync(join(tmpdir(), 'rutbreak-bench-'));
    const way = open(proxied(join(folder, 'audit.jsonl')));
    try {
      await initialize(way);
      const calls = sessions * 100;
      for (let n = 0; n < calls; n += 100) {
        const lines = Array.from({ length: 99 }, (_, i) => call(n + i, 200)).join('');
        way.child.stdin?.write(lines);
        await way.ask(call(n + 99, 200));
      }
      const status = readFileSync(`/proc/${way.child.pid ?? 0}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024 / MEMORY_LIMIT_MB;
    } finally {
      way.child.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export const figures: readonly Figure[] = [
  added('pipe', 200, 1.25),
  added('pipe', 20_000, 1.25),
  added('sdk', 200, 0.4),
  added('sdk', 20_000, 0.4),
  breaker,
  memory,
];

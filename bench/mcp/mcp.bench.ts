import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** The program as it is installed. */
function proxied(...options: readonly string[]): readonly string[] {
  return [NODE, join(ROOT, 'packages/cli/dist/cli.js'), 'mcp', ...options, '--', ...SERVER];
}

/** Rules that look at the tool and at the arguments; none of them is about the calls that are made. */
const POLICY = `version: 1
default: allow
rules:
  - action: deny
    tool: [write_*, delete_file]
  - action: deny
    args:
      $.path: /etc/*
`;

function policyIn(folder: string): string {
  const file = join(folder, 'policy.yaml');
  writeFileSync(file, POLICY);
  return file;
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
  const ways = names.map((name) => open(WAYS[name](folder)));
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
  plain: () => proxied(),
  audit: (folder: string) => proxied('--audit', join(folder, 'audit.jsonl')),
  policy: (folder: string) => proxied('--policy', policyIn(folder)),
} satisfies Record<string, (folder: string) => readonly string[]>;

type Ours = 'plain' | 'audit' | 'policy';

/** What the proxy adds, with what another way adds as 1. */
function added(ours: Ours, to: 'pipe' | 'sdk', bytes: number, limit: number): Figure {
  const size = bytes < 1000 ? `${bytes}B` : `${bytes / 1000}kB`;
  return {
    name: `mcp-stdio-${size}-${ours}-to-${to}`,
    limit,
    async measure({ rounds }: Effort) {
      const [direct = [], other = [], mine = []] = await race(['direct', to, ours], bytes, rounds * 20);
      // Neighbours are compared, because the machine is not equally busy all the time.
      const more = (times: readonly number[]): number =>
        median(times.map((time, i) => time - (direct[i] ?? 0)));
      return more(mine) / more(other);
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
    const way = open(proxied('--audit', join(folder, 'audit.jsonl')));
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

/**
 * The ratios of version 354c5542, the last one that forwarded what it had not read, measured in turns with the present
 * one on a busy machine with two cores (Node 20). To read first may cost a tenth; a policy or an audit may cost twice as
 * much as then.
 */
const BEFORE = {
  plain: { pipe200: 1.83, pipe20k: 1.64, sdk200: 0.54, sdk20k: 0.53 },
  audit: { pipe200: 2.19, pipe20k: 1.54 },
};
const PLAIN = 1.1;
const CHECKED = 2;

export const figures: readonly Figure[] = [
  added('plain', 'pipe', 200, PLAIN * BEFORE.plain.pipe200),
  added('plain', 'pipe', 20_000, PLAIN * BEFORE.plain.pipe20k),
  added('plain', 'sdk', 200, PLAIN * BEFORE.plain.sdk200),
  added('plain', 'sdk', 20_000, PLAIN * BEFORE.plain.sdk20k),
  added('audit', 'pipe', 200, CHECKED * BEFORE.audit.pipe200),
  added('audit', 'pipe', 20_000, CHECKED * BEFORE.audit.pipe20k),
  // A policy alone was not measured then. It did less than an audit, so that the limit is that of no audit, doubled.
  added('policy', 'pipe', 200, CHECKED * BEFORE.plain.pipe200),
  added('policy', 'pipe', 20_000, CHECKED * BEFORE.plain.pipe20k),
  breaker,
  memory,
];

import { parseArgs } from 'node:util';
import { figures as fingerprints } from './fingerprint.bench.js';
import { figures as gateway } from './gateway/gateway.bench.js';
import { figures as gatewayScale } from './gateway/scale.bench.js';
import { type Effort, type Figure, FULL, type Result, run, SHORT, slowed } from './harness.js';
import { figures as hooks } from './hook.bench.js';
import { figures as llm } from './llm/llm.bench.js';
import { figures as mcp } from './mcp/mcp.bench.js';
import { figures as memory } from './memory.bench.js';
import { figures as scans } from './scan.bench.js';
import { figures as sessions } from './session.bench.js';
import { figures as similarity } from './similarity.bench.js';
import { figures as streams } from './stream.bench.js';

// For the processes that measure the proxy.
export { measureLatencies, playRole } from './llm/latency.js';
// And for those that the gateway's figures are about.
export { serveForBench } from './gateway/server.js';

/** A new area is a file that exports its figures, and a line here. */
const FIGURES: readonly Figure[] = [
  ...fingerprints,
  ...sessions,
  ...similarity,
  ...streams,
  ...memory,
  ...llm,
  ...mcp,
  ...hooks,
  ...gateway,
  ...gatewayScale,
  ...scans,
];

const USAGE = `npm run bench -- [options]

  --json        one line of JSON a figure on stdout, and nothing else there
  --short       fewer rounds, for CI; limits are multiplied by ${SHORT.tolerance}
  --only TEXT   only the figures whose name contains this; may be given several times
  --slow TEXT   slows these subjects down on purpose, to show that it is noticed
`;

interface Streams {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

/** The whole command; returns the exit code. */
export async function main(
  args: readonly string[],
  streams: Streams,
  all: readonly Figure[] = FIGURES,
): Promise<number> {
  const usage = readUsage(args);
  const chosen = all.filter(
    ({ name }) => usage?.only.length === 0 || usage?.only.some((text) => name.includes(text)),
  );
  if (!usage || chosen.length === 0) {
    streams.error(`${USAGE}\nFigures: ${all.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  const effort = usage.short ? SHORT : FULL;
  if (usage.short) streams.error(`Short form: limits are multiplied by ${effort.tolerance} for noise.`);
  const results: Result[] = [];
  for (const figure of chosen) {
    const result = await run(
      usage.slow.some((text) => figure.name.includes(text)) ? slowed(figure) : figure,
      effort,
    );
    streams.log(usage.json ? JSON.stringify(result) : rowOf(result, chosen));
    results.push(result);
  }
  return conclude(results, effort, streams);
}

function readUsage(
  args: readonly string[],
): { json: boolean; short: boolean; only: readonly string[]; slow: readonly string[] } | undefined {
  const flag = { type: 'boolean', default: false } as const;
  const names = { type: 'string', multiple: true, default: [] as string[] } as const;
  try {
    return parseArgs({ args: [...args], options: { json: flag, short: flag, only: names, slow: names } })
      .values;
  } catch {
    return undefined;
  }
}

function rowOf({ bench, ratio, limit, ok }: Result, chosen: readonly Figure[]): string {
  const width = Math.max(...chosen.map(({ name }) => name.length));
  return `${ok ? 'ok    ' : 'MISSED'}  ${bench.padEnd(width)}  ${String(ratio).padStart(8)}  limit ${limit}`;
}

function conclude(results: readonly Result[], { tolerance }: Effort, { error }: Streams): number {
  const missed = results.filter(({ ok }) => !ok);
  const under = tolerance === 1 ? '' : ` (limits × ${tolerance})`;
  error(
    `${results.length} figures, ${missed.length} missed${under}; each is subject ÷ baseline, so less is better.`,
  );
  return missed.length > 0 ? 1 : 0;
}

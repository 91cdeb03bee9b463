import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SPLITS, type Split } from '../data/bench-data.js';
import type { BenchFolders } from '../data/folders.js';
import { loopbench, type LoopbenchOptions } from '../loopbench.js';
import { UsageError } from '../usage-error.js';
import { documentProblems } from './compare-document.js';
import { measureBenchmark, type Part } from './document.js';

interface Streams {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

interface Places {
  readonly folders: BenchFolders;
  /** The page with the current figures. */
  readonly page: string;
  readonly part?: Part;
}

/** `npm run quality -- --benchmark`: LoopBench from the clone, and the page with the current figures. Returns the exit code. */
export async function benchmark(args: readonly string[], streams: Streams, places: Places): Promise<number> {
  try {
    const { write, check, ...options } = usage(args);
    if (!write && !check) return await loopbench(options, streams, places.folders);
    const measured = await measureBenchmark(places.folders, places.part);
    if (write) writeFileSync(places.page, measured.page);
    const old = existsSync(places.page) ? readFileSync(places.page, 'utf8') : undefined;
    const problems = documentProblems(old, measured);
    for (const problem of problems) streams.error(problem);
    if (problems.length === 0) streams.log(`${places.page} contains the measured figures.`);
    return problems.length > 0 ? 1 : 0;
  } catch (problem) {
    if (!(problem instanceof UsageError)) throw problem;
    streams.error(problem.message);
    return 2;
  }
}

type Usage = LoopbenchOptions & { readonly write: boolean; readonly check: boolean };

function usage(args: readonly string[]): Usage {
  const { split, seed, set: sets, preset, module, report, ...flags } = parse(args);
  const drawn = seed === undefined ? undefined : Number(seed);
  if (!SPLITS.includes(split as Split)) throw new UsageError(`--split takes one of: ${SPLITS.join(', ')}.`);
  if (drawn !== undefined && !(Number.isSafeInteger(drawn) && drawn > 0))
    throw new UsageError('--seed takes a whole number from 1.');
  return {
    ...{ ...flags, split: split as Split, sets },
    ...(drawn !== undefined && { seed: drawn }),
    ...(preset !== undefined && { preset }),
    ...(module !== undefined && { module }),
    ...(report !== undefined && { report }),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    ...{ benchmark: flag, write: flag, check: flag, compare: flag, recovery: flag, json: flag },
    ...{ preset: text, module: text, report: text, seed: text, split: { ...text, default: 'reported' } },
    set: { type: 'string', multiple: true, default: [] as string[] },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

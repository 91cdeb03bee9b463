import { redactValue } from '@rutbreak/core';
import { benchmark } from '../packages/loopbench/src/bench/benchmark-command.js';
import { foldersOfClone } from '../packages/loopbench/src/data/folders.js';
import { CORPUS_FOLDER } from '../packages/loopbench/src/data/sets.js';
import { scorePreset, type Streams, withUsage } from '../packages/loopbench/src/scorer.js';
import { calibrate } from './calibrate/command.js';
import { countOptions } from './count-options.js';
import { recovery } from './print-recovery.js';
import { redaction } from './redaction/command.js';

/** Nothing is cut off: a secret that is cut away would count as found. */
const ALL_OF_IT = { limit: 100_000 };

/** `npm run quality` without `--benchmark`; returns the exit code. */
export function main(args: readonly string[], streams: Streams, corpus = CORPUS_FOLDER): number {
  return withUsage(streams, () => {
    if (args.includes('--recovery')) return recovery(args, streams);
    if (args.includes('--calibrate')) return calibrate(args, streams.log, corpus);
    if (args.includes('--redaction'))
      return redaction(args, streams, (value) => redactValue(value, ALL_OF_IT));
    if (args.includes('--count-options')) return countOptions(args, streams);
    return scorePreset(args, streams, corpus);
  });
}

/** `npm run quality -- --benchmark`; the benchmark waits for detectors, so it answers later. */
export function measureBenchmark(args: readonly string[], streams: Streams): Promise<number> {
  return benchmark(args, streams, { folders: foldersOfClone(), page: 'docs/benchmark.md' });
}

import { spawnSync } from 'node:child_process';
import type { Effort, Figure } from '../harness.js';
import type { Latencies } from './latency.js';

/** Measured once for both figures, in processes of their own: a race of promises needs more than a function call. */
let measured: { readonly effort: Effort; readonly latencies: Latencies } | undefined;

function latencies(effort: Effort): Latencies {
  if (measured?.effort === effort) return measured.latencies;
  // The bundle that this file is part of exports what is to be run.
  const code = `const { measureLatencies } = await import(${JSON.stringify(import.meta.url)}); console.log(JSON.stringify(await measureLatencies(${effort.rounds})));`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The measurement failed:\n${stderr}`);
  measured = { effort, latencies: JSON.parse(stdout) as Latencies };
  return measured.latencies;
}

/** What the proxy adds to the time without any proxy, as a share of what a plain pass-through of Node adds. */
function added(name: string, of: keyof Latencies, limit: number): Figure {
  return {
    name,
    limit,
    measure(effort) {
      const { direct, plain, guarded } = latencies(effort)[of];
      return (guarded - direct) / (plain - direct);
    },
  };
}

/** Microseconds. A model that takes this long for its first word is faster than any there is. */
const THINKING = 50_000;

const firstByte: Figure = {
  name: 'llm-proxy-first-byte',
  limit: 1.3,
  measure(effort) {
    const { plain, guarded } = latencies(effort).firstByte;
    return (THINKING + guarded) / (THINKING + plain);
  },
};

export const figures: readonly Figure[] = [
  firstByte,
  // A request is read before it goes on; a pass-through does not even wait for its end.
  added('llm-proxy-first-byte-added', 'firstByte', 1.3),
  added('llm-proxy-per-chunk-added', 'chunk', 1.3),
];

import { table } from '../table.js';
import type { BenchResult } from './result.js';
import { detectorTable, groupTable, recoveryTable, type Table, temperamentTable } from './rows.js';

/** The result as text for a terminal. */
export function benchText(result: BenchResult): string {
  const { reports, recovery, missing } = result;
  const [first] = reports;
  return [
    headline(result),
    ...missing.map((text) => `Missing: ${text}`),
    textOf(detectorTable(reports, true)),
    LEGEND,
    ...(first
      ? [
          `${first.detector}, by source\n${textOf(groupTable('source', first.sources, first.blocks))}`,
          `${first.detector}, by kind\n${textOf(groupTable('kind', first.kinds, first.blocks))}`,
        ]
      : []),
    ...(recovery[0] ? [`Recovery, ${recovery[0].detector}\n${textOf(temperamentTable(recovery[0]))}`] : []),
    ...(recovery.length > 1 ? [`Recovery, all temperaments\n${textOf(recoveryTable(recovery))}`] : []),
  ].join('\n\n');
}

export function headline({ dataVersion, split, seed, traces, loops, healthy, caption }: BenchResult): string {
  return (
    `LoopBench, data version ${dataVersion}, ${split} split, seed ${seed}: ${traces} ${caption}, ` +
    `${loops} loops and ${healthy} healthy near-misses.`
  );
}

const LEGEND =
  'In brackets: the 95 % interval, by bootstrap. Recall in time: loops found before their deadline.\n' +
  'False alarms: healthy runs that a detector warned about or blocked. Delay: median events from the start of a loop.\n' +
  'AUC: how often a loop scores higher than a healthy run. Cost: time for an event, relative to JSON.stringify of it.';

function textOf({ head, rows }: Table): string {
  return table(head, rows);
}

/** Everything as one object; times keep their precision. */
export function benchJson(result: BenchResult): string {
  return JSON.stringify(result, (_, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value,
  );
}

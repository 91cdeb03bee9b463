import { configure } from '@rutbreak/core/edge';
import { type DataSet, readSets } from '../data/sets.js';
import { UsageError } from '../usage-error.js';
import { lineOf, pooledLine } from './json.js';
import { readPeers } from './peers.js';
import { printReports } from './print.js';
import { printTrace } from './print-set.js';
import { type Report, reportOf } from './report.js';
import { sharedShortfalls, shortfalls } from './targets.js';
import { readUsage, type Usage } from './usage.js';

interface Streams {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

/** A preset on the labelled sets of a folder, with every miss and every false alarm. Returns the exit code. */
export function measure(args: readonly string[], { log, error }: Streams, corpus: string): number {
  const usage = readUsage(args);
  const peers = usage.peers === undefined ? new Map<string, never>() : readPeers(usage.peers);
  const sets = choose(readSets({ data: usage.data, corpus }, usage.sets), usage.only);
  const engine = configure(usage.preset);
  const reports = sets.map((set) => reportOf(set, engine));

  if (usage.json) {
    for (const report of reports) log(JSON.stringify(lineOf(report, peers)));
    log(JSON.stringify(pooledLine(reports)));
  } else if (usage.only !== undefined) for (const report of reports) printTrace(report, log);
  else printReports(reports, usage.preset, peers, log);
  return usage.gate && usage.only === undefined ? gate(reports, usage, error) : 0;
}

function choose(sets: readonly DataSet[], only: string | undefined): readonly DataSet[] {
  if (only === undefined) return sets;
  const chosen = sets.map((set) => ({ ...set, cases: set.cases.filter(({ id }) => id === only) }));
  const found = chosen.filter(({ cases }) => cases.length > 0);
  if (found.length === 0) throw new UsageError(`No set has a trace ${only}.`);
  return found;
}

function gate(reports: readonly Report[], { sets }: Usage, error: Streams['error']): number {
  const missed = [
    ...reports.flatMap(({ name, figures }) => shortfalls(name, figures).map((what) => `${name}: ${what}`)),
    ...sharedShortfalls(reports, sets),
  ];
  for (const line of missed) error(`missed: ${line}`);
  return missed.length > 0 ? 1 : 0;
}

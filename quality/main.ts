import { configure, redactValue } from '@rutbreak/core';
import { calibrate } from './calibrate/command.js';
import { countOptions } from './count-options.js';
import { measureEarly } from './early.js';
import { lineOf, pooledLine } from './json.js';
import { metamorphic } from './metamorphic/command.js';
import { readPeers } from './peers.js';
import { printReports } from './print.js';
import { recovery } from './print-recovery.js';
import { printTrace } from './print-set.js';
import { redaction } from './redaction/command.js';
import { type Report, reportOf } from './report.js';
import { CORPUS_FOLDER, type DataSet, readSets } from './sets.js';
import { sharedShortfalls, shortfalls } from './targets.js';
import { UsageError } from './usage-error.js';
import { readUsage, USAGE, type Usage } from './usage.js';

interface Streams {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

/** Nothing is cut off: a secret that is cut away would count as found. */
const ALL_OF_IT = { limit: 100_000 };

/** The whole command; returns the exit code. */
export function main(args: readonly string[], streams: Streams, corpus = CORPUS_FOLDER): number {
  try {
    if (args.includes('--early')) return measureEarly(args, streams.log);
    if (args.includes('--recovery')) return recovery(args, streams);
    if (args.includes('--metamorphic')) return metamorphic(args, streams, corpus);
    if (args.includes('--calibrate')) return calibrate(args, streams.log, corpus);
    if (args.includes('--redaction'))
      return redaction(args, streams, (value) => redactValue(value, ALL_OF_IT));
    if (args.includes('--count-options')) return countOptions(args, streams);
    return measure(readUsage(args), corpus, streams);
  } catch (problem) {
    if (!(problem instanceof UsageError)) throw problem;
    streams.error(`${problem.message}\n\n${USAGE}`);
    return 2;
  }
}

function measure(usage: Usage, corpus: string, { log, error }: Streams): number {
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

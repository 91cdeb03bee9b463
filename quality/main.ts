import { configure } from '@rutbreak/core';
import { type DataSet, readSets, SET_NAMES } from './data.js';
import { measureEarly } from './early.js';
import { lineOf } from './json.js';
import { readPeers } from './peers.js';
import { printReports } from './print.js';
import { recovery } from './print-recovery.js';
import { printTrace } from './print-set.js';
import { deepen, plainReport, type Report } from './report.js';
import { sharedShortfalls, shortfalls } from './targets.js';
import { UsageError } from './usage-error.js';
import { readUsage, USAGE, type Usage } from './usage.js';

interface Streams {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

/** The whole command; returns the exit code. */
export function main(args: readonly string[], streams: Streams): number {
  try {
    if (args.includes('--early')) return measureEarly(args, streams.log);
    if (args.includes('--recovery')) return recovery(args, streams);
    return measure(readUsage(args), streams);
  } catch (problem) {
    if (!(problem instanceof UsageError)) throw problem;
    streams.error(`${problem.message}\n\n${USAGE}`);
    return 2;
  }
}

function measure(usage: Usage, { log, error }: Streams): number {
  const peers = usage.peers === undefined ? new Map<string, never>() : readPeers(usage.peers);
  const sets = choose(readSets(usage.data, usage.set), usage.only);
  const engine = configure(usage.preset);
  const plain = sets.map((set) => plainReport(set, engine));
  const all = usage.plain || usage.only !== undefined ? plain : deepen(plain, engine);
  const reports = all.filter(({ name }) => usage.set === undefined || name === usage.set);

  if (usage.json) for (const report of reports) log(JSON.stringify(lineOf(report, peers)));
  else if (usage.only !== undefined) for (const report of reports) printTrace(report, log);
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

function gate(reports: readonly Report[], { set }: Usage, error: Streams['error']): number {
  const missed = [
    ...reports.flatMap(({ name, figures }) => shortfalls(name, figures).map((what) => `${name}: ${what}`)),
    ...sharedShortfalls(reports, set === undefined ? SET_NAMES : [set]),
  ];
  for (const line of missed) error(`missed: ${line}`);
  return missed.length > 0 ? 1 : 0;
}

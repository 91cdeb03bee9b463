import { type Bin, reliability, SURE, sureByDetector } from './reliability.js';
import type { Peers } from './peers.js';
import { printSet } from './print-set.js';
import { isLabelled, labelledRuns, pooled, type Report, runsBlocked, runsMarked } from './report.js';
import { disturbanceOf, share } from './score.js';
import { type Cell, decimal, table } from '../table.js';
import { DELAY, realDelay, shortfalls, TARGETS } from './targets.js';

type Log = (line: string) => void;

export function printReports(reports: readonly Report[], preset: string, peers: Peers, log: Log): void {
  for (const report of reports) printSet(report, peers, log);
  printCalibration(reports, log);
  const all = [...reports, pooled(reports)];
  log(`\n${'── all sets '.padEnd(100, '─')}`);
  log(`\nRecall / false alarms of the reference rules`);
  log(table(['set', 'ours', ...(reports[0]?.rules.map(({ rule }) => rule) ?? [])], all.map(besideRules)));
  log(`\nPreset ${preset}`);
  log(table(SUMMARY, all.map(summary)));
  log(
    '\nrecall: found in time, early firings not counted (+early: counted); blocked: healthy runs that met rung block,\n' +
      'pause or stop; highest: the highest rung on a healthy trace; delay: median events from the start of the loop;\n' +
      'slack: median events left to the deadline.',
  );
  const delay = realDelay(reports);
  if (delay !== undefined) log(`Median delay on real traces: ${delay} (wanted ≤ ${DELAY}).`);
}

const SUMMARY = [
  ...['set', 'recall', 'found', '+early', 'false', 'blocked', 'highest', 'precision'],
  ...['delay', 'slack', 'target'],
];

function summary(report: Report): Cell[] {
  const { name, figures: f, runs } = report;
  if (!isLabelled(report)) {
    const alarms = `${runsMarked(report, 'unlabelled').length}/${runs.length}`;
    const { highest = '–' } = disturbanceOf(runs);
    return [
      name,
      '–',
      '–',
      '–',
      alarms,
      runsBlocked(report).length,
      highest,
      '–',
      '',
      '',
      'read every alarm',
    ];
  }
  const missed = shortfalls(name, f);
  return [
    ...[name, decimal(f.recall), `${f.hits}/${f.loops}`, decimal(f.recallWithEarly)],
    ...[`${f.falseAlarms}/${f.healthy}`, f.blocked, f.highestOnHealthy ?? '–', decimal(f.precision)],
    ...[f.delay ?? '', f.slack ?? ''],
    missed.length > 0 ? missed.join('; ') : TARGETS.has(name) ? 'reached' : '',
  ];
}

function besideRules(report: Report): Cell[] {
  const { name, figures, rules } = report;
  if (!isLabelled(report)) {
    const alarms = runsMarked(report, 'unlabelled').length;
    return [name, `– / ${alarms}`, ...rules.map(({ fired }) => `– / ${fired}`)];
  }
  return [name, ...[figures, ...rules.map((one) => one.figures)].map(pairOf)];
}

function pairOf({ recall, falseAlarms }: Report['figures']): string {
  return `${decimal(recall)} / ${falseAlarms}`;
}

function printCalibration(reports: readonly Report[], log: Log): void {
  const runs = labelledRuns(reports);
  const bins = reliability(runs);
  if (bins.length === 0) return;
  log('\nHow often a score is right (all labelled sets; a signal is true on a loop, not before it)');
  log(
    table(
      ['score', ...COUNTS],
      bins.map((bin) => [`${bin.from.toFixed(1)}–`, ...counts(bin)]),
    ),
  );
  log(`\nSignals of ${SURE} and more, by detector`);
  log(
    table(
      ['detector', ...COUNTS],
      sureByDetector(runs).map((row) => [row.detector, ...counts(row)]),
    ),
  );
}

const COUNTS = ['signals', 'true', 'share', 'once a trace', 'true', 'share'];

function counts(bin: Omit<Bin, 'from'>): Cell[] {
  const { signals, traces, trueTraces } = bin;
  return [
    ...[signals, bin.true, decimal(share(bin.true, signals))],
    ...[traces, trueTraces, decimal(share(trueTraces, traces))],
  ];
}

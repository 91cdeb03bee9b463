import { type Bin, labelledRuns, reliability, SURE, sureByDetector } from './calibration.js';
import type { Peers } from './peers.js';
import { printSet } from './print-set.js';
import { isLabelled, type Report, runsMarked } from './report.js';
import { share } from './score.js';
import { type Cell, decimal, table } from './table.js';
import { DELAY, realDelay, shortfalls, TARGETS } from './targets.js';

type Log = (line: string) => void;

const SUMMARY = [
  'set',
  'recall',
  'found',
  '+early',
  'false',
  'precision',
  'delay',
  'slack',
  'cv recall',
  'range',
  'cv false',
];
const ENOUGH_AGREEMENT = 0.98;

export function printReports(reports: readonly Report[], preset: string, peers: Peers, log: Log): void {
  log(`Preset ${preset}\n`);
  log(table([...SUMMARY, 'reading', 'target'], reports.map(summary)));
  log(
    '\nrecall: found in time, early firings not counted (+early: counted); delay: median events from the start',
  );
  log(
    'of the loop; slack: median events left to the deadline; cv: fitted on one half, scored on the other, 5 ways.',
  );
  const delay = realDelay(reports);
  if (delay !== undefined) log(`Median delay on real traces: ${delay} (wanted ≤ ${DELAY}).`);
  printAgreement(reports, log);
  printCalibration(reports, log);
  for (const report of reports) printSet(report, peers, log);
}

function summary(report: Report): Cell[] {
  const { name, figures: f, crossValidated: cv } = report;
  if (!isLabelled(report)) {
    const alarms = `${runsMarked(report, 'unlabelled').length}/${report.runs.length}`;
    return [name, '–', '–', '–', alarms, '–', '', '', '', '', '', '', 'read every alarm'];
  }
  const missed = shortfalls(name, f);
  return [
    ...[name, decimal(f.recall), `${f.hits}/${f.loops}`, decimal(f.recallWithEarly)],
    ...[`${f.falseAlarms}/${f.healthy}`, decimal(f.precision), f.delay ?? '', f.slack ?? ''],
    ...(cv
      ? [decimal(cv.recall), cv.recallRange.map(decimal).join('–'), cv.falseAlarms.toFixed(1), cv.reading]
      : ['', '', '', '']),
    missed.length > 0 ? missed.join('; ') : TARGETS[name] ? 'reached' : '',
  ];
}

/** The cross-validation combines lone detectors; that only means something if the preset does the same. */
function printAgreement(reports: readonly Report[], log: Log): void {
  const measured = reports.filter(({ agreement }) => agreement !== undefined);
  if (measured.length === 0) return;
  const traces = measured.reduce((sum, { runs }) => sum + runs.length, 0);
  const agreeing = measured.reduce((sum, { agreement = 0, runs }) => sum + agreement * runs.length, 0);
  const agreement = agreeing / traces;
  const verdict = agreement >= ENOUGH_AGREEMENT ? 'good enough' : 'TOO FEW: read the cv figures with care';
  log(
    `The earliest lone detector fires when the whole preset does on ${percent(agreement)} of traces: ${verdict}.`,
  );
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
    signals,
    bin.true,
    decimal(share(bin.true, signals)),
    traces,
    trueTraces,
    decimal(share(trueTraces, traces)),
  ];
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}

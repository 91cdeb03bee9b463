import { labelledRuns, SURE, SURE_SHARE, sureOf } from './calibration.js';
import type { SetName } from './data.js';
import type { Report } from './report.js';
import { type Figures, markRun, medianDelay, share } from './score.js';

interface Target {
  readonly recall: number;
  readonly falseAlarms: number;
}

/** What the default preset has to reach on each set … */
export const TARGETS: Readonly<Partial<Record<SetName, Target>>> = {
  scenarios: { recall: 0.92, falseAlarms: 2 },
  'peer-vectors': { recall: 0.95, falseAlarms: 1 },
  'real-audit': { recall: 0.85, falseAlarms: 3 },
  'real-human': { recall: 0.6, falseAlarms: 2 },
  'degenerate-text': { recall: 0.92, falseAlarms: 1 },
};
/** … and on the real traces together: median events from the start of the loop. */
export const DELAY = 4;

/** What falls short on one set, in words; empty if nothing does. */
export function shortfalls(name: SetName, { recall, falseAlarms, healthy }: Figures): string[] {
  const target = TARGETS[name];
  if (!target) return [];
  const missed = recall < target.recall ? [`recall ${recall.toFixed(3)} < ${target.recall}`] : [];
  if (falseAlarms <= target.falseAlarms) return missed;
  return [...missed, `${falseAlarms} of ${healthy} false > ${target.falseAlarms}`];
}

/** What falls short on several sets together, or is not there to be measured. */
export function sharedShortfalls(reports: readonly Report[], wanted: readonly SetName[]): string[] {
  const absent = wanted.filter((name) => TARGETS[name] && !reports.some((report) => report.name === name));
  const delay = realDelay(reports);
  const sure = sureOf(labelledRuns(reports));
  const sureShare = share(sure.true, sure.signals);
  return [
    ...absent.map((name) => `${name}: not in the data`),
    ...(delay !== undefined && delay > DELAY ? [`real traces: median delay ${delay} > ${DELAY}`] : []),
    ...(sureShare < SURE_SHARE ? [`signals ≥ ${SURE}: ${sureShare.toFixed(3)} true < ${SURE_SHARE}`] : []),
  ];
}

export function realDelay(reports: readonly Report[]): number | undefined {
  const real = reports.filter(({ name }) => name === 'real-audit' || name === 'real-human');
  return medianDelay(real.flatMap(({ runs }) => runs.map(markRun)));
}

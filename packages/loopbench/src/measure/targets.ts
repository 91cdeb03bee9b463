import { SURE, SURE_SHARE, sureOf } from './reliability.js';
import { labelledRuns, type Report } from './report.js';
import { type Figures, markRun, medianDelay, share } from './score.js';

interface Target {
  readonly recall: number;
  readonly falseAlarms: number;
}

/** The targets of the default preset on each set … */
export const TARGETS: ReadonlyMap<string, Target> = new Map([
  ['scenarios', { recall: 0.92, falseAlarms: 1 }],
  ['scenarios-2', { recall: 0.9, falseAlarms: 2 }],
  ['peer-vectors', { recall: 0.95, falseAlarms: 1 }],
  ['peer-vectors-2', { recall: 0.95, falseAlarms: 2 }],
  ['probes', { recall: 0.95, falseAlarms: 1 }],
  ['real-audit', { recall: 0.9, falseAlarms: 3 }],
  ['real-human', { recall: 0.6, falseAlarms: 2 }],
  ['real-audit-2', { recall: 0.85, falseAlarms: 1 }],
  ['degenerate-text', { recall: 0.92, falseAlarms: 1 }],
]);
/** … on every set: healthy runs that may be blocked … */
const BLOCKED = 0;
/** … and on all real traces: median events from the start of the loop. */
export const DELAY = 4;

/** The missed targets of one set, as text; empty if none. */
export function shortfalls(name: string, figures: Figures): string[] {
  const { recall, falseAlarms, healthy, blocked } = figures;
  const target = TARGETS.get(name) ?? { recall: 0, falseAlarms: Infinity };
  return [
    ...(recall < target.recall ? [`recall ${recall.toFixed(3)} < ${target.recall}`] : []),
    ...(falseAlarms > target.falseAlarms
      ? [`${falseAlarms} of ${healthy} false > ${target.falseAlarms}`]
      : []),
    ...(blocked > BLOCKED ? [`${blocked} of ${healthy} healthy blocked > ${BLOCKED}`] : []),
  ];
}

/** The missed targets of several sets together, or of missing data. */
export function sharedShortfalls(reports: readonly Report[], wanted: readonly string[]): string[] {
  const names = wanted.length > 0 ? wanted : [...TARGETS.keys()];
  const absent = names.filter((name) => !reports.some((report) => report.name === name));
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

import type { RecoveryFigures } from '../recovery/recovery-track.js';
import type { BenchFigures, BenchReport } from './bench-report.js';
import type { Estimate } from './bootstrap.js';
import type { RecoveryReport } from './result.js';

/** A table for people, independent of the output format. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** `.85 (.78–.88)` */
export function withInterval(estimate: Estimate): string {
  return spelled(estimate, places);
}

function spelled({ value, low, high }: Estimate, spell: (value: number) => string): string {
  return low === undefined || high === undefined
    ? spell(value)
    : `${spell(value)} (${spell(low)}–${spell(high)})`;
}

/** Two digits, without the leading zero of a share. */
export function places(value: number): string {
  return value.toFixed(2).replace(/^0\./, '.');
}

/** One row per detector; with the cost, which depends on the machine and the run. */
export function detectorTable(reports: readonly BenchReport[], isTimed: boolean): Table {
  const head = ['detector', ...FIGURES, 'AUC', ...(isTimed ? ['cost per event'] : [])];
  return {
    head,
    rows: reports.map((one) => [
      ...[one.detector, ...figureCells(one.all, one.blocks), places(one.auc)],
      ...(isTimed ? [`${one.cost.toFixed(1)} ×`] : []),
    ]),
  };
}

const FIGURES = ['recall in time', 'false alarms', 'of', 'share', 'healthy blocked', 'delay'];

function figureCells(one: BenchFigures, blocks: boolean): string[] {
  const { loops, healthy, recall, falseAlarms, falseAlarmRate, blocked, delay } = one;
  return [
    loops > 0 ? withInterval(recall) : '',
    ...(healthy > 0
      ? [String(falseAlarms), String(healthy), withInterval(falseAlarmRate), blocks ? String(blocked) : '–']
      : ['', '', '', '']),
    delay ? spelled(delay, String) : '',
  ];
}

/** One row per group of traces, for one detector. */
export function groupTable(title: string, groups: readonly BenchFigures[], blocks: boolean): Table {
  return {
    head: [title, 'loops', 'found', ...FIGURES],
    rows: groups.map((one) => [
      ...[one.name, one.loops > 0 ? String(one.loops) : '', one.loops > 0 ? String(one.hits) : ''],
      ...figureCells(one, blocks),
    ]),
  };
}

const RECOVERY = ['waste avoided', 'loops ended', 'healthy runs harmed', 'of', 'healthy work lost'];

function recoveryCells({ wasteAvoided, ended, healthyHarmed, healthy, workLost }: RecoveryFigures): string[] {
  return [places(wasteAvoided), places(ended), String(healthyHarmed), String(healthy), places(workLost)];
}

/** One row per temperament, for one detector. */
export function temperamentTable({ rows }: RecoveryReport): Table {
  return {
    head: ['agent that', ...RECOVERY],
    rows: rows.map((one) => [one.temperament, ...recoveryCells(one)]),
  };
}

/** One row per detector, over all temperaments. */
export function recoveryTable(reports: readonly RecoveryReport[]): Table {
  return {
    head: ['detector', ...RECOVERY],
    rows: reports.map(({ detector, rows }) => {
      const all = rows.at(-1);
      return [detector, ...(all ? recoveryCells(all) : [])];
    }),
  };
}

import type { Engine } from '@rutbreak/core';
import { type CrossValidated, crossValidate, type Tabled } from './cross-validate.js';
import { type DataSet, familyOf, type SetName } from './data.js';
import { firstOf } from './fit.js';
import { groupBy } from './group.js';
import { type Run, runCase } from './run.js';
import { type Figures, figuresOf, type Mark, markOf, markRun } from './score.js';
import { type FiringTable, firingTable } from './variants.js';

/** One set, run and scored. */
export interface Report {
  readonly name: SetName;
  readonly runs: readonly Run[];
  readonly figures: Figures;
  readonly table?: FiringTable;
  readonly crossValidated?: CrossValidated;
  /** Share of traces on which the earliest of the lone detectors fires when the whole preset does. */
  readonly agreement?: number;
}

export function plainReport({ name, cases }: DataSet, engine: Engine): Report {
  const runs = cases.map((one) => runCase(engine, one));
  return { name, runs, figures: figuresOf(runs.map(markRun)) };
}

/** Adds what each detector does alone, and the cross-validation that this allows. */
export function deepen(reports: readonly Report[], engine: Engine): Report[] {
  const tabled = reports.filter(isLabelled).map((report): Tabled => {
    const cases = report.runs.map((run) => run.case);
    return { name: report.name, cases, plain: report.figures, table: firingTable(engine.preset, cases) };
  });
  const families = groupBy(tabled, ({ name }) => familyOf(name));
  const validated = new Map([...families.values()].flatMap((sets) => [...crossValidate(sets)]));
  return reports.map((report) => {
    const table = tabled.find(({ name }) => name === report.name)?.table;
    const crossValidated = validated.get(report.name);
    if (!table || !crossValidated) return report;
    return { ...report, table, crossValidated, agreement: agreementOf(report.runs, table) };
  });
}

export function isLabelled({ figures }: Report): boolean {
  return figures.loops + figures.healthy > 0;
}

/** The columns with the preset's own limits. */
export function ownColumns({ variants }: FiringTable): number[] {
  return variants.flatMap(({ factor }, i) => (factor === 1 ? [i] : []));
}

function agreementOf(runs: readonly Run[], table: FiringTable): number {
  const columns = ownColumns(table);
  const same = runs.filter(({ firing }, i) => firstOf(table.rows[i] ?? [], columns) === firing?.event);
  return same.length / Math.max(1, runs.length);
}

/** The runs that ended so; of unlabelled traces only those that fired. */
export function runsMarked({ runs }: Report, ...marks: readonly Mark[]): Run[] {
  return runs.filter(({ case: one, firing }) => {
    const mark = markOf(one, firing?.event);
    return marks.includes(mark) && (mark !== 'unlabelled' || firing !== undefined);
  });
}

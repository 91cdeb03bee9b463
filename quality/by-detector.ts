import { ownColumns, type Report, runsMarked } from './report.js';
import { markOf } from './score.js';

/** What one detector is worth on one set. */
export interface Worth {
  readonly detector: string;
  /** Hits of the whole preset in which it was the surest voice. */
  readonly named: number;
  /** Loops that it finds alone, and those that no other finds. */
  readonly alone: number;
  readonly unique: number;
  /** Early firings of the whole preset in which it was the surest voice. */
  readonly early: number;
  /** False alarms of the whole preset in which it was the surest voice. */
  readonly falseNamed: number;
  /** False alarms that it raises alone, and those that no other raises. */
  readonly falseAlone: number;
  readonly falseUnique: number;
}

export function worthOf(report: Report): Worth[] {
  const { table, runs } = report;
  if (!table) return [];
  const columns = ownColumns(table);
  const marks = runs.map(({ case: one }, i) =>
    columns.map((column) => markOf(one, finite(table.rows[i]?.[column]))),
  );
  const count = (mark: 'hit' | 'false', at: number, only: boolean): number =>
    marks.filter((row) => row[at] === mark && (!only || row.filter((other) => other === mark).length === 1))
      .length;
  return columns.map((column, at) => {
    const detector = table.variants[column]?.id ?? '';
    return {
      ...{ detector, named: namedIn(report, 'hit', detector), alone: count('hit', at, false) },
      ...{
        unique: count('hit', at, true),
        early: namedIn(report, 'early', detector),
        falseNamed: namedIn(report, 'false', detector),
      },
      ...{ falseAlone: count('false', at, false), falseUnique: count('false', at, true) },
    };
  });
}

function namedIn(report: Report, mark: 'hit' | 'early' | 'false', detector: string): number {
  return runsMarked(report, mark).filter(({ firing }) => firing?.detectors[0] === detector).length;
}

function finite(event: number | undefined): number | undefined {
  return event === Infinity ? undefined : event;
}

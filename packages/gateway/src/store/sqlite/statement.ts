import type { Sqlite } from './open.js';
import { fromRow, toText } from '../stored-text.js';

export interface Statement {
  /** How many rows were changed. */
  readonly run: (...values: readonly unknown[]) => number;
  readonly all: <Row extends object>(...values: readonly unknown[]) => Row[];
}

/** A prepared statement that escapes texts on the way in and unescapes them on the way out. */
export function statement(db: Sqlite, sql: string): Statement {
  const prepared = db.prepare(sql);
  const escaped = (values: readonly unknown[]): unknown[] =>
    values.map((value) => (typeof value === 'string' ? toText(value) : value));
  return {
    run: (...values) => prepared.run(...escaped(values)).changes,
    all: <Row extends object>(...values: readonly unknown[]) =>
      (prepared.all(...escaped(values)) as Row[]).map(fromRow),
  };
}

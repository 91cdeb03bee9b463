import type { Sqlite } from './open.js';
import { fromRow, toText } from '../stored-text.js';

export interface Statement {
  /** Number of changed rows. */
  readonly run: (...values: readonly unknown[]) => number;
  readonly all: <Row extends object>(...values: readonly unknown[]) => Row[];
}

/** A prepared statement that escapes texts in parameters and unescapes them in rows. */
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

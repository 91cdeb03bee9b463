import type { Dialect, Query } from '../queries.js';
import type { Sqlite } from './open.js';
import { statement } from './statement.js';

export const SQLITE: Dialect = {
  table: (name) => name,
  place: () => '?',
  contains: (column, part) => `instr(${column}, ${part}) > 0`,
  // The statement escapes texts.
  toValue: (value) => value,
};

export function runQuery<Row extends object>(db: Sqlite, { sql, values }: Query): Row[] {
  return statement(db, sql).all<Row>(...values);
}

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

/** The same, using the index of name parts: for texts that few names contain. */
export const SQLITE_BY_NAME: Dialect = {
  ...SQLITE,
  contains: (column, part) => `${column} IN (SELECT session FROM names WHERE number IN
    (SELECT rowid FROM name_parts WHERE name_parts MATCH ${quoted(part)}))`,
  // The plus keeps SQLite from reading all sessions in this order to find the few that match.
  sortBy: (column) => `+${column}`,
};

function quoted(part: string): string {
  return `'"' || replace(${part}, '"', '""') || '"'`;
}

/** At most this many matches are counted; more are quickly found by reading sessions in order. */
export const MANY_NAMES = 1000;
export const COUNT_NAMES = `SELECT count(*) AS many FROM
  (SELECT 1 FROM name_parts WHERE name_parts MATCH ${quoted('?')} LIMIT ${MANY_NAMES})`;

export function runQuery<Row extends object>(db: Sqlite, { sql, values }: Query): Row[] {
  return statement(db, sql).all<Row>(...values);
}

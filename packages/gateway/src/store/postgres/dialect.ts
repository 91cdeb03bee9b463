import type { Pool } from 'pg';
import type { Dialect, Query } from '../queries.js';
import { fromRow, toText } from '../stored-text.js';

export const POSTGRES: Dialect = {
  table: (name) => `rutbreak_${name}`,
  place: (number) => `$${number}`,
  contains: (column, part) => `strpos(${column}, ${part}) > 0`,
  toValue: (value) => (typeof value === 'string' ? toText(value) : value),
};

export async function runQuery<Row extends object>(pool: Pool, { sql, values }: Query): Promise<Row[]> {
  return (await pool.query<Row>(sql, [...values])).rows.map(fromRow);
}

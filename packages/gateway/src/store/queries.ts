import { toWhole } from './stored-text.js';
import type { AuditQuery, DocumentQuery, ListQuery } from './store.js';

/** Differences between the two databases. */
export interface Dialect {
  /** The qualified name of a table. */
  readonly table: (name: string) => string;
  /** The placeholder of this parameter, counted from 1. */
  readonly place: (number: number) => string;
  /** A condition: the column contains the text `part`. */
  readonly contains: (column: string, part: string) => string;
  readonly toValue: (value: string | number) => unknown;
  /** How to write a column to sort by; default: unchanged. */
  readonly sortBy?: (column: string) => string;
}

export interface Query {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Quoted names keep their case in both databases. */
const LISTED =
  'id, version, state, updated_at AS "updatedAt", due_at AS "dueAt", is_looping AS "isLooping", waste, summary';
export const SESSION = `${LISTED}, next_seq AS "nextSeq", record`;
export const BATCH = 'first_seq AS "firstSeq", last_seq AS "lastSeq", at, payload';
export const DOCUMENT = 'session, kind, id, version, updated_at AS "updatedAt", body';

/** Collects conditions and their values. */
function conditions({ place, toValue }: Dialect) {
  const values: unknown[] = [];
  const where: string[] = [];
  const use = (value: string | number): string => place(values.push(toValue(value)));
  return {
    values,
    use,
    add: (condition: string) => void where.push(condition),
    filter: () => (where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''),
  };
}

const ORDERS = {
  recent: { by: 'updated_at', key: 'updatedAt' },
  waste: { by: 'waste', key: 'waste' },
} as const;

export function listQuery(dialect: Dialect, query: ListQuery): Query {
  const { state, search, after, from, to, sort = 'recent', limit } = query;
  const { values, use, add, filter } = conditions(dialect);
  const { by, key } = ORDERS[sort];
  if (state !== undefined) add(`state = ${use(state)}`);
  if (search !== undefined) add(dialect.contains('id', use(search)));
  if (from !== undefined) add(`updated_at >= ${use(toWhole(from))}`);
  if (to !== undefined) add(`updated_at <= ${use(toWhole(to))}`);
  if (after !== undefined) {
    const last = sort === 'recent' ? toWhole(after[key]) : after[key];
    add(`(${by} < ${use(last)} OR (${by} = ${use(last)} AND id > ${use(after.id)}))`);
  }
  const column = dialect.sortBy?.(by) ?? by;
  const sql = `SELECT ${LISTED} FROM ${dialect.table('sessions')} ${filter()} ORDER BY ${column} DESC, id LIMIT ${use(limit)}`;
  return { sql, values };
}

export function auditQuery(dialect: Dialect, { session, before, limit }: AuditQuery): Query {
  const { values, use, add, filter } = conditions(dialect);
  if (session !== undefined) add(`session = ${use(session)}`);
  if (before !== undefined) add(`id < ${use(before)}`);
  const fields = 'id, session, at, operator, command, before, after, detail';
  const sql = `SELECT ${fields} FROM ${dialect.table('audit')} ${filter()} ORDER BY id DESC LIMIT ${use(limit)}`;
  return { sql, values };
}

export function documentsQuery(dialect: Dialect, query: DocumentQuery): Query {
  const { kind, session, newestFirst = false, limit } = query;
  const { values, use, add, filter } = conditions(dialect);
  add(`kind = ${use(kind)}`);
  if (session !== undefined) add(`session = ${use(session)}`);
  const order = newestFirst ? 'updated_at DESC, id' : 'id';
  const sql = `SELECT ${DOCUMENT} FROM ${dialect.table('documents')} ${filter()} ORDER BY ${order} LIMIT ${use(limit)}`;
  return { sql, values };
}

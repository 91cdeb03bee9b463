import type { Entry } from '../trace.js';
import { parsed } from '../fields.js';
import { readSession } from './opencode.js';

const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');

export function isDatabase(start: Uint8Array): boolean {
  return MAGIC.equals(start.subarray(0, MAGIC.length));
}

interface Row {
  readonly id: string;
  readonly message_id: string;
  /** JSON. */
  readonly data: string;
}

/** The part of libsql that is used. */
interface Database {
  readonly prepare: (sql: string) => { readonly all: (...values: readonly unknown[]) => readonly unknown[] };
  readonly close: () => void;
}

const SESSIONS = 'SELECT id FROM session ORDER BY time_created, id';
const MESSAGES = 'SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id';
const PARTS = 'SELECT message_id, data FROM part WHERE session_id = ? ORDER BY id';

/** `opencode.db`: one session at a time, read-only. */
export async function* readDatabase(file: string): AsyncGenerator<Entry> {
  const place = { file, line: 1 };
  let database: Database | undefined;
  try {
    database = await openDatabase(file);
    for (const { id } of database.prepare(SESSIONS).all() as readonly Row[]) {
      for (const trace of readSession(sessionIn(database, id) as never, id))
        yield { kind: 'trace', trace, place };
    }
  } catch (error) {
    const problem = `is a database that cannot be read: ${(error as Error).message}`;
    const hint = 'It should be the opencode.db of opencode; `opencode export` writes a session as JSON.';
    yield { kind: 'bad', place, problem, hint };
  } finally {
    database?.close();
  }
}

/** Only users with such a file need this package. */
async function openDatabase(file: string): Promise<Database> {
  const { default: Libsql } = await import('libsql').catch(() => {
    throw new Error('the package libsql is not there (npm install libsql)');
  });
  return new Libsql(file, { readonly: true, fileMustExist: true }) as unknown as Database;
}

/** In the form of an export. */
function sessionIn(database: Database, id: string): unknown {
  const partsOf = new Map<string, unknown[]>();
  for (const { message_id: message, data } of database.prepare(PARTS).all(id) as readonly Row[]) {
    partsOf.set(message, [...(partsOf.get(message) ?? []), parsed(data)]);
  }
  const messages = (database.prepare(MESSAGES).all(id) as readonly Row[]).map(({ id: message, data }) => ({
    info: { ...(parsed(data) as object), id: message },
    parts: partsOf.get(message) ?? [],
  }));
  return { info: { id }, messages };
}

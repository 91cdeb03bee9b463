import type { Sqlite } from './sqlite-open.js';
import { attempt } from './sqlite-attempt.js';
import type { DocumentKey, DocumentQuery, Store, StoredDocument } from './store.js';

const FIELDS = 'session, kind, id, version, updated_at AS updatedAt, body';

type Documents = Pick<Store, 'document' | 'documents' | 'putDocument' | 'removeDocument'>;

export function sqliteDocuments(db: Sqlite, now: () => number): Documents {
  const key = 'session = ? AND kind = ? AND id = ?';
  const one = db.prepare(`SELECT ${FIELDS} FROM documents WHERE ${key}`);
  const insert = db.prepare(
    `INSERT INTO documents (session, kind, id, version, updated_at, body) VALUES (?, ?, ?, 1, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  const change = db.prepare(
    `UPDATE documents SET version = version + 1, updated_at = ?, body = ? WHERE ${key} AND version = ?`,
  );
  const remove = db.prepare(`DELETE FROM documents WHERE ${key}`);
  return {
    document: attempt(({ session, kind, id }: DocumentKey) => {
      // `get` of this driver adds a field of its own.
      const [found] = one.all(session, kind, id) as StoredDocument[];
      return found && { ...found };
    }),
    documents: attempt(({ kind, session, newestFirst = false, limit }: DocumentQuery) => {
      const own = session === undefined ? '' : 'AND session = ?';
      const order = newestFirst ? 'updated_at DESC, id' : 'id';
      const found = db
        .prepare(`SELECT ${FIELDS} FROM documents WHERE kind = ? ${own} ORDER BY ${order} LIMIT ?`)
        .all(...(session === undefined ? [kind, limit] : [kind, session, limit]));
      return (found as StoredDocument[]).map((document) => ({ ...document }));
    }),
    putDocument: attempt(({ session, kind, id }: DocumentKey, expected: number, body: string) => {
      const { changes } =
        expected === 0
          ? insert.run(session, kind, id, now(), body)
          : change.run(now(), body, session, kind, id, expected);
      return changes === 1;
    }),
    removeDocument: attempt(
      ({ session, kind, id }: DocumentKey) => remove.run(session, kind, id).changes > 0,
    ),
  };
}

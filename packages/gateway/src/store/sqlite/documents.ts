import type { Sqlite } from './open.js';
import { retry } from './retry.js';
import { statement } from './statement.js';
import { DOCUMENT, documentsQuery } from '../queries.js';
import type { DocumentKey, DocumentQuery, Store, StoredDocument } from '../store.js';
import { runQuery, SQLITE } from './dialect.js';

type Documents = Pick<Store, 'document' | 'documents' | 'putDocument' | 'removeDocument'>;

export function sqliteDocuments(db: Sqlite, now: () => number): Documents {
  const key = 'session = ? AND kind = ? AND id = ?';
  const one = statement(db, `SELECT ${DOCUMENT} FROM documents WHERE ${key}`);
  const insert = statement(
    db,
    `INSERT INTO documents (session, kind, id, version, updated_at, body) VALUES (?, ?, ?, 1, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  const change = statement(
    db,
    `UPDATE documents SET version = version + 1, updated_at = ?, body = ? WHERE ${key} AND version = ?`,
  );
  const remove = statement(db, `DELETE FROM documents WHERE ${key}`);
  return {
    document: retry(({ session, kind, id }: DocumentKey) => {
      const [found] = one.all<StoredDocument>(session, kind, id);
      return found;
    }),
    documents: retry((query: DocumentQuery) => runQuery<StoredDocument>(db, documentsQuery(SQLITE, query))),
    putDocument: retry(({ session, kind, id }: DocumentKey, expected: number, body: string) => {
      const changes =
        expected === 0
          ? insert.run(session, kind, id, now(), body)
          : change.run(now(), body, session, kind, id, expected);
      return changes === 1;
    }),
    removeDocument: retry(({ session, kind, id }: DocumentKey) => remove.run(session, kind, id) > 0),
  };
}

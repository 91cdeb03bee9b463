import type { Pool } from 'pg';
import { DOCUMENT, documentsQuery } from '../queries.js';
import { POSTGRES, runQuery } from './dialect.js';
import { fromRow, toText, toWhole } from '../stored-text.js';
import type { DocumentKey, Store, StoredDocument } from '../store.js';

const KEY = 'session = $1 AND kind = $2 AND id = $3';

type Documents = Pick<Store, 'document' | 'documents' | 'putDocument' | 'removeDocument'>;

export function postgresDocuments(pool: Pool, now: () => number): Documents {
  const keyOf = ({ session, kind, id }: DocumentKey): string[] => [session, kind, id].map(toText);
  return {
    async document(key) {
      const text = `SELECT ${DOCUMENT} FROM rutbreak_documents WHERE ${KEY}`;
      const { rows } = await pool.query<StoredDocument>(text, keyOf(key));
      return rows.map(fromRow)[0];
    },
    documents: (query) => runQuery(pool, documentsQuery(POSTGRES, query)),
    async putDocument(key, expected, body) {
      const values = [...keyOf(key), toWhole(now()), toText(body)];
      const { rowCount } =
        expected === 0 ? await pool.query(INSERT, values) : await pool.query(CHANGE, [...values, expected]);
      return rowCount === 1;
    },
    async removeDocument(key) {
      const { rowCount } = await pool.query(`DELETE FROM rutbreak_documents WHERE ${KEY}`, keyOf(key));
      return rowCount === 1;
    },
  };
}

const INSERT = `
INSERT INTO rutbreak_documents (session, kind, id, version, updated_at, body) VALUES ($1, $2, $3, 1, $4, $5)
ON CONFLICT DO NOTHING`;

const CHANGE = `
UPDATE rutbreak_documents SET version = version + 1, updated_at = $4, body = $5 WHERE ${KEY} AND version = $6`;

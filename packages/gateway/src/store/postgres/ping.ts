import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { toWhole } from '../stored-text.js';

interface Ping {
  /** Rejects if the database does not take writes. */
  readonly ping: () => Promise<void>;
  /** Call after a write that failed. */
  readonly writeFailed: () => void;
}

/** Bytes: as much as a request may need. Less may still fit on a full disk, in a page that is already there. */
const ROOM = 1 << 16;

/** After a failed write, only a write of that size proves that there is room again. Others stay small, to spare the disk. */
export function createPing(pool: Pool, now: () => number): Ping {
  let mustProve = false;
  return {
    writeFailed: () => void (mustProve = true),
    async ping() {
      const { rows } = await pool.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
      if (rows[0]?.standby !== false) throw new Error('The database is a standby and rejects writes.');
      // Random, because the database compresses texts.
      const body = mustProve ? randomBytes(ROOM).toString('base64') : '';
      // Writes, because reads still work on a full disk.
      await pool.query(PING, [toWhole(now()), body]);
      if (body !== '') mustProve = false;
    },
  };
}

const PING = `
INSERT INTO rutbreak_documents AS d (session, kind, id, version, updated_at, body) VALUES ('', 'ping', 'main', 1, $1, $2)
ON CONFLICT (session, kind, id)
DO UPDATE SET version = d.version + 1, updated_at = excluded.updated_at, body = excluded.body`;

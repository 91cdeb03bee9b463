import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { RutbreakError } from '@rutbreak/core';
import Database from 'libsql';
import { SQLITE_MIGRATIONS } from './migrations.js';
import { StoreError } from '../error.js';
import { makeFolder } from '../make-folder.js';

export type Sqlite = InstanceType<typeof Database>;

/**
 * synchronous = FULL: an acknowledgement means "on disk", with one flush per commit. secure_delete: SQLite overwrites
 * deleted text in the file. wal_autocheckpoint: the commit that fills the log also copies it into the file, so a longer log
 * would save nothing and hold that commit, and with it every request, for longer. page_size: events come in kilobytes, and
 * each page of a commit takes several system calls; a file that exists keeps its own.
 */
const SETTINGS =
  'PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA foreign_keys = OFF; PRAGMA wal_autocheckpoint = 500; PRAGMA cache_size = -32768;';

/** Opens and migrates the file. Only its owner may read it. Throws a RutbreakError with a hint. */
export function openSqlite(path: string): Sqlite {
  try {
    makeFolder(dirname(path));
    const db = new Database(path);
    chmodSync(path, 0o600);
    db.exec(`PRAGMA busy_timeout = 5000; ${SETTINGS}`);
    migrate(db, path);
    // From here on, waiting for a lock must not block this process: see retry.ts.
    db.exec('PRAGMA busy_timeout = 0');
    return db;
  } catch (error) {
    if (error instanceof RutbreakError) throw error;
    const why = (error as Error).message;
    const hint = 'Choose a writable folder with --data, or repair the file.';
    throw new StoreError('STORE_READ', { path, why, hint });
  }
}

function migrate(db: Sqlite, path: string): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    const version = versionOf(db);
    if (version > SQLITE_MIGRATIONS.length)
      throw new StoreError('STORE_NEWER', {
        ...{ path, version, hint: `This version reads up to ${SQLITE_MIGRATIONS.length}: upgrade.` },
      });
    for (const sql of SQLITE_MIGRATIONS.slice(version)) db.exec(sql);
    db.exec(`PRAGMA user_version = ${SQLITE_MIGRATIONS.length}`);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function versionOf(db: Sqlite): number {
  const [row] = db.pragma('user_version') as { user_version: number }[];
  return row?.user_version ?? 0;
}

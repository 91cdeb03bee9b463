import type { Sqlite } from './open.js';

/** Runs the work in one transaction: all of it is written, or nothing. */
export function within<Result>(db: Sqlite, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      db.exec('ROLLBACK');
    } catch {
      // The transaction is already rolled back; the first error matters.
    }
    throw error;
  }
}

import type { Store } from '../store.js';
import type { Ahead } from './ahead.js';
import type { Sqlite } from './open.js';
import { retry } from './retry.js';
import { statement } from './statement.js';
import { within } from './within.js';

export function removers(db: Sqlite, ahead: Pick<Ahead, 'dropAbandoned'>): Pick<Store, 'remove' | 'prune'> {
  const removeSession = sessionRemover(db);
  const removeBroadcasts = broadcastRemover(db);
  const old = statement(db, 'SELECT id FROM sessions WHERE updated_at < ? ORDER BY updated_at LIMIT 1000');
  const remove = retry((id: string) => within(db, () => removeSession(id)));
  const prune = retry((before: Parameters<Store['prune']>[0]) =>
    within(db, () => {
      const gone = before.broadcasts === undefined ? 0 : removeBroadcasts(before.broadcasts);
      const abandoned = ahead.dropAbandoned();
      const found = before.sessions === undefined ? [] : old.all<{ readonly id: string }>(before.sessions);
      for (const { id } of found) removeSession(id);
      return { sessions: found.length, hasDeleted: gone + abandoned + found.length > 0 };
    }),
  );
  // The write-ahead log contains deleted text until a checkpoint empties it.
  const emptyLog = retry(() => void db.pragma('wal_checkpoint(TRUNCATE)'));
  return {
    async remove(id) {
      const isRemoved = await remove(id);
      await emptyLog();
      return isRemoved;
    },
    async prune(before) {
      const { sessions, hasDeleted } = await prune(before);
      if (hasDeleted) await emptyLog();
      return sessions;
    },
  };
}

/** Deletes everything of a session; false if it does not exist. */
function sessionRemover(db: Sqlite): (id: string) => boolean {
  const from = ['history', 'broadcasts', 'audit', 'documents'].map((table) =>
    statement(db, `DELETE FROM ${table} WHERE session = ?`),
  );
  // Those of a commit in progress must stay: it may create the session anew.
  const texts = statement(
    db,
    'DELETE FROM texts WHERE session = ? AND NOT EXISTS (SELECT 1 FROM ahead WHERE text = texts.id)',
  );
  const own = statement(db, 'DELETE FROM sessions WHERE id = ?');
  return (id) => {
    for (const statement of [...from, texts]) statement.run(id);
    return own.run(id) > 0;
  };
}

/** Deletes some broadcasts that are older than this; returns how many. */
function broadcastRemover(db: Sqlite): (before: number) => number {
  const oldest = 'FROM broadcasts WHERE at < ? ORDER BY id LIMIT 10000';
  const texts = statement(db, `DELETE FROM texts WHERE id IN (SELECT text ${oldest})`);
  const own = statement(db, `DELETE FROM broadcasts WHERE id IN (SELECT id ${oldest})`);
  return (before) => {
    texts.run(before);
    return own.run(before);
  };
}

import { retry } from './retry.js';
import { statement } from './statement.js';
import { openSqlite, type Sqlite } from './open.js';
import { sqliteDocuments } from './documents.js';
import { sqliteReaders } from './readers.js';
import type { SessionUpdate, Store } from '../store.js';
import { type Ahead, createAhead, isLarge, NOWHERE, type Places } from './ahead.js';
import { removers } from './remove.js';
import { within } from './within.js';
import { noter, writer } from './write.js';

export interface SqliteOptions {
  readonly now?: () => number;
}

/** One file on this machine. A commit is one transaction with one disk flush, except for the texts of a large update. */
export function createSqliteStore(path: string, { now = Date.now }: SqliteOptions = {}): Store {
  const db = openSqlite(path);
  const listeners = new Set<() => void>();
  const hint = (): void => {
    for (const listener of listeners) listener();
  };
  const ahead = createAhead(db, now);
  const note = noter(db);
  return {
    kind: 'sqlite',
    commit: committer(db, now, ahead, hint),
    append: retry((entries: Pick<SessionUpdate, 'broadcasts' | 'audit'>) => {
      within(db, () => note('', entries));
      hint();
    }),
    ...sqliteReaders(db),
    ...sqliteDocuments(db, now),
    ...removers(db, ahead),
    onHint(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ping: pinger(db, now),
    close: retry(() => void db.close()),
  };
}

function committer(db: Sqlite, now: () => number, ahead: Ahead, hint: () => void): Store['commit'] {
  const take = writer(db, now, ahead);
  const takeAll = retry((updates: readonly SessionUpdate[], places: ReadonlyMap<string, Places>) => {
    const isTaken = (update: SessionUpdate): boolean => take(update, places.get(update.id) ?? NOWHERE);
    const taken = within(db, () => new Set(updates.filter(isTaken).map(({ id }) => id)));
    if (taken.size > 0) hint();
    return taken;
  });
  return async (updates) => {
    const places = new Map<string, Places>();
    let taken: ReadonlySet<string> = new Set();
    try {
      for (const update of updates) if (isLarge(update)) places.set(update.id, await ahead.write(update));
      taken = await takeAll(updates, places);
      return taken;
    } finally {
      for (const [id, unused] of places) if (!taken.has(id)) await ahead.drop(unused);
    }
  };
}

/** Bytes of random content: as much as a request may need, because less may still fit on a disk that is nearly full. */
const ROOM = 1 << 16;
const PING = `INSERT INTO documents (session, kind, id, version, updated_at, body)
  VALUES ('', 'ping', 'main', 1, ?, hex(randomblob(${ROOM / 2})))
  ON CONFLICT DO UPDATE SET version = version + 1, updated_at = excluded.updated_at, body = excluded.body`;

/** Writes, because reads still work on a full disk. */
function pinger(db: Sqlite, now: () => number): Store['ping'] {
  const write = statement(db, PING);
  return retry(() => void write.run(now()));
}

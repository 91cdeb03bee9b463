/** One entry per schema version, append-only: a database is migrated from its version to the last one. */
export const SQLITE_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY, version INTEGER NOT NULL, next_seq INTEGER NOT NULL, state TEXT NOT NULL,
    updated_at INTEGER NOT NULL, due_at INTEGER, summary TEXT NOT NULL, record TEXT NOT NULL
  );
  CREATE INDEX sessions_by_time ON sessions (updated_at DESC, id);
  CREATE INDEX sessions_by_state ON sessions (state, updated_at DESC, id);
  CREATE INDEX sessions_due ON sessions (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE history (
    session TEXT NOT NULL, first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, at INTEGER NOT NULL,
    payload TEXT NOT NULL, PRIMARY KEY (session, first_seq)
  );
  CREATE TABLE broadcasts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, topic TEXT NOT NULL, at INTEGER NOT NULL,
    body TEXT NOT NULL
  );
  CREATE INDEX broadcasts_by_session ON broadcasts (session);
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, at INTEGER NOT NULL, operator TEXT NOT NULL,
    command TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, detail TEXT NOT NULL
  );
  CREATE INDEX audit_by_session ON audit (session, id);
  CREATE TABLE documents (
    session TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
    updated_at INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (session, kind, id)
  );
  CREATE INDEX documents_by_kind ON documents (kind, updated_at DESC);
  `,
  `
  ALTER TABLE sessions ADD COLUMN is_looping INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN waste REAL NOT NULL DEFAULT 0;
  CREATE INDEX sessions_by_waste ON sessions (waste DESC, id);
  CREATE INDEX sessions_to_count ON sessions (state, is_looping, updated_at);
  `,
  // Counting and searching must not become slower with the number of sessions. Triggers maintain the number
  // of sessions in each state, and an index of name parts. Rowids may change, so names have their own
  // numbers.
  `
  DROP INDEX sessions_to_count;
  CREATE INDEX sessions_looping ON sessions (state, updated_at) WHERE is_looping = 1;
  CREATE TABLE tally (state TEXT PRIMARY KEY, many INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO tally VALUES ('active', 0), ('paused', 0), ('ended', 0);
  CREATE TABLE names (number INTEGER PRIMARY KEY, session TEXT NOT NULL UNIQUE);
  CREATE VIRTUAL TABLE name_parts USING fts5(
    session, content='', contentless_delete=1, detail='full', tokenize='trigram case_sensitive 1');
  INSERT INTO name_parts (name_parts, rank) VALUES ('secure-delete', 1);
  CREATE TRIGGER session_added AFTER INSERT ON sessions BEGIN
    UPDATE tally SET many = many + 1 WHERE state = new.state;
    INSERT INTO names (session) VALUES (new.id);
    INSERT INTO name_parts (rowid, session) SELECT number, session FROM names WHERE session = new.id;
  END;
  CREATE TRIGGER session_moved AFTER UPDATE OF state ON sessions WHEN old.state <> new.state BEGIN
    UPDATE tally SET many = many + (state = new.state) - (state = old.state);
  END;
  CREATE TRIGGER session_removed AFTER DELETE ON sessions BEGIN
    UPDATE tally SET many = many - 1 WHERE state = old.state;
    DELETE FROM name_parts WHERE rowid = (SELECT number FROM names WHERE session = old.id);
    DELETE FROM names WHERE session = old.id;
  END;
  INSERT INTO names (session) SELECT id FROM sessions;
  INSERT INTO name_parts (rowid, session) SELECT number, session FROM names;
  UPDATE tally SET many = (SELECT count(*) FROM sessions s WHERE s.state = tally.state);
  `,
  // The texts of large updates are written ahead of the commit that refers to them; `ahead` lists those without a commit.
  `
  CREATE TABLE texts (id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, body TEXT NOT NULL);
  CREATE INDEX texts_by_session ON texts (session);
  CREATE TABLE ahead (text INTEGER PRIMARY KEY, at INTEGER NOT NULL);
  ALTER TABLE history ADD COLUMN text INTEGER;
  ALTER TABLE broadcasts ADD COLUMN text INTEGER;
  `,
];

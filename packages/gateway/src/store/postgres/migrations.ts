/** A server without lz4 keeps its default compression, which is slower. */
const compress = (table: string, column: string): string => `
  DO $$ BEGIN ALTER TABLE ${table} ALTER COLUMN ${column} SET COMPRESSION lz4;
  EXCEPTION WHEN feature_not_supported THEN NULL; END $$;`;

/**
 * One entry per schema version, append-only: a database is migrated from its version to the last one. Every primary key
 * starts with the session, so that the tables can be sharded by it.
 */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE rutbreak_sessions (
    id text COLLATE "C" PRIMARY KEY, version bigint NOT NULL, next_seq bigint NOT NULL, state text NOT NULL,
    updated_at bigint NOT NULL, due_at bigint, summary text NOT NULL, record text NOT NULL
  );
  CREATE INDEX rutbreak_sessions_by_time ON rutbreak_sessions (updated_at DESC, id);
  CREATE INDEX rutbreak_sessions_by_state ON rutbreak_sessions (state, updated_at DESC, id);
  CREATE INDEX rutbreak_sessions_due ON rutbreak_sessions (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE rutbreak_history (
    session text COLLATE "C" NOT NULL, first_seq bigint NOT NULL, last_seq bigint NOT NULL, at bigint NOT NULL,
    payload text NOT NULL, PRIMARY KEY (session, first_seq)
  );
  CREATE SEQUENCE rutbreak_broadcast_ids;
  CREATE TABLE rutbreak_broadcasts (
    session text COLLATE "C" NOT NULL, id bigint NOT NULL DEFAULT nextval('rutbreak_broadcast_ids'),
    topic text NOT NULL, at bigint NOT NULL, body text NOT NULL, PRIMARY KEY (session, id)
  );
  CREATE INDEX rutbreak_broadcasts_by_id ON rutbreak_broadcasts (id);
  CREATE INDEX rutbreak_broadcasts_by_time ON rutbreak_broadcasts (at);
  CREATE TABLE rutbreak_audit (
    session text COLLATE "C" NOT NULL, id bigint GENERATED ALWAYS AS IDENTITY, at bigint NOT NULL,
    operator text NOT NULL, command text NOT NULL, before text NOT NULL, after text NOT NULL, detail text NOT NULL,
    PRIMARY KEY (session, id)
  );
  CREATE INDEX rutbreak_audit_by_id ON rutbreak_audit (id);
  CREATE TABLE rutbreak_documents (
    session text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
    version bigint NOT NULL, updated_at bigint NOT NULL, body text NOT NULL, PRIMARY KEY (session, kind, id)
  );
  CREATE INDEX rutbreak_documents_by_kind ON rutbreak_documents (kind, updated_at DESC);
  ${compress('rutbreak_sessions', 'record')}
  ${compress('rutbreak_history', 'payload')}
  `,
  `
  ALTER TABLE rutbreak_sessions ADD COLUMN is_looping int NOT NULL DEFAULT 0;
  ALTER TABLE rutbreak_sessions ADD COLUMN waste double precision NOT NULL DEFAULT 0;
  CREATE INDEX rutbreak_sessions_by_waste ON rutbreak_sessions (waste DESC, id);
  CREATE INDEX rutbreak_sessions_to_count ON rutbreak_sessions (state, is_looping, updated_at);
  `,
  // Broadcasts wait here, in the transaction of their session. Readers number them, which needs an order over all sessions.
  `
  CREATE SEQUENCE rutbreak_outbox_ids;
  CREATE TABLE rutbreak_outbox (
    session text COLLATE "C" NOT NULL, id bigint NOT NULL DEFAULT nextval('rutbreak_outbox_ids'),
    topic text NOT NULL, at bigint NOT NULL, body text NOT NULL, PRIMARY KEY (session, id)
  );
  `,
];

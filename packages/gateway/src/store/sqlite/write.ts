import type { SessionUpdate } from '../store.js';
import { type Ahead, NOWHERE, type Places } from './ahead.js';
import type { Sqlite } from './open.js';
import { statement } from './statement.js';

/** Writes one update within a transaction; false, without a change, if its version is stale. */
export function writer(
  db: Sqlite,
  now: () => number,
  ahead: Pick<Ahead, 'claim'>,
): (update: SessionUpdate, places: Places) => boolean {
  const insert = statement(
    db,
    `INSERT INTO sessions (id, version, next_seq, state, updated_at, due_at, is_looping, waste, summary, record)
     VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const change = statement(
    db,
    `UPDATE sessions SET version = version + 1, next_seq = ?, state = ?, updated_at = ?, due_at = ?, is_looping = ?,
     waste = ?, summary = ?, record = ? WHERE id = ? AND version = ?`,
  );
  const history = statement(
    db,
    'INSERT INTO history (session, first_seq, last_seq, at, payload, text) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const document = statement(
    db,
    `INSERT INTO documents (session, kind, id, version, updated_at, body) VALUES (?, ?, ?, 1, ?, ?)
     ON CONFLICT DO UPDATE SET version = version + 1, updated_at = excluded.updated_at, body = excluded.body`,
  );
  const note = noter(db);
  return (update, places) => {
    const { id, expected, nextSeq, state, updatedAt, dueAt, isLooping, waste, summary, record } = update;
    const row = [nextSeq, state, updatedAt, dueAt, isLooping, waste, summary, record];
    const changes = expected === 0 ? insert.run(id, ...row) : change.run(...row, id, expected);
    if (changes !== 1) return false;
    ahead.claim(places);
    for (const batch of update.history) {
      const { firstSeq, lastSeq, at, payload } = batch;
      history.run(id, firstSeq, lastSeq, at, ...placed(payload, places.get(batch)));
    }
    for (const { kind, id: name, body } of update.documents) document.run(id, kind, name, now(), body);
    note(id, update, places);
    return true;
  };
}

/** A text that was written ahead is not written again. */
function placed(text: string, place: number | undefined): readonly [text: string, place: number | null] {
  return place === undefined ? [text, null] : ['', place];
}

/** From this many rows on, one statement is faster than one for each row. */
const MANY = 50;

type Entries = Pick<SessionUpdate, 'broadcasts' | 'audit'>;

/** Writes entries within a transaction. */
export function noter(db: Sqlite): (session: string, entries: Entries, places?: Places) => void {
  const into = 'INSERT INTO broadcasts (session, topic, at, body, text)';
  const broadcast = statement(db, `${into} VALUES (?, ?, ?, ?, ?)`);
  const many = statement(
    db,
    `${into} SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`,
  );
  const line = statement(
    db,
    'INSERT INTO audit (session, at, operator, command, before, after, detail) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  return (session, { broadcasts, audit }, places = NOWHERE) => {
    const rows = broadcasts.map((one) => [one.topic, one.at, ...placed(one.body, places.get(one))] as const);
    if (rows.length < MANY) for (const row of rows) broadcast.run(session, ...row);
    else many.run(session, JSON.stringify(rows));
    for (const { at, operator, command, before, after, detail } of audit)
      line.run(session, at, operator, command, before, after, detail);
  };
}

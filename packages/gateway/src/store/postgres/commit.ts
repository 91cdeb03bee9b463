import type { Pool } from 'pg';
import { toText, toWhole } from '../stored-text.js';
import { PartlyWritten, type SessionUpdate, type Store, type Written } from '../store.js';

/**
 * One statement for one session is one transaction without client round trips: a crashed client leaves no locks behind, and
 * a distributed database can run it where the session is. `locked` sees the row after it is locked, so a version that
 * changed in the meantime does not match.
 */
const COMMIT = `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::text[],
    $30::int[], $31::float8[]) AS t(id, expected, next_seq, state, updated_at, due_at, summary, record, is_looping, waste)
), locked AS MATERIALIZED (
  SELECT s.id FROM rutbreak_sessions s JOIN input i ON s.id = i.id AND s.version = i.expected
  WHERE s.id = ANY($1::text[]) ORDER BY s.id FOR UPDATE OF s
), changed AS (
  UPDATE rutbreak_sessions s
  SET version = i.expected + 1, next_seq = i.next_seq, state = i.state, updated_at = i.updated_at, due_at = i.due_at,
    summary = i.summary, record = i.record, is_looping = i.is_looping, waste = i.waste
  FROM locked l JOIN input i ON i.id = l.id WHERE s.id = l.id RETURNING s.id
), made AS (
  INSERT INTO rutbreak_sessions (id, version, next_seq, state, updated_at, due_at, summary, record, is_looping, waste)
  SELECT id, 1, next_seq, state, updated_at, due_at, summary, record, is_looping, waste FROM input
  WHERE expected = 0 AND (SELECT count(*) FROM changed) >= 0
  ORDER BY id COLLATE "C" ON CONFLICT DO NOTHING RETURNING id
), taken AS MATERIALIZED (SELECT id FROM changed UNION ALL SELECT id FROM made),
batches AS (
  INSERT INTO rutbreak_history (session, first_seq, last_seq, at, payload)
  SELECT h.* FROM unnest($9::text[], $10::bigint[], $11::bigint[], $12::bigint[], $13::text[])
    AS h(session, first_seq, last_seq, at, payload) JOIN taken ON taken.id = h.session
), texts AS (
  INSERT INTO rutbreak_documents AS d (session, kind, id, version, updated_at, body)
  SELECT n.session, n.kind, n.id, 1, $17::bigint, n.body
  FROM unnest($14::text[], $15::text[], $16::text[], $18::text[]) AS n(session, kind, id, body)
  JOIN taken ON taken.id = n.session ORDER BY n.session COLLATE "C", n.kind COLLATE "C", n.id COLLATE "C"
  ON CONFLICT (session, kind, id)
  DO UPDATE SET version = d.version + 1, updated_at = excluded.updated_at, body = excluded.body
), lines AS (
  INSERT INTO rutbreak_audit (session, at, operator, command, before, after, detail)
  SELECT a.session, a.at, a.operator, a.command, a.before, a.after, a.detail
  FROM unnest($19::text[], $20::bigint[], $21::text[], $22::text[], $23::text[], $24::text[], $25::text[])
    WITH ORDINALITY AS a(session, at, operator, command, before, after, detail, place)
  WHERE a.session = '' OR a.session IN (SELECT id FROM taken) ORDER BY place
), told AS (
  INSERT INTO rutbreak_outbox (session, topic, at, body)
  SELECT b.session, b.topic, b.at, b.body FROM unnest($26::text[], $27::text[], $28::bigint[], $29::text[])
    WITH ORDINALITY AS b(session, topic, at, body, place)
  WHERE b.session = '' OR b.session IN (SELECT id FROM taken) ORDER BY place
)
SELECT id FROM taken`;

type Entries = Pick<SessionUpdate, 'broadcasts' | 'audit'>;

/** Every session has its own transaction; the pool runs several of them at once. */
export function postgresWriters(
  pool: Pool,
  now: () => number,
  { hint, writeFailed }: { readonly hint: () => void; readonly writeFailed: () => void },
): Pick<Store, 'commit' | 'append'> {
  const run = async (updates: readonly SessionUpdate[], entries: readonly (Entries & Named)[]) => {
    const figures = [updates.map(({ isLooping }) => isLooping), updates.map(({ waste }) => waste)];
    const values = [...sessionArrays(updates), ...noteArrays(updates, entries, now()), ...figures];
    const query = { name: 'commit', text: COMMIT, values };
    try {
      const { rows } = await again(() => pool.query<{ id: string }>(query));
      return rows.length > 0;
    } catch (error) {
      writeFailed();
      throw error;
    }
  };
  return {
    async commit(updates) {
      const results = await Promise.allSettled(updates.map((update) => run([update], [update])));
      const written = collect(updates, results);
      if (written.taken.size > 0) hint();
      if (written.failed.size === 0) return written.taken;
      const [[, first] = []] = written.failed;
      throw written.failed.size === updates.length ? first : new PartlyWritten(written);
    },
    async append(entries) {
      await run([], [{ ...entries, id: '' }]);
      hint();
    },
  };
}

function collect(
  updates: readonly SessionUpdate[],
  results: readonly PromiseSettledResult<boolean>[],
): Written {
  const taken = new Set<string>();
  const failed = new Map<string, unknown>();
  for (const [i, { id }] of updates.entries()) {
    const result = results[i];
    if (result?.status === 'rejected') failed.set(id, result.reason);
    else if (result?.value === true) taken.add(id);
  }
  return { taken, failed };
}

interface Named {
  readonly id: string;
}

function sessionArrays(updates: readonly SessionUpdate[]): unknown[] {
  return [
    updates.map(({ id }) => toText(id)),
    updates.map(({ expected }) => expected),
    updates.map(({ nextSeq }) => nextSeq),
    updates.map(({ state }) => state),
    updates.map(({ updatedAt }) => toWhole(updatedAt)),
    updates.map(({ dueAt }) => (dueAt === null ? null : toWhole(dueAt))),
    updates.map(({ summary }) => toText(summary)),
    updates.map(({ record }) => toText(record)),
  ];
}

function noteArrays(
  updates: readonly SessionUpdate[],
  entries: readonly (Entries & Named)[],
  at: number,
): unknown[] {
  const batches = flat(updates, ({ history }) => history);
  // A statement may write each document only once: the last version wins.
  const documents = flat(updates, (update) => [
    ...new Map(update.documents.map((one) => [JSON.stringify([one.kind, one.id]), one])).values(),
  ]);
  const lines = flat(entries, ({ audit }) => audit);
  const broadcasts = flat(entries, (entry) => entry.broadcasts);
  const text = <One>(list: readonly One[], pick: (one: One) => string): string[] =>
    list.map((one) => toText(pick(one)));
  const time = (list: readonly { readonly at: number }[]): number[] => list.map((one) => toWhole(one.at));
  return [
    ...[text(batches, (one) => one.session), batches.map((one) => one.firstSeq)],
    ...[batches.map((one) => one.lastSeq), time(batches), text(batches, (one) => one.payload)],
    ...[text(documents, (one) => one.session), text(documents, (one) => one.kind)],
    ...[text(documents, (one) => one.id), toWhole(at), text(documents, (one) => one.body)],
    ...[text(lines, (one) => one.session), time(lines), text(lines, (one) => one.operator)],
    ...[text(lines, (one) => one.command), text(lines, (one) => one.before)],
    ...[text(lines, (one) => one.after), text(lines, (one) => one.detail)],
    ...[text(broadcasts, (one) => one.session), text(broadcasts, (one) => one.topic)],
    ...[time(broadcasts), text(broadcasts, (one) => one.body)],
  ];
}

function flat<Owner extends Named, One extends object>(
  owners: readonly Owner[],
  pick: (owner: Owner) => readonly One[],
): (One & { readonly session: string })[] {
  return owners.flatMap((owner) => pick(owner).map((one) => ({ ...one, session: owner.id })));
}

/** The server aborted this transaction to resolve a deadlock. */
const CHOSEN_TO_FAIL = new Set(['40P01', '40001']);

async function again<Result>(work: () => Promise<Result>, attempts = 3): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (attempts <= 1 || !CHOSEN_TO_FAIL.has(code)) throw error;
    return again(work, attempts - 1);
  }
}

import { isDeepStrictEqual } from 'node:util';
import { readSession } from '../../engine/queue/cache.js';
import { DEFAULT_CONFIG, settle } from '../../engine/settings.js';
import { readStored } from '../../session/history.js';
import type { SessionRecord, StoredLoop } from '../../session/record.js';
import { createGateway } from '../../gateway.js';
import { createMemoryStore } from '../../store/memory.js';
import type { HistoryBatch, Store } from '../../store/store.js';
import { type Diary, eventAt } from './agent.js';
import { TOKEN } from './replica.js';

/** Compares the replies to agents and operators with the stored records. Returns all differences. */
export async function check(diaries: readonly Diary[], store: Store): Promise<string[]> {
  const wrong: string[] = [];
  const histories = new Map<string, readonly HistoryBatch[]>();
  for (const diary of diaries) {
    const history = await store.history(diary.session, { fromSeq: 0, limit: 1_000_000 });
    histories.set(diary.session, history);
    wrong.push(...checkHistory(diary, history), ...(await checkCommands(diary, store)));
  }
  const replayed = await replay(histories);
  const stored = await readAll(
    store,
    diaries.map(({ session }) => session),
  );
  for (const { session } of diaries) {
    const is = essence(stored.get(session));
    const shouldBe = essence(replayed.get(session));
    const field = Object.keys({ ...is, ...shouldBe }).find(
      (key) => !isDeepStrictEqual(is[key], shouldBe[key]),
    );
    if (field !== undefined)
      wrong.push(`${session}: ${field} is not what a single process makes of the same events`);
  }
  return wrong;
}

function checkHistory({ session, acked, sent }: Diary, history: readonly HistoryBatch[]): string[] {
  const events = history.flatMap(readStored);
  const wrong: string[] = [];
  events.forEach(({ seq, body }, i) => {
    if (wrong.length > 0) return;
    if (seq !== i) wrong.push(`${session}: event ${i} is ${seq < i ? 'duplicated' : 'lost'} (found ${seq})`);
    else if ((body as { at?: number } | null)?.at !== eventAt(i).at)
      wrong.push(`${session}: event ${i} is another one`);
  });
  if (events.length < acked)
    wrong.push(`${session}: ${acked} events were acknowledged, ${events.length} are kept`);
  if (events.length > sent) wrong.push(`${session}: ${sent} events were sent, ${events.length} are kept`);
  return wrong;
}

async function checkCommands({ session, commands, heard }: Diary, store: Store): Promise<string[]> {
  const lines = await store.audit({ session, limit: 1_000_000 });
  const times = new Map<string, number>();
  for (const { operator } of lines) times.set(operator, (times.get(operator) ?? 0) + 1);
  return [...commands].flatMap(([id, { name, isAcked }]) => {
    const count = times.get(id) ?? 0;
    if (count > 1 || (isAcked && count === 0)) return [`${session}: ${id} was carried out ${count} times`];
    // The last messages may not have been delivered yet.
    const isLast = id === [...commands.keys()].at(-1);
    return name === 'inject' && isAcked && !isLast && !heard.has(id)
      ? [`${session}: nobody heard ${id}`]
      : [];
  });
}

/** The same batches in a single process without faults. */
async function replay(histories: ReadonlyMap<string, readonly HistoryBatch[]>): Promise<Records> {
  const store = createMemoryStore();
  const gateway = createGateway({ store, token: TOKEN });
  const url = await gateway.listen();
  for (const [session, history] of histories) {
    const events = history.flatMap(readStored).map(({ body }) => body);
    for (let firstSeq = 0; firstSeq < events.length; firstSeq += 500) {
      const body = { session, firstSeq, events: events.slice(firstSeq, firstSeq + 500) };
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
      const answer = await fetch(`${url}/v1/events`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (answer.status !== 200) throw new Error(`The replay was answered ${answer.status}.`);
      await answer.arrayBuffer();
    }
  }
  const records = await readAll(store, [...histories.keys()]);
  await gateway.close();
  return records;
}

type Records = ReadonlyMap<string, SessionRecord>;

/** As a gateway that has just started reads them. */
async function readAll(store: Store, ids: readonly string[]): Promise<Records> {
  const settings = settle(DEFAULT_CONFIG);
  const rows = [...(await store.load(ids)).values()];
  const entries = await Promise.all(rows.map((row) => readSession(row, store, settings)));
  return new Map(entries.flatMap((entry) => (entry ? [[entry.record.id, entry.record] as const] : [])));
}

/** A loop without times and interventions, which are decided once per batch. */
function factsOf(loop: StoredLoop): Record<string, unknown> {
  const { id, category, detector, brief, score, first_seq, last_seq, outcome, figures } = loop;
  const { repeats, wasted } = figures;
  return { id, category, detector, brief, score, first_seq, last_seq, outcome, repeats, wasted };
}

/** What follows from the events alone: times and human commands may differ. */
function essence(record: SessionRecord | undefined): Record<string, unknown> {
  if (record === undefined) return {};
  const { nextSeq, events, core, status, severity, tokens, cost, loops } = record;
  return { nextSeq, events, core, status, severity, tokens, cost, loops: loops.map(factsOf) };
}

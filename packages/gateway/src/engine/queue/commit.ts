import { dueAt, isLooping, summaryOf, wasteKey } from '../../session/summary.js';
import type { StoredLoop } from '../../session/record.js';
import { PartlyWritten, type SessionUpdate, type Written } from '../../store/store.js';
import type { Cache } from './cache.js';
import { storedRecord } from './checkpoint.js';
import type { Draft } from '../draft.js';
import { storeError } from '../error.js';
import type { EngineOptions, Job } from './job.js';
import { documentOf } from '../loops/loops.js';

const MAX_TRIES = 20;

/** The writes of one session in this tick, and the replies that wait for them. */
export interface Plan {
  readonly id: string;
  readonly expected: number;
  readonly draft: Draft;
  readonly replies: readonly { readonly job: Job; readonly reply: unknown }[];
}

export function isUnwritten({ draft }: Plan): boolean {
  const { base, record, history, broadcasts, audit } = draft;
  return base === record && history.length + broadcasts.length + audit.length === 0;
}

/** Writes all plans in one transaction and replies. Returns the jobs that lost a race, to be computed again. */
export async function commit(
  plans: readonly Plan[],
  cache: Cache,
  options: EngineOptions,
): Promise<readonly Job[]> {
  const written = plans.filter((plan) => !isUnwritten(plan));
  const { taken, failed } = await write(written, options);
  const again: Job[] = [];
  for (const plan of plans) {
    const isWritten = taken.has(plan.id);
    if (failed.has(plan.id)) fail(plan, cache, failed.get(plan.id));
    else if (isWritten || isUnwritten(plan)) finish(plan, isWritten, cache, options);
    else again.push(...retried(plan, cache));
  }
  return again;
}

/**
 * If the store is up but rejects the transaction, one session in it is bad. Bisecting the list isolates that session, and
 * the others are written without it.
 */
async function write(plans: readonly Plan[], options: EngineOptions): Promise<Written> {
  const { store } = options;
  if (plans.length === 0) return { taken: new Set(), failed: new Map() };
  try {
    return { taken: await store.commit(plans.map(updateOf)), failed: new Map() };
  } catch (error) {
    if (error instanceof PartlyWritten) return error.written;
    const all = new Map(plans.map(({ id }) => [id, error]));
    if (plans.length === 1) return { taken: new Set(), failed: all };
    const isStoreUp = await store.ping().then(
      () => true,
      () => false,
    );
    if (!isStoreUp) return { taken: new Set(), failed: all };
    const middle = Math.ceil(plans.length / 2);
    const first = await write(plans.slice(0, middle), options);
    const second = await write(plans.slice(middle), options);
    return {
      taken: new Set([...first.taken, ...second.taken]),
      failed: new Map([...first.failed, ...second.failed]),
    };
  }
}

function fail({ id, replies }: Plan, cache: Cache, error: unknown): void {
  cache.drop(id);
  for (const { job } of replies) job.fail(storeError(error));
}

function finish(
  { id, expected, draft, replies }: Plan,
  isWritten: boolean,
  cache: Cache,
  options: EngineOptions,
): void {
  const version = isWritten ? expected + 1 : expected;
  if (isWritten) cache.set(id, { version, record: draft.record });
  if (isWritten) options.onCommitted(draft);
  for (const { job, reply } of replies) job.done({ reply, version });
}

/** Another writer committed first: read the session again and recompute. */
function retried({ id, replies }: Plan, cache: Cache): Job[] {
  cache.drop(id);
  return replies.flatMap(({ job }) => {
    if (++job.tries < MAX_TRIES) return [job];
    job.fail(storeError(new Error('Too many concurrent writers for one session.')));
    return [];
  });
}

function updateOf({ id, expected, draft }: Plan): SessionUpdate {
  const { record, context, history, broadcasts, audit, loops } = draft;
  const stored = storedRecord(draft);
  return {
    ...{ id, expected, nextSeq: record.nextSeq, state: record.state, updatedAt: record.seenAt },
    ...{ dueAt: dueAt(record, context.now), isLooping: isLooping(record) ? 1 : 0, waste: wasteKey(record) },
    summary: JSON.stringify(summaryOf(record, expected + 1, context.now)),
    ...{ record: stored.record, history, broadcasts, audit },
    documents: [...stored.documents, ...[...loops].map(loopDocument)],
  };
}

function loopDocument([id, loop]: readonly [string, StoredLoop]): SessionUpdate['documents'][number] {
  return { kind: 'loop', id, body: JSON.stringify(documentOf(loop)) };
}

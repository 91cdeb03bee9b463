import { RutbreakError } from '@rutbreak/core';
import type { StoredEvent } from '../api/sessions.js';
import { HttpProblem } from '../http/problem.js';
import type { SessionUpdate, Store } from '../store/store.js';
import { apply, begins, mayForward, type Reply } from './apply.js';
import { type Cache, loadMissing } from './cache.js';
import { type Draft, draftOf, type Scene } from './draft.js';
import type { EngineOptions, Job } from './job.js';
import { readStored } from './history.js';
import { heldFrom } from './hold.js';
import { newRecord } from './record.js';
import { dueAt, summaryOf } from './summary.js';

const MAX_TRIES = 20;

/** What is to be written of one session, and who is to be told. */
interface Plan {
  readonly id: string;
  readonly expected: number;
  readonly draft: Draft;
  readonly replies: readonly { readonly job: Job; readonly reply: Reply }[];
}

/** One tick: load, compute, commit, answer. What has to be tried again comes back. */
export async function compute(jobs: readonly Job[], cache: Cache, options: EngineOptions): Promise<Job[]> {
  try {
    const groups = bySession(jobs);
    const ids = [...groups.keys()];
    const { fresh, unreadable } = await loadMissing(ids, cache, options.store, options.settings());
    const again: Job[] = [];
    const plans: Plan[] = [];
    for (const [id, all] of groups) {
      if (unreadable.has(id)) {
        failAll(all, cache, unreadableProblem(unreadable.get(id)));
        continue;
      }
      const { now, later } = cutAtForward(all);
      again.push(...later);
      const plan = await planFor(id, now, cache, options).catch((error: unknown) => {
        failAll(now, cache, storeProblem(error));
      });
      if (!plan) continue;
      // What is answered without a write must not rest on something old.
      if (isUnwritten(plan) && !fresh.has(id)) {
        cache.drop(id);
        again.unshift(...now);
      } else plans.push(plan);
    }
    again.push(...(await commit(plans, cache, options)));
    return inOrder(again, jobs);
  } catch (error) {
    failAll(jobs, cache, storeProblem(error));
    return [];
  }
}

function failAll(jobs: readonly Job[], cache: Cache, problem: HttpProblem): void {
  for (const { session } of jobs) cache.drop(session);
  for (const job of jobs) job.fail(problem);
}

function inOrder(again: readonly Job[], jobs: readonly Job[]): Job[] {
  if (again.length < 2) return [...again];
  const left = new Set(again);
  return jobs.filter((job) => left.has(job));
}

function bySession(jobs: readonly Job[]): Map<string, Job[]> {
  const groups = new Map<string, Job[]>();
  for (const job of jobs) {
    const group = groups.get(job.session);
    if (group) group.push(job);
    else groups.set(job.session, [job]);
  }
  return groups;
}

/** Kept steps are read from the store, so what sets them free comes first in its tick: all before it is written then. */
function cutAtForward(jobs: readonly Job[]): {
  readonly now: readonly Job[];
  readonly later: readonly Job[];
} {
  const at = jobs.findIndex(({ work }, i) => i > 0 && mayForward(work));
  return at < 0 ? { now: jobs, later: [] } : { now: jobs.slice(0, at), later: jobs.slice(at) };
}

async function planFor(
  id: string,
  jobs: readonly Job[],
  cache: Cache,
  options: EngineOptions,
): Promise<Plan> {
  const known = cache.get(id);
  const scene: Scene = { now: options.now(), settings: options.settings(), kill: options.kill() };
  const draft = draftOf(known?.record ?? newRecord(id, scene.now), scene);
  const from = known && heldFrom(known.record);
  const isAsked = jobs[0] !== undefined && mayForward(jobs[0].work);
  const kept = from !== undefined && isAsked ? await keptFrom(options.store, id, from) : [];
  const begun = performance.now();
  const replies = jobs.map((job) => {
    const isThere = known !== undefined || draft.record.events > 0;
    const reply = isThere || begins(job.work) ? apply(draft, job.work, kept) : unknownSession();
    return { job, reply };
  });
  draft.spentMs = performance.now() - begun;
  return { id, expected: known?.version ?? 0, draft, replies };
}

function unknownSession(): Reply {
  return { misfit: 'There is no such session.', isUnknown: true };
}

async function keptFrom(store: Store, id: string, from: number): Promise<StoredEvent[]> {
  const kept: StoredEvent[] = [];
  for (let fromSeq = from; ;) {
    const batches = await store.history(id, { fromSeq, limit: 500 });
    kept.push(...batches.flatMap(readStored).filter(({ seq }) => seq >= fromSeq));
    const last = batches.at(-1);
    if (!last || batches.length < 500) return kept;
    fromSeq = last.lastSeq + 1;
  }
}

function isUnwritten({ draft }: Plan): boolean {
  const { base, record, history, broadcasts, audit } = draft;
  return base === record && history.length + broadcasts.length + audit.length === 0;
}

async function commit(plans: readonly Plan[], cache: Cache, options: EngineOptions): Promise<Job[]> {
  const written = plans.filter((plan) => !isUnwritten(plan));
  const taken = written.length > 0 ? await options.store.commit(written.map(updateOf)) : new Set<string>();
  const again: Job[] = [];
  for (const plan of plans) {
    const isWritten = taken.has(plan.id);
    if (isWritten || isUnwritten(plan)) finish(plan, isWritten, cache, options);
    else again.push(...retried(plan, cache));
  }
  return again;
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

/** Somebody else was faster: look again and compute anew. */
function retried({ id, replies }: Plan, cache: Cache): Job[] {
  cache.drop(id);
  return replies.flatMap(({ job }) => {
    if (++job.tries < MAX_TRIES) return [job];
    job.fail(storeProblem(new Error('too many writers of one session')));
    return [];
  });
}

function updateOf({ id, expected, draft }: Plan): SessionUpdate {
  const { record, scene, history, broadcasts, audit, loops } = draft;
  return {
    ...{ id, expected, nextSeq: record.nextSeq, state: record.state, updatedAt: record.seenAt },
    ...{
      dueAt: dueAt(record, scene.now),
      summary: JSON.stringify(summaryOf(record, expected + 1, scene.now)),
    },
    ...{ record: JSON.stringify(record), history, broadcasts, audit },
    documents: [...loops.values()].map((loop) => ({ kind: 'loop', id: loop.id, body: JSON.stringify(loop) })),
  };
}

/** A newer instance may have written the record: that one can answer. Any other record will not get better. */
function unreadableProblem(error: unknown): HttpProblem {
  if (error instanceof RutbreakError && error.code === 'SNAPSHOT_NEWER') return storeProblem(error);
  const problem = new HttpProblem('INTERNAL', 'The record of this session cannot be read.', {
    hint: 'Delete the session and start a new one.',
  });
  problem.cause = error;
  return problem;
}

function storeProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  const problem = new HttpProblem('STORE_UNAVAILABLE', 'The store does not answer; nothing was taken in.', {
    ...{ retryAfter: 1, hint: 'Send the same again.' },
  });
  problem.cause = error;
  return problem;
}

import { heldFrom } from '../../session/held.js';
import { newRecord } from '../../session/record.js';
import { type Cache, loadMissing } from './cache.js';
import { commit, isUnwritten, type Plan } from './commit.js';
import { draftOf, type TickContext } from '../draft.js';
import { storeError } from '../error.js';
import { createSlices } from '../slices.js';
import type { Store } from '../../store/store.js';
import type { EngineOptions, Job } from './job.js';
import { eventsSince } from './read-history.js';
import { handlerOf } from '../work.js';

/** One tick: load, compute, commit, reply. Returns the jobs to retry. */
export async function compute(jobs: readonly Job[], cache: Cache, options: EngineOptions): Promise<Job[]> {
  try {
    const groups = bySession(jobs);
    const ids = [...groups.keys()];
    const { fresh, unreadable } = await loadMissing(ids, cache, options.store, options.settings());
    const again: Job[] = [];
    const [plans, unproven]: [Plan[], Plan[]] = [[], []];
    const pause = createSlices();
    for (const [id, all] of groups) {
      if (unreadable.has(id)) {
        failAll(all, cache, unreadable.get(id));
        continue;
      }
      const { now, later } = cutBeforeHeld(all, options);
      again.push(...later);
      const plan = await planFor(id, now, cache, options).catch((error: unknown) => {
        failAll(now, cache, error);
      });
      await pause();
      if (!plan) continue;
      (isUnwritten(plan) && !fresh.has(id) ? unproven : plans).push(plan);
    }
    const { proven, stale } = await prove(unproven, cache, options.store);
    plans.push(...proven);
    again.unshift(...stale);
    again.push(...(await commit(plans, cache, options)));
    return inOrder(again, jobs);
  } catch (error) {
    failAll(jobs, cache, storeError(error));
    return [];
  }
}

/** A reply without a write must not come from a stale cache. Returns the plans that did not, and the jobs of the others. */
async function prove(
  plans: readonly Plan[],
  cache: Cache,
  store: Store,
): Promise<{ readonly proven: readonly Plan[]; readonly stale: readonly Job[] }> {
  if (plans.length === 0) return { proven: [], stale: [] };
  const rows = await store.load(plans.map(({ id }) => id));
  const isNewest = ({ id, expected, draft }: Plan): boolean => {
    const row = rows.get(id);
    // A session that was deleted and began anew may have the same version.
    return row?.version === expected && row.updatedAt === draft.base.seenAt;
  };
  const old = plans.filter((plan) => !isNewest(plan));
  for (const { id } of old) cache.drop(id);
  return {
    proven: plans.filter(isNewest),
    stale: old.flatMap(({ replies }) => replies.map(({ job }) => job)),
  };
}

function failAll(jobs: readonly Job[], cache: Cache, error: unknown): void {
  for (const { session } of jobs) cache.drop(session);
  for (const job of jobs) job.fail(error);
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

function needsHeld({ kind, input }: Job, { handlers }: EngineOptions): boolean {
  return handlerOf(handlers, kind).needsHeld?.(input) ?? false;
}

/** Held steps come from the store, so work that needs them starts a new tick, after earlier work is committed. */
function cutBeforeHeld(
  jobs: readonly Job[],
  options: EngineOptions,
): { readonly now: readonly Job[]; readonly later: readonly Job[] } {
  const at = jobs.findIndex((job, i) => i > 0 && needsHeld(job, options));
  return at < 0 ? { now: jobs, later: [] } : { now: jobs.slice(0, at), later: jobs.slice(at) };
}

async function planFor(
  id: string,
  jobs: readonly Job[],
  cache: Cache,
  options: EngineOptions,
): Promise<Plan> {
  const known = cache.get(id);
  const { now, settings, kill, mutes, earlier } = options;
  const context: TickContext = {
    ...{ now: now(), settings: settings(), kill: kill(), mutes: mutes(), earlier },
  };
  const draft = draftOf(known?.record ?? newRecord(id, context.now), context);
  const from = known && heldFrom(known.record);
  const isAsked = jobs[0] !== undefined && needsHeld(jobs[0], options);
  const held = from !== undefined && isAsked ? await eventsSince(options.store, id, from) : [];
  const begun = performance.now();
  const replies: { job: Job; reply: unknown }[] = [];
  for (const job of jobs) {
    const handler = handlerOf(options.handlers, job.kind);
    const isKnown = known !== undefined || draft.record.events > 0;
    const runs = isKnown || handler.createsSession === true;
    const reply = runs ? await handler.run(draft, job.input, held) : undefined;
    if (runs) for (const observe of options.observers) observe(draft);
    replies.push({ job, reply });
  }
  draft.spentMs = performance.now() - begun;
  return { id, expected: known?.version ?? 0, draft, replies };
}

import { EngineError } from '../error.js';
import type { Job } from './job.js';

/** Jobs of one request, committed together. */
export type Group = readonly Job[];

/** Computes and commits jobs; returns those to retry. */
type Run = (jobs: readonly Job[]) => Promise<readonly Job[]>;

/**
 * Two concurrent queues. Large requests, which are slow to compute and write, go to the slow lane, so that they do not
 * delay small requests of other sessions. All pending jobs of one session are in the same lane.
 */
export interface Lanes {
  /** Rejects the jobs if the lane is full. */
  readonly enqueue: (group: Group) => void;
  readonly queued: () => number;
  /** Resolves when both lanes are empty. */
  readonly idle: () => Promise<void>;
}

const MAX_JOBS = 400;
const MAX_BYTES = 1024 * 1024;
/** Requests above this size go to the slow lane. */
const LARGE = 64 * 1024;

interface Lane {
  queue: Group[];
  bytes: number;
  running: Promise<void> | undefined;
  /** Number of queued or running jobs, by session. */
  readonly busy: Map<string, number>;
}

const newLane = (): Lane => ({ queue: [], bytes: 0, running: undefined, busy: new Map() });

/**
 * When a commit finishes, everything that arrived in the meantime goes into the next one. No timer delays a request, and
 * many requests share one disk flush.
 */
export function createLanes(run: Run, maxQueuedBytes: number): Lanes {
  const [fast, slow] = [newLane(), newLane()];
  const drain = async (lane: Lane): Promise<void> => {
    let served: ReadonlySet<string> = new Set();
    while (lane.queue.length > 0) {
      await afterPendingReads();
      if (lane === slow) lane.queue = nextFirst(lane.queue, served);
      if (lane === slow) await untilFree(slow.queue[0] ?? [], fast);
      const { taken, left } = lane === slow ? splitAt(lane.queue, 1) : split(lane.queue);
      served = new Set(taken.map(({ session }) => session));
      lane.queue = left;
      lane.bytes -= sizeOf(taken);
      const again = await run(taken);
      count(lane.busy, taken, -1);
      count(lane.busy, again, 1);
      // Retries go first, to keep the order within a session.
      if (again.length > 0) lane.queue = [again, ...lane.queue];
      lane.bytes += sizeOf(again);
    }
    lane.running = undefined;
  };
  return {
    enqueue(group) {
      const isSlow = sizeOf(group) > LARGE || group.some(({ session }) => slow.busy.has(session));
      const lane = isSlow ? slow : fast;
      if (lane.bytes + sizeOf(group) > maxQueuedBytes && !hasShare(lane, group, maxQueuedBytes)) {
        reject(group);
        return;
      }
      lane.bytes += sizeOf(group);
      lane.queue.push(group);
      count(lane.busy, group, 1);
      lane.running ??= drain(lane);
    },
    queued: () => [...fast.queue, ...slow.queue].flat().length,
    async idle() {
      while (fast.running ?? slow.running) await Promise.all([fast.running, slow.running]);
    },
  };
}

/** All shares together stay below this many times the limit of a lane, even if the lane is full. */
const MOST_SHARES = 2;

/** A session may use its share of a full lane, so that one that fills the lane does not keep the others out. */
function hasShare({ queue, bytes, busy }: Lane, group: Group, limit: number): boolean {
  const sessions = new Set(group.map(({ session }) => session));
  const own = queue.flat().filter(({ session }) => sessions.has(session));
  const size = sizeOf(group);
  return bytes + size <= MOST_SHARES * limit && sizeOf(own) + size <= limit / (busy.size + 1);
}

/** Sessions take turns: the first group of a session that was not served last goes first. Each keeps its own order. */
function nextFirst(queue: readonly Group[], served: ReadonlySet<string>): Group[] {
  const blocked = new Set(served);
  const at = queue.findIndex((group) => {
    const isFree = group.every(({ session }) => !blocked.has(session));
    for (const { session } of group) blocked.add(session);
    return isFree;
  });
  const next = queue[at];
  return next ? [next, ...queue.slice(0, at), ...queue.slice(at + 1)] : [...queue];
}

/** Waits while earlier jobs of the same session are in the fast lane. */
async function untilFree(group: Group, fast: Lane): Promise<void> {
  while (group.some(({ session }) => fast.busy.has(session))) await new Promise((done) => setImmediate(done));
}

function count(busy: Map<string, number>, jobs: Group, change: number): void {
  for (const { session } of jobs) {
    const left = (busy.get(session) ?? 0) + change;
    if (left > 0) busy.set(session, left);
    else busy.delete(session);
  }
}

/** Resolves after two turns of the event loop, so that requests that have already arrived share the commit. */
function afterPendingReads(): Promise<void> {
  return new Promise((begin) => setImmediate(() => setImmediate(begin)));
}

function reject(group: Group): void {
  for (const { fail } of group) fail(new EngineError('OVERLOADED', 'The write queue is full.'));
}

function sizeOf(jobs: Group): number {
  return jobs.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Takes whole groups up to a limit, at least one. */
function split(queue: readonly Group[]): { readonly taken: Job[]; readonly left: Group[] } {
  let [jobs, bytes, groups] = [0, 0, 0];
  for (const group of queue) {
    if (groups > 0 && (jobs + group.length > MAX_JOBS || bytes > MAX_BYTES)) break;
    jobs += group.length;
    bytes += sizeOf(group);
    groups++;
  }
  return splitAt(queue, groups);
}

function splitAt(queue: readonly Group[], at: number): { readonly taken: Job[]; readonly left: Group[] } {
  return { taken: queue.slice(0, at).flat(), left: queue.slice(at) };
}

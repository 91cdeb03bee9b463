import { HttpProblem } from '../http/problem.js';
import type { Store } from '../store/store.js';

const RECOUNT_MS = 5000;
/** This close to the limit, every request asks the store. */
const NEAR = 1000;

/** The sessions that are not admitted, with the reason. Known sessions are always admitted. */
export type Admit = (sessions: readonly string[]) => Promise<ReadonlyMap<string, HttpProblem>>;

export function createAdmission(store: Store, most: number, now: () => number): Admit {
  let count = 0;
  let countedAt = -Infinity;
  const isFull = async (): Promise<boolean> => {
    if (now() - countedAt >= RECOUNT_MS || count + NEAR >= most) {
      countedAt = now();
      // If the store is down, the write fails later with a better message.
      count = await store.count().catch(() => count);
    }
    return count >= most;
  };
  return async (sessions) => {
    if (!(await isFull())) return new Map();
    const wanted = [...new Set(sessions)];
    const known = await store.load(wanted).then(
      (found) => new Set(found.keys()),
      () => new Set(wanted),
    );
    return new Map(wanted.filter((id) => !known.has(id)).map((id) => [id, tooMany(count)]));
  };
}

function tooMany(count: number): HttpProblem {
  return new HttpProblem('TOO_MANY_SESSIONS', `The limit of ${count} sessions is reached.`, {
    ...{ retryAfter: 60, hint: 'Delete sessions, or shorten the retention.' },
  });
}

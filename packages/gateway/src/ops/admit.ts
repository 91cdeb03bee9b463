import { HttpProblem } from '../http/problem.js';
import type { Store } from '../store/store.js';

const RECOUNT_MS = 5000;
/** From here on every new one is counted. */
const NEAR = 1000;

/** New sessions are let in until there are too many; those that are known always are. */
export function createAdmission(
  store: Store,
  most: number,
  now: () => number,
): { readonly admit: (session: string) => Promise<void>; readonly count: () => Promise<number> } {
  let count = 0;
  let countedAt = -Infinity;
  let isFull = false;
  const recount = async (): Promise<number> => {
    if (now() - countedAt >= RECOUNT_MS || count + NEAR >= most) {
      countedAt = now();
      count = await store.count();
      isFull = count >= most;
    }
    return count;
  };
  return {
    count: () => store.count(),
    async admit(session) {
      await recount();
      if (!isFull || (await store.load([session])).has(session)) return;
      throw new HttpProblem('TOO_MANY_SESSIONS', `There are ${count} sessions; more are not taken.`, {
        ...{ retryAfter: 60, hint: 'Delete some, or shorten the retention.' },
      });
    },
  };
}

import type { Asked } from '../start.js';
import { sendCall } from './attacks.js';

const PAUSE_MS = 5;

export interface Times {
  /** Status codes other than 200. */
  readonly failed: readonly number[];
  /** In milliseconds, the shortest first. */
  readonly times: readonly number[];
}

/** The time that this share of the requests took at most. */
export function quantile({ times }: Pick<Times, 'times'>, share: number): number {
  return times[Math.floor(times.length * share)] ?? 0;
}

/**
 * A healthy client: sends one request after the other until the returned function is called and at least that many were
 * sent.
 */
export function startNeighbour(
  client: Asked,
  session: string,
  more: object = {},
): (least?: number) => Promise<Times> {
  let wanted = Infinity;
  const times: number[] = [];
  const failed: number[] = [];
  const done = (async () => {
    while (times.length < wanted) {
      const begun = performance.now();
      const { status } = await sendCall(client, session, more);
      times.push(performance.now() - begun);
      if (status !== 200) failed.push(status);
      await new Promise((next) => setTimeout(next, PAUSE_MS));
    }
  })();
  return async (least = 0) => {
    wanted = least;
    await done;
    return { failed, times: times.sort((a, b) => a - b) };
  };
}

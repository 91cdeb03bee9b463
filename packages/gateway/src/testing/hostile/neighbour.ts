import type { Asked } from '../start.js';
import { sendCall } from './attacks.js';

const PAUSE_MS = 5;

export interface Times {
  /** Status codes other than 200. */
  readonly failed: readonly number[];
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
}

/** A healthy client: sends one request after the other until the returned function is called. */
export function startNeighbour(client: Asked, session: string, more: object = {}): () => Promise<Times> {
  const ending = new AbortController();
  const times: number[] = [];
  const failed: number[] = [];
  const done = (async () => {
    while (!ending.signal.aborted) {
      const begun = performance.now();
      const { status } = await sendCall(client, session, more);
      times.push(performance.now() - begun);
      if (status !== 200) failed.push(status);
      await new Promise((next) => setTimeout(next, PAUSE_MS));
    }
  })();
  return async () => {
    ending.abort();
    await done;
    times.sort((a, b) => a - b);
    const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
    return { failed, count: times.length, p50: at(0.5), p99: at(0.99) };
  };
}

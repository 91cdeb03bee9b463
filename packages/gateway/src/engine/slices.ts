/** Longer computations would block other requests. */
const SLICE_MS = 2;
/**
 * A small request takes about this many turns of the event loop, so that it waits for one slice instead of
 * one per turn.
 */
const TURNS = 4;

/**
 * Between two units of work: when the current slice is used up, await the promise, which yields to the event loop. Awaiting
 * nothing would cost a turn of the microtask queue for every event.
 */
export function createSlices(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let begun = now();
  return () => {
    if (now() - begun < SLICE_MS) return undefined;
    return letOthersRun().then(() => {
      begun = now();
    });
  };
}

/** Resolves when every small request that has arrived has had time to finish. */
export function letOthersRun(): Promise<void> {
  return new Promise((done) => {
    afterTurns(TURNS, done);
  });
}

function afterTurns(turns: number, next: () => void): void {
  if (turns === 0) next();
  else setImmediate(afterTurns, turns - 1, next);
}

/** Longer computations would block other requests. */
const SLICE_MS = 2;

/** Await the result between two units of work: it yields to the event loop when the current slice is used up. */
export function createSlices(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let begun = now();
  return () => {
    if (now() - begun < SLICE_MS) return undefined;
    return new Promise((done) => {
      setImmediate(() => {
        begun = now();
        done();
      });
    });
  };
}

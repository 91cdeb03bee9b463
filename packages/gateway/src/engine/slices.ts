/** Computing longer than this without a pause would make other requests wait. */
const SLICE_MS = 2;

/** Await the result between two pieces of work: it lets other requests in once the current slice is used up. */
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

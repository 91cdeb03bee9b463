const RETRY_MS = 10;
const GIVE_UP_MS = 5000;

/**
 * Wraps the synchronous driver: exceptions become rejections. While another process holds the write lock, it waits with a
 * timer, because waiting inside the driver would block every request of this process.
 */
export function retry<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    const until = Date.now() + GIVE_UP_MS;
    for (;;) {
      try {
        return work(...args);
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'SQLITE_BUSY' || Date.now() >= until) throw error;
        await new Promise((done) => setTimeout(done, RETRY_MS));
      }
    }
  };
}

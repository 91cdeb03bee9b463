/** The driver works while we wait; what it throws becomes a rejection. */
export function attempt<Args extends readonly unknown[], Result>(
  work: (...args: Args) => Result,
): (...args: Args) => Promise<Result> {
  return (...args) => new Promise((done) => done(work(...args)));
}

/**
 * Groups calls into the model's steps, which a proxy cannot see. The model waits for the results of a step, so a call
 * that arrives before any open call has returned belongs to the same step.
 */
export interface Rounds {
  /** Call this when a call is forwarded. Returns the number of its round. */
  readonly begin: () => number;
  /** Call this when a call has ended. */
  readonly end: () => void;
}

export function newRounds(): Rounds {
  let round = 0;
  let open = 0;
  let hasResult = true;
  return {
    begin() {
      if (open === 0 || hasResult) round++;
      hasResult = false;
      open++;
      return round;
    },
    end() {
      open = Math.max(0, open - 1);
      hasResult = true;
    },
  };
}

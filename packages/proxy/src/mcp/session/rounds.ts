/**
 * Which calls belong to one step of the model. A proxy does not see the steps. But the model has to wait for the results
 * of a step, so a call that comes before any result of the open calls is part of the same step.
 */
export interface Rounds {
  /** A call goes to the server. Returns the number of its round. */
  readonly begin: () => number;
  /** A call has ended. */
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

interface Loose {
  readonly at?: unknown;
  readonly round?: unknown;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/**
 * Converts two values that recorders often write as text into numbers for the core: an ISO time, and a named
 * round. Everything else stays; the core reports problems.
 */
export function tightenEvents(events: readonly unknown[]): readonly unknown[] {
  const rounds = new Map<string, number>();
  return events.map((event) => {
    const { at, round } = (event ?? {}) as Loose;
    const isNamed = typeof round === 'string';
    const isIso = typeof at === 'string' && ISO_TIME.test(at);
    if (!isNamed && !isIso) return event;
    return {
      ...(event as object),
      // Not a date after all: the core refuses NaN like any other bad number.
      ...(isIso && { at: Date.parse(at) }),
      ...(isNamed && { round: numberOf(round, rounds) }),
    };
  });
}

/** Negative, so that it never equals a numbered round. */
function numberOf(name: string, rounds: Map<string, number>): number {
  const number = rounds.get(name) ?? -1 - rounds.size;
  rounds.set(name, number);
  return number;
}

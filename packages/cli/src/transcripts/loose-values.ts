interface Loose {
  readonly at?: unknown;
  readonly round?: unknown;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/**
 * Two things that recorders like to write as texts become the numbers that the core compares: a time in ISO form, and
 * a round that has a name. Everything else is left as it is; the core says what is wrong with it.
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
      // Not a date after all: NaN is refused by the core like any other bad number.
      ...(isIso && { at: Date.parse(at) }),
      ...(isNamed && { round: numberOf(round, rounds) }),
    };
  });
}

/** Below zero, where it meets no round that is a number. */
function numberOf(name: string, rounds: Map<string, number>): number {
  const number = rounds.get(name) ?? -1 - rounds.size;
  rounds.set(name, number);
  return number;
}

/** A simple rule that many agents ship, for comparison. */
export interface Rule {
  readonly id: string;
  readonly summary: string;
  /** A fresh session: takes one event after the other and returns at which one the rule fires. */
  readonly start: () => (event: unknown) => boolean;
}

interface Call {
  /** Tool and arguments. */
  readonly key: string;
  readonly outcome: string;
  readonly isFailure: boolean;
}

function callOf(event: unknown): Call | undefined {
  const { kind, tool, args, result, isError } = event as Record<string, unknown>;
  if (kind !== 'call') return undefined;
  const isFailure = isError === true;
  return { key: JSON.stringify([tool, args]), outcome: JSON.stringify([result, isFailure]), isFailure };
}

/** A rule that considers only the last calls; `decide` gets them oldest first. */
export function overCalls<Kept>(
  keep: (call: Call) => Kept,
  length: number,
  decide: (last: readonly Kept[]) => boolean,
): Rule['start'] {
  return () => {
    const last: Kept[] = [];
    return (event) => {
      const call = callOf(event);
      if (!call) return false;
      last.push(keep(call));
      if (last.length > length) last.shift();
      return decide(last);
    };
  };
}

export function firstFiringOf({ start }: Rule, events: readonly unknown[]): number | undefined {
  const fires = start();
  const at = events.findIndex((event) => fires(event));
  return at < 0 ? undefined : at;
}

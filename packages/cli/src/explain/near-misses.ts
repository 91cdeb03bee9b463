import { looseFingerprint } from '@rutbreak/core/detectors';

interface AnyEvent {
  readonly kind?: unknown;
  readonly tool?: unknown;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly role?: unknown;
}

interface Seen {
  readonly event: number;
  readonly times: number;
  readonly result: number;
  readonly turns: number;
}

/** Why a repeated call was not a loop, as text; `undefined` if it is not a repetition. */
export function nearMisses(): (value: unknown, index: number) => string | undefined {
  const seen = new Map<number, Seen>();
  let turns = 0;
  return (value, index) => {
    const event = (value ?? {}) as AnyEvent;
    if (event.kind === 'turn' && event.role === 'user') turns++;
    if (event.kind !== 'call') return undefined;
    const key = looseFingerprint([event.tool, event.args]).print;
    const result = looseFingerprint(event.result).print;
    const before = seen.get(key);
    const isNewTurn = before !== undefined && before.turns !== turns;
    const times = before && !isNewTurn ? before.times + 1 : 1;
    seen.set(key, { event: index, times, result, turns });
    return before && reasonFor(before, { times, isNewTurn, isChanged: before.result !== result });
  };
}

function reasonFor(
  { event }: Seen,
  { times, isNewTurn, isChanged }: { times: number; isNewTurn: boolean; isChanged: boolean },
): string {
  if (isNewTurn) return `the same call as #${event}, but the user has spoken since`;
  if (isChanged) return `the same call as #${event}, but the outcome has changed`;
  return `the same call as #${event}, ${times} times now: too few, or too far apart, to be a loop`;
}

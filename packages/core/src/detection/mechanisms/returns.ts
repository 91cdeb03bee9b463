/** The last states of one target: a file, a setting, a plan, the result of a check. Plain JSON. */
export interface Trail {
  readonly key: number;
  readonly states: readonly number[];
  /** How often an earlier state, other than the previous one, came back. */
  readonly returns: number;
  /** Consecutive changes without effect. */
  readonly repeats: number;
  readonly events: readonly number[];
}

export const NO_TRAILS: readonly Trail[] = [];

const MAX_TRAILS = 12;
const MAX_STATES = 10;
const MAX_EVENTS = 12;

export function trailOf(trails: readonly Trail[], key: number): Trail {
  return trails.find((one) => one.key === key) ?? { key, states: [], returns: 0, repeats: 0, events: [] };
}

export function keepTrail(trails: readonly Trail[], trail: Trail): readonly Trail[] {
  return [...trails.filter(({ key }) => key !== trail.key), trail].slice(-MAX_TRAILS);
}

/**
 * Each trial was different and then undone: every return led back to the state before a trial, and no trial
 * came twice.
 */
export function isUndoing({ states }: Trail): boolean {
  const trials: number[] = [];
  for (let i = 2; i < states.length; i++) {
    if (states.indexOf(states[i]!) === i) continue;
    if (states[i] !== states[i - 2]) return false;
    trials.push(states[i - 1]!);
  }
  const isUndone = states.at(-1) === states.at(-3);
  const isOnce = trials.every((trial) => states.indexOf(trial) === states.lastIndexOf(trial));
  return trials.length >= 2 && isUndone && isOnce;
}

/** Records one change; `from` is set if the change names its starting state. */
export function stepTrail(trail: Trail, from: number | undefined, to: number, seq: number): Trail {
  const known = from === undefined || trail.states.at(-1) === from ? trail.states : [...trail.states, from];
  const isSame = known.at(-1) === to;
  const isReturn = !isSame && known.includes(to);
  return {
    key: trail.key,
    states: isSame ? known : [...known, to].slice(-MAX_STATES),
    returns: trail.returns + (isReturn ? 1 : 0),
    repeats: isSame ? trail.repeats + 1 : 0,
    events: [...trail.events, seq].slice(-MAX_EVENTS),
  };
}

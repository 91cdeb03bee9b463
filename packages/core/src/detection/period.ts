/** Whack-a-mole knows two errors or three; longer cycles are left to those who look at calls. */
const PERIODS = [2, 3];

export interface Turning {
  /** How many values at the end take turns. */
  readonly length: number;
  /** The same on the scale of two values, so that two laps are 4 whatever their length. */
  readonly turns: number;
}

/** A, B, A, B or A, B, C, A, B, C at the end, from one value into the second lap on. */
export function turningAt(values: readonly number[]): Turning {
  for (const period of PERIODS) {
    if (values.length <= period || !isDistinct(values, values.length - period)) continue;
    const length = periodicLength(values, period);
    if (length > period) return { length, turns: (2 * length) / period };
  }
  return { length: 0, turns: 0 };
}

/** How many values at the end come again every `period` values; the first lap counts. */
export function periodicLength(values: readonly number[], period: number): number {
  const last = values.length - 1;
  let length = Math.min(period, values.length);
  while (length <= last && values[last - length] === values[last - length + period]) length++;
  return length;
}

function isDistinct(values: readonly number[], from: number): boolean {
  for (let i = from; i < values.length; i++) if (values.indexOf(values[i]!, from) < i) return false;
  return true;
}

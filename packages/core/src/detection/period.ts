/**
 * How many items at the end follow a cycle of two or three different values: A, B, A, B or A, B, C, A, B, C. Counted
 * only from the second lap on, as a number of items on the scale of a cycle of two; 0 when nothing takes turns.
 */
export function turningLength(values: readonly number[]): number {
  for (const period of [2, 3]) {
    const lap = values.slice(-period);
    if (lap.length < period || new Set(lap).size < period) continue;
    let length = period;
    while (length < values.length && values[values.length - 1 - length] === values[values.length - 1 - length + period]) length++;
    if (length >= period + 1) return (2 * length) / period;
  }
  return 0;
}

import type { Mechanism } from '../detection/detector.js';
import { CALIBRATION } from './calibration-table.js';
import type { Knots } from './knots.js';

/** The probability of a loop if a finding has reached this share of its limit. */
export function probabilityOf(mechanism: Mechanism, share: number): number {
  return interpolate(CALIBRATION[mechanism], share);
}

/** Linear between knots; constant before the first and after the last. */
export function interpolate(knots: Knots, share: number): number {
  const next = knots.findIndex(([at]) => share < at);
  if (next === 0) return knots[0]![1];
  if (next < 0) return knots.at(-1)?.[1] ?? 0;
  const [[from, low], [to, high]] = [knots[next - 1]!, knots[next]!];
  return low + ((high - low) * (share - from)) / (to - from);
}

import type { Mechanism } from '../detection/detector.js';
import { CALIBRATION } from './calibration-table.js';
import type { Knots } from './knots.js';

/** The probability that the agent is in a loop where a finding has reached this share of its limit. */
export function probabilityOf(mechanism: Mechanism, share: number): number {
  return interpolate(CALIBRATION[mechanism], share);
}

/** A straight line from knot to knot; level before the first one and after the last one. */
export function interpolate(knots: Knots, share: number): number {
  const next = knots.findIndex(([at]) => share < at);
  if (next === 0) return knots[0]![1];
  if (next < 0) return knots.at(-1)?.[1] ?? 0;
  const [[from, low], [to, high]] = [knots[next - 1]!, knots[next]!];
  return low + ((high - low) * (share - from)) / (to - from);
}

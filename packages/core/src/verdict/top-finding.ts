import { limitScore } from '../detection/score.js';
import type { Cap } from '../detection/detector.js';
import type { Finding } from './verdict.js';

/**
 * The finding with the hardest evidence names the loop, so that a block names evidence that justifies it; among those, the one
 * furthest past its limit; of equal ones, the first in the preset.
 */
export function topFinding(findings: readonly Finding[]): Finding | undefined {
  let best: Finding | undefined;
  for (const finding of findings) if (!best || isStronger(finding, best)) best = finding;
  return best;
}

function isStronger(one: Finding, other: Finding): boolean {
  const harder = hardnessOf(one) - hardnessOf(other);
  return harder > 0 || (harder === 0 && strengthOf(one) > strengthOf(other));
}

const CAPS: readonly Cap[] = ['nudge', 'redirect', 'stop'];

/** A sign alone justifies no rung. */
function hardnessOf({ cap = 'stop', signal }: Finding): number {
  return signal.urgency === 'note' ? -1 : CAPS.indexOf(cap);
}

/** Not the probability: a newly fitted table may change the certainty of a verdict, but never the action. */
function strengthOf({ signal: { share, score } }: Finding): number {
  return share === undefined ? score : limitScore(share);
}

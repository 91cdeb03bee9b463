import { limitScore } from '../detection/score.js';
import type { Finding } from './verdict.js';

/** The finding furthest past its limit names the loop; of equal ones, the first in the preset. */
export function topFinding(findings: readonly Finding[]): Finding | undefined {
  let best: Finding | undefined;
  for (const finding of findings) if (!best || strengthOf(finding) > strengthOf(best)) best = finding;
  return best;
}

/** Not the probability: a newly fitted table may change the certainty of a verdict, but never the action. */
function strengthOf({ signal: { share, score } }: Finding): number {
  return share === undefined ? score : limitScore(share);
}

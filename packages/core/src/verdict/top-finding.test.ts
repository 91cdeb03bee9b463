import { describe, expect, it } from 'vitest';
import { finding } from '../testing/finding.js';
import { topFinding } from './top-finding.js';

const named = (scores: readonly number[]) =>
  topFinding(scores.map((score, i) => finding(`d${i}`, { score })))?.detector;

describe('the finding that names the loop', () => {
  it.each([
    ['nobody speaks', [], undefined],
    ['the only one', [0.1], 'd0'],
    ['the surest, wherever it stands', [0.5, 0.9, 0.7], 'd1'],
    ['of equals the first in the preset', [0.5, 0.9, 0.9], 'd1'],
  ])('%s', (_, scores, expected) => {
    expect(named(scores)).toBe(expected);
  });

  it.each([
    ['the furthest past its limit, not the most probable', [1.2, 1.5], [0.9, 0.8], 'd1'],
    ['a score of its own stands beside a share: more than the limit', [1, undefined], [0.9, 0.81], 'd1'],
    ['a score of its own stands beside a share: less than the limit', [1, undefined], [0.1, 0.79], 'd0'],
  ])('%s', (_, shares, scores, expected) => {
    const findings = shares.map((share, i) =>
      finding(`d${i}`, { score: scores[i]!, ...(share !== undefined && { share }) }),
    );
    expect(topFinding(findings)?.detector).toBe(expected);
  });
});

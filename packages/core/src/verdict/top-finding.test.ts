import { describe, expect, it } from 'vitest';
import type { Cap, Urgency } from '../detection/detector.js';
import { finding } from '../testing/finding.js';
import { topFinding } from './top-finding.js';
import type { Finding } from './verdict.js';

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

const capped = (detector: string, cap: Cap, share: number, urgency: Urgency = 'warn'): Finding => ({
  ...finding(detector, { share, urgency }),
  cap,
});
const words = capped('words', 'nudge', 5);
const weak = capped('weak', 'redirect', 3);
const hard = capped('hard', 'stop', 1.2);

describe('evidence that justifies a harder rung', () => {
  it.each<[string, readonly Finding[], string]>([
    ['names the loop, however far weaker evidence is past its limit', [weak, hard], 'hard'],
    ['similarity before words', [words, weak], 'weak'],
    ['a sign justifies no rung', [capped('sign', 'stop', 0.8, 'note'), words], 'words'],
  ])('%s', (_, findings, expected) => {
    expect(topFinding(findings)?.detector).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { voice } from '../testing/voice.js';
import { primaryOf } from './classify.js';

const named = (scores: readonly number[]) =>
  primaryOf(scores.map((score, i) => voice(`d${i}`, { score })))?.detector;

describe('the voice that names the loop', () => {
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
    const voices = shares.map((share, i) =>
      voice(`d${i}`, { score: scores[i]!, ...(share !== undefined && { share }) }),
    );
    expect(primaryOf(voices)?.detector).toBe(expected);
  });
});

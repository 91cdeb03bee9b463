import { describe, expect, it } from 'vitest';
import { readOptions } from '../../detection/options.js';
import { finding } from '../../testing/finding.js';
import type { Finding } from '../../verdict/verdict.js';
import { byVotes, weightedSum } from './aggregate.js';

const options = readOptions('verdict', byVotes.options);
const FIVE = ['tool-repetition', 'output-similarity', 'state-oscillation', 'error-cycle', 'token-pattern'];
const votes = (standing: readonly Finding[], fresh = standing.slice(-1)) =>
  byVotes.aggregate(fresh, standing, options).status;
const five = (score: number) => FIVE.map((detector) => finding(detector, { score }));

describe('R6 the votes', () => {
  it.each([
    ['R6 one above 0.9', [finding('error-cycle', { score: 0.905 })], 'looping'],
    ['R6 one at 0.9 itself', [finding('error-cycle', { score: 0.9 })], 'suspicious'],
    ['R6 one just below', [finding('error-cycle', { score: 0.895 })], 'suspicious'],
    [
      'R6 two above 0.7',
      [finding('error-cycle', { score: 0.705 }), finding('tool-repetition', { score: 0.705 })],
      'looping',
    ],
    [
      'R6 two at 0.7 itself',
      [finding('error-cycle', { score: 0.7 }), finding('tool-repetition', { score: 0.7 })],
      'suspicious',
    ],
    [
      'R6 two just below',
      [finding('error-cycle', { score: 0.695 }), finding('tool-repetition', { score: 0.695 })],
      'suspicious',
    ],
    [
      'R6 only one of two above 0.7',
      [finding('error-cycle', { score: 0.705 }), finding('tool-repetition', { score: 0.6 })],
      'suspicious',
    ],
    ['R6 a weighted sum above 0.6', five(0.605), 'looping'],
    ['R6 a weighted sum of 0.6 itself', five(0.6), 'suspicious'],
    ['R6 a weighted sum just below', five(0.595), 'suspicious'],
    ['R6 those who say nothing weigh on the sum as 0', five(0.69).slice(0, 4), 'suspicious'],
  ])('%s: %s', (_, standing, expected) => {
    expect(votes(standing)).toBe(expected);
  });

  it.each([
    ['R6 a word of 9 events ago counts', 9, 'looping'],
    ['R6 a word of 10 events ago does not', 10, 'suspicious'],
  ])('%s', (_, ago, expected) => {
    const now = finding('tool-repetition', { score: 0.8, at: 20 });
    expect(votes([finding('error-cycle', { score: 0.8, at: 20 - ago }), now], [now])).toBe(expected);
  });

  it.each([
    ['tool-repetition', 0.25],
    ['output-similarity', 0.2],
    ['state-oscillation', 0.2],
    ['error-cycle', 0.2],
    ['token-pattern', 0.15],
    ['something-else', 0],
  ])('R6 the weight of %s is %d', (detector, weight) => {
    expect(weightedSum([finding(detector, { score: 1 })], options)).toBe(weight);
    expect(weightedSum([finding(detector, { score: 0.5 })], options)).toBe(weight / 2);
  });

  it('R6 the five weights together are 1', () => {
    expect(weightedSum(five(1), options)).toBeCloseTo(1, 12);
  });

  it('R6 the new finding with the highest score names the loop and gives its score', () => {
    const fresh = [finding('error-cycle', { score: 0.91 }), finding('tool-repetition', { score: 0.95 })];
    const verdict = byVotes.aggregate(fresh, [finding('token-pattern', { score: 0.99 }), ...fresh], options);
    expect(verdict).toMatchObject({
      status: 'looping',
      score: 0.95,
      findings: fresh,
      primary: { detector: 'tool-repetition' },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { readOptions } from '../detection/options.js';
import { limitScore } from '../detection/score.js';
import { voice } from '../testing/voice.js';
import { byEvidence, byUrgency, byVotes, weightedSum } from './aggregate.js';
import type { Voice } from './verdict.js';

const options = readOptions('judge', byVotes.options);
const FIVE = ['tool-repetition', 'output-similarity', 'state-oscillation', 'error-cycle', 'token-pattern'];
const votes = (standing: readonly Voice[], fresh = standing.slice(-1)) =>
  byVotes.judge(fresh, standing, options).status;
const five = (score: number) => FIVE.map((detector) => voice(detector, { score }));

describe('R6 the votes', () => {
  it.each([
    ['R6 one above 0.9', [voice('error-cycle', { score: 0.905 })], 'looping'],
    ['R6 one at 0.9 itself', [voice('error-cycle', { score: 0.9 })], 'suspicious'],
    ['R6 one just below', [voice('error-cycle', { score: 0.895 })], 'suspicious'],
    [
      'R6 two above 0.7',
      [voice('error-cycle', { score: 0.705 }), voice('tool-repetition', { score: 0.705 })],
      'looping',
    ],
    [
      'R6 two at 0.7 itself',
      [voice('error-cycle', { score: 0.7 }), voice('tool-repetition', { score: 0.7 })],
      'suspicious',
    ],
    [
      'R6 two just below',
      [voice('error-cycle', { score: 0.695 }), voice('tool-repetition', { score: 0.695 })],
      'suspicious',
    ],
    [
      'R6 only one of two above 0.7',
      [voice('error-cycle', { score: 0.705 }), voice('tool-repetition', { score: 0.6 })],
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
    const now = voice('tool-repetition', { score: 0.8, at: 20 });
    expect(votes([voice('error-cycle', { score: 0.8, at: 20 - ago }), now], [now])).toBe(expected);
  });

  it.each([
    ['tool-repetition', 0.25],
    ['output-similarity', 0.2],
    ['state-oscillation', 0.2],
    ['error-cycle', 0.2],
    ['token-pattern', 0.15],
    ['something-else', 0],
  ])('R6 the weight of %s is %d', (detector, weight) => {
    expect(weightedSum([voice(detector, { score: 1 })], options)).toBe(weight);
    expect(weightedSum([voice(detector, { score: 0.5 })], options)).toBe(weight / 2);
  });

  it('R6 the five weights together are 1', () => {
    expect(weightedSum(five(1), options)).toBeCloseTo(1, 12);
  });

  it('R6 the surest of the new voices names the loop and gives the score', () => {
    const fresh = [voice('error-cycle', { score: 0.91 }), voice('tool-repetition', { score: 0.95 })];
    const verdict = byVotes.judge(fresh, [voice('token-pattern', { score: 0.99 }), ...fresh], options);
    expect(verdict).toMatchObject({
      status: 'looping',
      score: 0.95,
      voices: fresh,
      primary: { detector: 'tool-repetition' },
    });
  });
});

describe('by evidence', () => {
  const limits = readOptions('judge', byEvidence.options);
  /** A sign that has reached this percentage of its limit. */
  const sign = (percent: number, family: string, at = 20): Voice =>
    voice(`${family} ${percent}`, {
      score: limitScore(percent / 100),
      family,
      at,
      urgency: percent < 100 ? 'note' : 'warn',
    });
  const judged = (standing: readonly Voice[], options = {}) =>
    byEvidence.judge(standing.slice(-1), standing, { ...limits, ...options }).status;

  it.each([
    ['one that reaches its limit is right', [sign(100, 'a')], 'looping'],
    ['one that nearly does is only noted', [sign(99, 'a')], 'suspicious'],
    ['two families that reach 140.5 % together are right', [sign(70, 'a'), sign(70.5, 'b')], 'looping'],
    ['two families that reach 139.5 % together are noted', [sign(70, 'a'), sign(69.5, 'b')], 'suspicious'],
    ['two of one family say the same thing twice', [sign(95, 'a'), sign(90, 'a')], 'suspicious'],
    [
      'of each family the surest counts',
      [sign(60, 'a'), sign(85, 'a'), sign(55, 'b'), sign(60, 'b')],
      'looping',
    ],
    [
      'three families are no more than the best two of them',
      [sign(60, 'a'), sign(65, 'b'), sign(70, 'c')],
      'suspicious',
    ],
    ['a sign of 50.5 % supports another', [sign(50.5, 'a'), sign(95, 'b')], 'looping'],
    ['a sign of 49.5 % supports nothing', [sign(49.5, 'a'), sign(95, 'b')], 'suspicious'],
    ['a sign of 4 events ago still stands', [sign(90, 'a', 16), sign(90, 'b')], 'looping'],
    ['a sign of 5 events ago does not', [sign(90, 'a', 15), sign(90, 'b')], 'suspicious'],
    [
      'what reached its limit before supports as much as that',
      [sign(100, 'a', 18), sign(50.5, 'b')],
      'looping',
    ],
  ])('%s', (_, standing, expected) => {
    expect(judged(standing)).toBe(expected);
  });

  it.each([
    ['more asked of the two together', { together: 150 }, [sign(74, 'a'), sign(75, 'b')], 'suspicious'],
    ['just as much', { together: 149 }, [sign(74.5, 'a'), sign(75, 'b')], 'looping'],
    ['a weaker sign let in', { least: 40 }, [sign(45, 'a'), sign(96, 'b')], 'looping'],
    ['a sign that stands longer', { reach: 10 }, [sign(90, 'a', 10), sign(90, 'b')], 'looping'],
    ['but not for ever', { reach: 10 }, [sign(90, 'a', 9), sign(90, 'b')], 'suspicious'],
  ])('%s', (_, options, standing, expected) => {
    expect(judged(standing, options)).toBe(expected);
  });

  it('the surest of the new voices names the loop, not one that stands', () => {
    const fresh = [sign(60, 'a'), sign(80, 'b')];
    const verdict = byEvidence.judge(fresh, [sign(95, 'c', 18), ...fresh], limits);
    expect(verdict).toMatchObject({ status: 'looping', voices: fresh, primary: { detector: 'b 80' } });
    expect(verdict.score).toBeCloseTo(0.6, 10);
  });
});

describe('by urgency', () => {
  it.each([
    ['a note alone makes it suspicious', ['note'], 'suspicious'],
    ['a warning makes it a loop', ['warn'], 'looping'],
    ['what must be acted on at once makes it a loop', ['hard'], 'looping'],
    ['one warning among notes is enough', ['note', 'warn'], 'looping'],
    ['nobody speaks: healthy', [], 'healthy'],
  ] as const)('%s', (_, urgencies, expected) => {
    const fresh = urgencies.map((urgency, i) => voice(`d${i}`, { urgency }));
    expect(byUrgency.judge(fresh, fresh, {}).status).toBe(expected);
  });
});

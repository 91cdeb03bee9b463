import { describe, expect, it } from 'vitest';
import { readOptions } from '../detection/options.js';
import { limitScore } from '../detection/score.js';
import { voice } from '../testing/voice.js';
import { byEvidence, byUrgency } from './aggregate.js';
import type { Voice } from './verdict.js';

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

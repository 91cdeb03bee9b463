import { describe, expect, it } from 'vitest';
import { readOptions } from '../detection/options.js';
import type { Urgency } from '../detection/detector.js';
import { finding } from '../testing/finding.js';
import { byEvidence, byUrgency } from './aggregate.js';
import type { Finding } from './verdict.js';

describe('by evidence', () => {
  const limits = readOptions('verdict', byEvidence.options);
  /** A sign that has reached this percentage of its limit. */
  const sign = (percent: number, family: string, at = 20): Finding =>
    finding(`${family} ${percent}`, {
      share: percent / 100,
      ...{ score: 0.5, family, at },
      urgency: percent < 100 ? 'note' : 'warn',
    });
  /** One that its detector has taken back since. */
  const over = (percent: number, family: string, at = 18): Finding & { isOver: true } => ({
    ...sign(percent, family, at),
    isOver: true,
  });
  const statusOf = (standing: readonly Finding[], options = {}) =>
    byEvidence.aggregate(standing.slice(-1), standing, { ...limits, ...options }).status;

  it.each([
    ['one that reaches its limit is right', [sign(100, 'a')], 'looping'],
    ['one that nearly does is only noted', [sign(99, 'a')], 'suspicious'],
    ['two families that both come half way are right', [sign(50, 'a'), sign(50, 'b')], 'looping'],
    ['two of one family that reach 165 % together are right', [sign(85, 'a'), sign(80, 'a')], 'looping'],
    ['two that reach less are noted', [sign(84, 'a'), sign(80, 'a')], 'suspicious'],
    ['two that do not speak at the same time are noted', [sign(95, 'a', 18), sign(90, 'a')], 'suspicious'],
    [
      'three of one family that reach 175 % together are right',
      [sign(60, 'a'), sign(58, 'a'), sign(57, 'a')],
      'looping',
    ],
    ['three that reach less are noted', [sign(60, 'a'), sign(58, 'a'), sign(56, 'a')], 'suspicious'],
    [
      'of each family the surest counts',
      [sign(55, 'a'), sign(65, 'a'), sign(51, 'b'), sign(56, 'b')],
      'looping',
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
    [
      'a detector that scores by itself supports as much as its score',
      [sign(65, 'a'), finding('own', { score: 0.6, urgency: 'note', at: 20 })],
      'looping',
    ],
  ])('%s', (_, standing, expected) => {
    expect(statusOf(standing)).toBe(expected);
  });

  it.each([
    ['more asked of the two together', { together: 150 }, [sign(74, 'a'), sign(75, 'b')], 'suspicious'],
    ['just as much', { together: 149 }, [sign(74.5, 'a'), sign(75, 'b')], 'looping'],
    ['more asked of two detectors', { two: 170 }, [sign(85, 'a'), sign(80, 'a')], 'suspicious'],
    ['more asked of three', { three: 180 }, [sign(60, 'a'), sign(58, 'a'), sign(57, 'a')], 'suspicious'],
    ['a weaker sign let in', { least: 40 }, [sign(45, 'a'), sign(96, 'b')], 'looping'],
    ['a sign that stands longer', { reach: 10 }, [sign(90, 'a', 10), sign(90, 'b')], 'looping'],
    ['but not for ever', { reach: 10 }, [sign(90, 'a', 9), sign(90, 'b')], 'suspicious'],
    [
      'nobody supports a single sign',
      { together: 100, two: 100, three: 100 },
      [sign(99.5, 'a')],
      'suspicious',
    ],
    [
      'two signs are not three',
      { least: 1, two: 200, three: 100 },
      [sign(50, 'a'), sign(49.5, 'a')],
      'suspicious',
    ],
    [
      'of three families the two surest count, in any order',
      { together: 145, two: 200, three: 300 },
      [sign(51, 'a'), sign(95, 'b'), sign(50, 'c')],
      'looping',
    ],
    [
      'and not the first two',
      { together: 147, two: 200, three: 300 },
      [sign(95, 'a'), sign(51, 'b'), sign(50, 'c')],
      'suspicious',
    ],
    [
      'of three detectors the two surest count, in any order',
      { two: 145, three: 300 },
      [sign(51, 'a'), sign(50, 'a'), sign(95, 'a')],
      'looping',
    ],
    [
      'of four the three surest',
      { two: 200, three: 195 },
      [sign(50, 'a'), sign(51, 'a'), sign(50, 'a'), sign(95, 'a')],
      'looping',
    ],
    [
      'a sign that was taken back joins two others',
      {},
      [over(61, 'a'), sign(58, 'a'), sign(57, 'a')],
      'looping',
    ],
    ['unless it came less far', {}, [over(59, 'a'), sign(58, 'a'), sign(59, 'a')], 'suspicious'],
    ['or was long ago', {}, [over(80, 'a', 15), sign(58, 'a'), sign(59, 'a')], 'suspicious'],
    ['or was a loop of its own', {}, [over(100, 'a'), sign(58, 'a'), sign(59, 'a')], 'suspicious'],
    ['it is none of a pair', {}, [over(99, 'a', 19), sign(90, 'b')], 'suspicious'],
    [
      'a sign past its limit supports no more than one at it',
      {},
      [sign(150, 'a', 19), sign(60, 'a')],
      'suspicious',
    ],
  ])('%s', (_, options, standing, expected) => {
    expect(statusOf(standing, options)).toBe(expected);
  });

  const probable = (score: number, share = 0.9, urgency: Urgency = 'note'): Finding =>
    finding('d', { score, share, urgency, at: 20 });

  it.each([
    ['a sign is noted from a probability of one third on', [probable(1 / 3)], {}, 'suspicious'],
    ['one that is less probable is not', [probable(0.333)], {}, 'healthy'],
    ['of several one is enough', [probable(0.2, 0.6), probable(0.4, 0.6)], {}, 'suspicious'],
    ['what reaches its limit is a loop, however improbable', [probable(0.1, 1, 'warn')], {}, 'looping'],
    ['so is what two families support', [sign(90, 'a'), sign(90, 'b')], { suspicious: 0.9 }, 'looping'],
    ['another probability may be asked for', [probable(0.1)], { suspicious: 0.1 }, 'suspicious'],
  ])('%s', (_, standing, options, expected) => {
    expect(statusOf(standing, options)).toBe(expected);
  });

  it('the new finding with the highest score names the loop, not a standing one', () => {
    const fresh = [sign(60, 'a'), sign(80, 'b')];
    const verdict = byEvidence.aggregate(fresh, [sign(95, 'c', 18), ...fresh], limits);
    expect(verdict).toMatchObject({ status: 'looping', findings: fresh, primary: { detector: 'b 80' } });
    expect(verdict.score).toBe(0.5);
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
    const fresh = urgencies.map((urgency, i) => finding(`d${i}`, { urgency }));
    expect(byUrgency.aggregate(fresh, fresh, {}).status).toBe(expected);
  });
});

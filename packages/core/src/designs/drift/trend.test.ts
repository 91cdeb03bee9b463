import { describe, expect, it } from 'vitest';
import { readOptions } from '../../detection/options.js';
import { alertSignal, followTrend, newTrend, type Trend, trendOptions } from './trend.js';

type Given = Partial<Record<keyof typeof trendOptions, number>>;

/** `x` fires, `.` does not; in the expected output `s` is a soft alert and `h` a hard one. */
function play(firings: string, given: Given = {}, from = newTrend()): { alerts: string; trend: Trend } {
  const options = readOptions('trend', trendOptions, given);
  let trend = from;
  let alerts = '';
  for (const one of firings) {
    const step = followTrend(trend, one === 'x', options);
    trend = step.trend;
    alerts += step.alert === undefined ? '.' : step.alert.charAt(0);
  }
  return { alerts, trend };
}

describe('followTrend', () => {
  it.each([
    { name: 'the first firing is an alert', firings: '..x', alerts: '..s' },
    { name: 'the 5th event after an alert is silent', firings: 'x....x', alerts: 's.....' },
    { name: 'the 6th event after an alert may raise a new one', firings: 'x.....x', alerts: 's.....s' },
    {
      name: 'the cooldown runs from the last alert, not from the last firing',
      firings: 'x...x.x',
      alerts: 's.....s',
    },
    { name: 'an average above 0.5 is a hard alert, inside the cooldown', firings: 'xx', alerts: 'sh' },
    { name: 'it is reported once', firings: 'xxxxxxxxxx', alerts: 'sh........' },
    {
      name: 'while the average is above 0.5, the 10th event after is silent',
      firings: 'x'.repeat(12),
      alerts: 'sh..........',
    },
    { name: 'and the 11th speaks', firings: 'x'.repeat(13), alerts: 'sh..........h' },
    {
      name: 'after the average has fallen, the next rise is reported again',
      firings: 'xx....xxx',
      alerts: 'sh.....h.',
    },
    {
      name: 'firing every other time is one trend, not a series of trends',
      firings: 'x.x.x.x.x.x.x.x.x',
      alerts: 's...h...........h',
    },
    {
      name: 'a soft alert can follow a hard one after the short wait',
      firings: 'xx.....x',
      alerts: 'sh.....s',
    },
    {
      name: 'nothing fires, nothing is said',
      firings: '....................',
      alerts: '....................',
    },
  ])('$name', ({ firings, alerts }) => {
    expect(play(firings).alerts).toBe(alerts);
  });

  it.each([
    { name: 'an average of exactly 0.5 is still soft', given: { alpha: 0.5 }, firings: 'x', alerts: 's' },
    { name: 'no cooldown', given: { cooldown: 0, saturation: 1 }, firings: 'xxx', alerts: 'sss' },
    { name: 'a shorter cooldown', given: { cooldown: 1, saturation: 1 }, firings: 'xxxxx', alerts: 's.s.s' },
    { name: 'another long cooldown', given: { longCooldown: 2 }, firings: 'xxxxxxxx', alerts: 'sh..h..h' },
    {
      name: 'a saturation that the average never reaches',
      given: { saturation: 1 },
      firings: 'x'.repeat(8),
      alerts: 's.....s.',
    },
    {
      name: 'a weight of 1 forgets everything but the newest event',
      given: { alpha: 1 },
      firings: 'x.x',
      alerts: 'h.h',
    },
    {
      name: 'a small weight takes long to become a trend',
      given: { alpha: 0.1 },
      firings: 'x'.repeat(8),
      alerts: 's.....h.',
    },
  ])('$name', ({ given, firings, alerts }) => {
    expect(play(firings, given).alerts).toBe(alerts);
  });

  it('includes the newest event, with weight 0.3, before the test', () => {
    expect(play('x').trend.ema).toBeCloseTo(0.3, 12);
    expect(play('xx').trend.ema).toBeCloseTo(0.51, 12);
    expect(play('xx.').trend.ema).toBeCloseTo(0.357, 12);
  });

  it('clears the escalated mark once the average has fallen', () => {
    expect(play('xx').trend.escalated).toBe(true);
    expect(play('xx.').trend.escalated).toBe(true);
    expect(play('xx..').trend.escalated).toBe(false);
  });

  it('continues after a restart as if there had been none', () => {
    const firings = 'x..xx....xxxxx.x.x.xxxxxxxxxxxxxxxx';
    for (let cut = 0; cut <= firings.length; cut++) {
      const first = play(firings.slice(0, cut));
      const stored = JSON.parse(JSON.stringify(first.trend)) as Trend;
      expect(first.alerts + play(firings.slice(cut), {}, stored).alerts).toBe(play(firings).alerts);
    }
  });
});

describe('alertSignal', () => {
  const evidence = {
    events: [1],
    elements: [],
    count: 1,
    window: 20,
    first: 1,
    last: 1,
    examples: [],
    variations: [],
  };

  it('a soft alert warns; a hard one asks for action with a higher score', () => {
    const soft = alertSignal('soft', 'read:1', {}, evidence);
    const hard = alertSignal('hard', 'read:1', {}, evidence);
    expect([soft.messageId, soft.urgency]).toEqual(['soft', 'warn']);
    expect([hard.messageId, hard.urgency]).toEqual(['hard', 'hard']);
    expect([soft.score, hard.score]).toEqual([0.8, 0.95]);
    expect(hard.identity).toBe(soft.identity);
  });
});

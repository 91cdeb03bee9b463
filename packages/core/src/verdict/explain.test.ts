import { describe, expect, it } from 'vitest';
import { actOf, play } from '../testing/play.js';
import { call, error, times } from '../testing/trace.js';
import { verdict } from '../testing/finding.js';
import { explain, patternOf } from './explain.js';
import { fill } from './fill.js';

describe('texts with facts inserted', () => {
  it.each([
    [
      'every hole is filled',
      '{{call}} called {{count}}x',
      { call: 'Bash(ls)', count: 5 },
      'Bash(ls) called 5x',
    ],
    ['a text without holes stays', 'nothing', { call: 'x' }, 'nothing'],
    ['a fact that is missing shows', '{{call}} again', {}, '? again'],
    ['a zero is a fact', '{{count}} left', { count: 0 }, '0 left'],
    ['facts are not read as holes', '{{a}}{{b}}', { a: '{{b}}', b: 'B' }, '{{b}}B'],
  ])('%s', (_, text, data, expected) => {
    expect(fill(text, data)).toBe(expected);
  });

  it('long facts are cut', () => {
    const text = fill('{{a}}', { a: 'x'.repeat(1000) });
    expect(text).toHaveLength(160);
    expect(text.endsWith('…')).toBe(true);
  });
});

describe('an explanation for a person', () => {
  it('healthy', () => {
    expect(explain(verdict('healthy'))).toBe('Healthy: no detector has anything to say.');
  });

  it("suspicious, with each detector's finding", () => {
    expect(explain(verdict('suspicious'))).toBe(
      'Suspicious: one speaks (TOOL_REPETITION).\n- one, 80 % sure: one speaks. Seen 3x, looking back 10; events 0.',
    );
  });

  it('looping, from raw events', () => {
    const decision = actOf(play('votes', times(3, call('Bash', { command: 'git status' }, 'clean'))).at(-1));
    expect(explain(decision.verdict)).toBe(
      'Looping: Bash(git status) called 3x (TOOL_REPETITION).\n' +
        '- tool-repetition, 95 % sure: Bash(git status) called 3x. Seen 3x, looking back 10; events 0, 1, 2.',
    );
  });

  it("the pattern consists of the message's name and its brief", () => {
    const { primary } = actOf(play('votes', times(3, error('TypeError'))).at(-1)).verdict;
    expect(patternOf(primary!)).toBe('same_error: TypeError occurred 3x');
  });
});

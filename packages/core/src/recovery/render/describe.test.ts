import { describe, expect, it } from 'vitest';
import { actOf, play } from '../../testing/play.js';
import { call, times } from '../../testing/trace.js';
import { HEALTHY } from '../../verdict/verdict.js';
import { describeLoop } from './describe.js';

const status = call('Bash', { command: 'git status' }, 'clean');

describe('R8 through the preset votes', () => {
  const options = { 'tool-repetition': { exact: 5 } };
  const act = actOf(play('votes', times(5, status), options).at(-1));
  const { brief, summary, full } = describeLoop({ ...act, rung: 'redirect', count: 1, actions: ['reset'] });

  it('R8 brief: a status line', () => {
    expect(brief).toBe('Bash(git status) called 5x');
  });

  it('R8 summary: for a person', () => {
    expect(summary).toBe(
      'Bash(git status) called 5x. The agent makes calls whose outcome is already known, so one more brings nothing new. ' +
        'Seen 5 times, at events 0 to 4.',
    );
  });

  it('R8 full: for the model', () => {
    expect(full.startsWith('<loop-recovery reset="1" urgency="warning">\n')).toBe(true);
    expect(full.endsWith('\n</loop-recovery>')).toBe(true);
    expect(full).toContain('**Pattern**: `Bash(git status) called 5x`');
    expect(full).toContain('**Arguments**: `git status`');
    expect(full).toContain('Do not call Bash with `git status` again');
    expect(full).not.toContain('Previous attempts');
  });

  it.each([
    ['nudge', 0, 'reset="0" urgency="info"'],
    ['redirect', 2, 'reset="2" urgency="warning"'],
    ['pause', 3, 'reset="3" urgency="high"'],
    ['stop', 4, 'reset="4" urgency="critical"'],
  ] as const)('R8 the rung %s at count %i', (rung, count, expected) => {
    expect(describeLoop({ ...act, rung, count, actions: ['reset'] }).full).toContain(expected);
  });

  it('a decision without a reset names no number of resets', () => {
    const { full } = describeLoop({ ...act, rung: 'redirect', count: 2, actions: ['user-message'] });
    expect(full.startsWith('<loop-recovery urgency="warning">\n')).toBe(true);
  });

  it('a healthy verdict has nothing to describe', () => {
    const said = describeLoop({ rung: 'observe', verdict: HEALTHY, count: 0 });
    expect(said).toEqual({ brief: 'no loop', summary: 'No loop was found.', full: '' });
  });
});

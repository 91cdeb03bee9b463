import { describe, expect, it } from 'vitest';
import { actOf, play } from '../testing/play.js';
import { call, failure, times } from '../testing/trace.js';
import { type Notification, notificationOf } from './notification.js';

const decisions = play('votes', times(20, call('Bash', { command: 'git status' }, 'clean')));
const acted = decisions.filter((decision) => decision.kind === 'act');
const resets = acted.filter(({ actions }) => actions.includes('reset'));
const shown = (at: number): Notification => notificationOf(resets[at]!, { session: 'run-7' })!;

describe('R12 a notification has a status line, a toast and details', () => {
  it('the first', () => {
    expect(shown(0)).toMatchObject({
      statusLine: '⟳ Loop detected: Bash(git status) called 4x',
      toast: {
        title: 'Loop Detected',
        body: 'Bash(git status) called 4x. The agent was told to try something else.',
        severity: 'warning',
      },
    });
    expect(shown(0).details).toMatch(
      /^Bash\(git status\) called 4x\. The agent makes calls whose outcome is already known.* Seen 4 times, at events 0 to 3\.\n/,
    );
    expect(shown(0).details).toContain('tool-repetition');
    expect(shown(0).details).toContain('Told to the agent:\n<loop-recovery');
  });

  it('a later one says how many resets there were', () => {
    expect(shown(1).toast.title).toBe('Loop Detected (Reset #2)');
    expect(shown(2).toast).toMatchObject({ title: 'Loop Detected (Reset #3)', severity: 'error' });
  });

  it('a mere sign is not yet a loop', () => {
    const sign = play('default', times(2, failure('Bash', { command: 'ls' }, 'no disk'))).at(-1)!;
    expect(notificationOf(sign)).toMatchObject({
      statusLine: '⟳ Possible loop: Bash(ls) failed 2x in the same way',
      toast: { title: 'Possible Loop', severity: 'info' },
    });
  });

  it('a sentence for people replaces the short text', () => {
    expect(notificationOf(resets[0]!, { summary: 'It asks git over and over.' })!.toast.body).toBe(
      'It asks git over and over. The agent was told to try something else.',
    );
  });

  it('a budget is not called a loop', () => {
    const told = notificationOf({
      ...{
        kind: 'act',
        seq: 3,
        rung: 'stop',
        verdict: { status: 'healthy', score: 0, findings: [] },
        reports: [],
      },
      ...{ text: 'Make no further calls.', actions: [], count: 0, needsPerson: true },
      status: 'BUDGET_EXHAUSTED',
      budget: { name: 'calls', limit: 20, spent: 20 },
    });
    expect(told).toMatchObject({
      statusLine: '⏹ Budget used up: calls, 20 of 20',
      toast: { title: 'Budget Used Up', body: 'calls, 20 of 20. The run was stopped.', severity: 'error' },
      ...{ allowOverride: false, overrideWarning: 'Raise the budget to go on.' },
    });
    expect(JSON.stringify(told)).not.toMatch(/loop/i);
  });

  it('C6 a limit of a preset is not called a loop', () => {
    const reads = [1, 2, 3].map((i) => call('Read', { path: `${i}.ts` }, `page ${i}`));
    const stopped = play('cycles', reads, { 'round-limit': { rounds: 2 } });
    const told = notificationOf(stopped.at(-1)!, { session: 's' });
    expect(told).toMatchObject({
      statusLine: '⏹ Limit reached: 3 rounds without a user turn',
      toast: { title: 'Limit Reached', severity: 'error' },
      overrideWarning: 'Raise the limit to go on.',
    });
    expect(JSON.stringify(told)).not.toMatch(/loop/i);
  });

  it.each([
    ['nothing was found', decisions[0]!],
    ['the event was refused', play('votes', [{ kind: 'nonsense' }])[0]!],
  ])('there is none if %s', (_, decision) => expect(notificationOf(decision)).toBeUndefined());
});

describe('R12 each reset makes an override harder', () => {
  it.each([
    [1, 'simple', true, 'Continue anyway?', false],
    [
      2,
      'confirm',
      true,
      'Detected again: Bash(git status) called 4x. Please confirm that this is wanted.',
      false,
    ],
    [3, 'turns-off', true, 'This is the 3rd loop. Override will disable detection for this session.', true],
    [
      ...([4, 'permission', false] as const),
      'This is the 4th loop. To go on, set LOOP_DETECTION_OVERRIDE=true or run: rutbreak session override run-7',
      true,
    ],
  ])('reset %d: %s', (n, friction, allowOverride, overrideWarning, switchesOff) => {
    expect(shown(n - 1)).toMatchObject({
      ...{ friction, allowOverride, overrideWarning },
      override: { type: 'TOOL_REPETITION', resets: n, switchesOff },
    });
  });

  it('where nothing is reset, the detections of the loop are counted', () => {
    const { overrideWarning } = notificationOf({ ...resets[2]!, actions: [] }, { session: 'a b' })!;
    expect(overrideWarning).toBe(
      'This loop was detected 3 times. Override will disable detection for this session.',
    );
  });

  it.each([
    [11, '11th'],
    [21, '21st'],
    [102, '102nd'],
    [113, '113th'],
  ])('the edge may pass its own count: %d', (n, ordinal) => {
    expect(notificationOf(resets[0]!, { resets: n })!.overrideWarning).toContain(
      `This is the ${ordinal} loop.`,
    );
  });
});

describe("R12 an agent's text is harmless in a notification", () => {
  const secret = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');
  const hostile = play(
    'votes',
    times(6, failure('Bash', { command: `x\n\u001b[31m ${secret} ${'y'.repeat(9999)}` }, secret)),
  );

  it('secrets are gone and lines are short', () => {
    const all = hostile
      .filter((decision) => decision.kind === 'act')
      .map((decision) => notificationOf(decision)!);
    expect(all.length).toBeGreaterThan(1);
    for (const { statusLine, toast, details } of all) {
      expect(statusLine.length).toBeLessThanOrEqual(120);
      expect(statusLine).not.toMatch(/\n/);
      expect(toast.body.length).toBeLessThanOrEqual(400);
      expect(details.length).toBeLessThanOrEqual(4100);
      expect(JSON.stringify([statusLine, toast, details])).not.toContain(secret.slice(0, 16));
    }
  });

  it('a gate that refuses a call is reported', () => {
    const gated = actOf(play('matrix', times(9, call('Bash', { command: 'ls' }, 'a'))).at(-1));
    expect(notificationOf(gated)!.details).toContain('An earlier decision refused this call.');
  });
});

it.each([
  [undefined, false, 5000],
  [{ statusLine: false }, true, 5000],
  [{ toastDuration: 900 }, false, 900],
  [{ toast: false, toastDuration: 900 }, false, 0],
])('R13 notifications %j: status line empty %s, toast for %i ms', (shows, isEmpty, duration) => {
  const decision = play('votes', times(4, call('Bash', { command: 'git status' }, 'clean'))).at(-1)!;
  const shown = notificationOf(decision, shows && { shows });
  expect([shown?.statusLine === '', shown?.toast.duration]).toEqual([isEmpty, duration]);
});

import { describe, expect, it } from 'vitest';
import { createGuard } from '../../guard.js';
import { presetOf } from '../../presets/index.js';
import { call, times as repeated } from '../../testing/trace.js';
import { readOptions } from '../../detection/options.js';
import { climb, hard, healthy, loop, NO_CONTEXT, suspicious } from '../../testing/climb.js';
import type { Verdict } from '../../verdict/verdict.js';
import { resetLadder } from './ladder.js';

describe('the ladder by resets', () => {
  const options = readOptions('ladder', resetLadder.options);
  const climbResets = (verdicts: readonly Verdict[], given = options) =>
    climb(
      { ...resetLadder, step: (state, one) => resetLadder.step(state, one, given, NO_CONTEXT) },
      verdicts,
    );
  const times = (count: number) => Array.from({ length: count }, () => loop);

  it.each([
    ['R10 healthy: nothing', [healthy], [null]],
    ['R10 suspicious: looked on, and no warning is spent', [suspicious, loop], ['observe', 'nudge']],
    ['R10 warn, then reset, again and again', times(4), ['nudge', 'redirect', 'nudge', 'redirect']],
    [
      'R10 the 3rd reset asks a person, the 4th gives up',
      times(8).concat(times(2)),
      ['nudge', 'redirect', 'nudge', 'redirect', 'nudge', 'pause', 'nudge', 'stop', 'nudge', 'stop'],
    ],
    [
      'R10 a loop in the stream is halted and counts for nothing',
      [hard, hard, loop, hard, loop],
      ['block', 'block', 'nudge', 'block', 'redirect'],
    ],
  ])('%s', (_, verdicts, rungs) => {
    expect(climbResets(verdicts)).toMatchObject({ rungs, gate: null });
  });

  it('R10 without warnFirst every detection resets', () => {
    expect(climbResets(times(3), { ...options, warnFirst: false }).rungs).toEqual([
      'redirect',
      'redirect',
      'pause',
    ]);
  });
});

describe('R10 a person is asked where the edge can refuse calls but cannot ask', () => {
  const status = call('Bash', { command: 'git status' }, 'clean');
  const other = { tool: 'Bash', args: { command: 'ls' } };
  const asked = (more: object = {}) => {
    const capabilities = { appendToResult: true, veto: true, ...more };
    const session = createGuard({ preset: presetOf('votes'), capabilities }).session('one');
    const decisions = repeated(12, status).map((event) => session.observe(event));
    return { session, question: decisions.at(-1) };
  };

  it('R10 the question has the words of the design, and it is a reset', () => {
    expect(asked().question).toMatchObject({
      ...{ rung: 'block', wanted: 'pause', needsPerson: true, count: 3, actions: ['reset', 'ask-a-person'] },
      text: expect.stringMatching(/^I've tried 3 approaches and keep looping\.\nHere's what I attempted: /),
    });
  });

  it('R10 every call is held, and holding resets nothing', () => {
    const { session } = asked();
    expect(session.before(other)).toMatchObject({
      rung: 'block',
      wanted: 'pause',
      actions: ['ask-a-person'],
    });
  });

  it.each([
    ['a prompt of the user', { kind: 'turn', role: 'user', text: 'Look at the log.' }],
    ['a reset by a person', { kind: 'reset' }],
  ])('R10 lifted by %s', (_, event) => {
    const { session } = asked();
    session.observe(event);
    expect(session.before(other).kind).toBe('proceed');
  });

  it('R10 an agent that calls on is stopped where the edge owns the run', () => {
    const { session } = asked({ endRun: true });
    const rungs = [1, 2, 3].map(() => session.before(other)).map((one) => 'rung' in one && one.rung);
    expect(rungs).toEqual(['block', 'block', 'stop']);
  });

  it('R10 an edge that asks by itself holds nothing', () => {
    const { session } = asked({ pause: true });
    expect(session.before(other).kind).toBe('proceed');
  });
});

import { describe, expect, it } from 'vitest';
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

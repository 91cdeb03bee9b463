import { describe, expect, it } from 'vitest';
import { climb, hard, healthy, loop, NO_CONTEXT, suspicious } from '../../testing/climb.js';
import type { Verdict } from '../../verdict/verdict.js';
import { directLadder } from './direct.js';

describe('the direct ladder', () => {
  const direct = directLadder({ hard: 'pause' });
  const held = directLadder({ hard: 'block', isHeld: true });
  const climbDirect = (ladder: typeof direct, verdicts: readonly Verdict[]) =>
    climb({ ...ladder, step: (state, one) => ladder.step(state, one, {}, NO_CONTEXT) }, verdicts);

  it.each([
    ['healthy: nothing', direct, [healthy], [null], null],
    ['suspicious: looked on', direct, [suspicious], ['observe'], null],
    ['a loop: a nudge, each time', direct, [loop, loop], ['nudge', 'nudge'], null],
    [
      'a hard one: the rung of the preset, each time',
      direct,
      [hard, loop, hard],
      ['pause', 'nudge', 'pause'],
      null,
    ],
    ['M3 held: the rung stays', held, [loop, hard, healthy], ['nudge', 'block', null], 'block'],
    [
      'M3 held: a softer one afterwards lifts nothing',
      held,
      [hard, loop, suspicious],
      ['block', 'nudge', 'observe'],
      'block',
    ],
    ['M3 below the hard one nothing is held', held, [loop, loop], ['nudge', 'nudge'], null],
  ])('%s', (_, ladder, verdicts, rungs, gate) => {
    expect(climbDirect(ladder, verdicts)).toMatchObject({ rungs, gate });
  });
});

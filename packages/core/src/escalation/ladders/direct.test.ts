import { describe, expect, it } from 'vitest';
import { climb, hard, healthy, loop, suspicious } from '../../testing/climb.js';
import { type Capabilities, nearestRung } from '../capability.js';
import type { Rung } from '../ladder.js';
import type { Verdict } from '../../verdict/verdict.js';
import { directLadder } from './direct.js';

describe('the direct ladder', () => {
  const direct = directLadder({ hard: 'pause' });
  const held = directLadder({ hard: 'block', isHeld: true });
  const ABLE = { reach: (rung: Rung) => rung } as never;
  const climbDirect = (ladder: typeof direct, verdicts: readonly Verdict[]) =>
    climb({ ...ladder, step: (state, one) => ladder.step(state, one, {}, ABLE) }, verdicts);

  it.each<[string, Capabilities, Rung]>([
    ['refuses calls where the edge can', { veto: true, pause: true }, 'block'],
    ['ends the run where the edge cannot refuse a call, but can hold the run', { pause: true }, 'stop'],
    ['is only wanted where the edge can do neither', { appendToResult: true }, 'block'],
  ])('M3 what is held %s', (_, capabilities, rung) => {
    const reach = (wanted: Rung): Rung => nearestRung(wanted, capabilities, 'call');
    const { state, ...step } = held.step(held.init(), hard, {}, { reach } as never);
    expect([step.rung, held.gate(state)]).toEqual([rung, rung]);
  });

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

import { describe, expect, it } from 'vitest';
import { readOptions } from '../../detection/options.js';
import { climb, hard, healthy, loopOf, NO_CONTEXT, suspicious } from '../../testing/climb.js';
import type { Verdict } from '../../verdict/verdict.js';
import { perPatternLadder } from './ladder.js';

describe('the ladder by pattern', () => {
  const options = readOptions('ladder', perPatternLadder.options);
  const climbPatterns = (verdicts: readonly Verdict[]) =>
    climb(
      { ...perPatternLadder, step: (state, one) => perPatternLadder.step(state, one, options, NO_CONTEXT) },
      verdicts,
    );
  const [a, b] = [loopOf('a'), loopOf('b')];

  it.each([
    ['C4 healthy and suspicious: nothing', [healthy, suspicious], [null, null], null],
    ['C4 one pattern: warn, warn harder, stop', [a, a, a], ['nudge', 'redirect', 'stop'], 'stop'],
    ['C4 two patterns climb for themselves', [a, b, a, b], ['nudge', 'nudge', 'redirect', 'redirect'], null],
    [
      'C4 the stop holds, whatever comes after it',
      [a, a, a, b],
      ['nudge', 'redirect', 'stop', 'nudge'],
      'stop',
    ],
    ['C6 a limit stops at once', [hard], ['stop'], 'stop'],
  ])('%s', (_, verdicts, rungs, gate) => {
    expect(climbPatterns(verdicts)).toMatchObject({ rungs, gate });
  });

  it('C4 memory is bounded: of very many patterns, the ladder keeps the newest', () => {
    const many = Array.from({ length: 500 }, (_, i) => loopOf(`p${i}`));
    const { state, rungs } = climbPatterns([...many, loopOf('p0'), loopOf('p499')]);
    expect(JSON.stringify(state).length).toBeLessThan(1000);
    expect(rungs.slice(-2)).toEqual(['nudge', 'redirect']);
  });
});

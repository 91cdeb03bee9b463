import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkTool,
  type FailureBreaker,
  failureBreakerOptions,
  type FailureBreakerOptions,
  newFailureBreaker,
  noteAnswer,
  noteFailure,
} from './failure-breaker.js';

/**
 * `f:class@t` is a failure, `a@t` an answer, `?@t` a call that asks: 1 passes, p is the probe, 0 is denied.
 */
function play(script: string, given: Partial<FailureBreakerOptions> = {}, isStored = false): string {
  const options = failureBreakerOptions({ volume: 3, window: 100, pause: 10, longest: 40, ...given });
  let breaker = newFailureBreaker();
  let said = '';
  for (const word of script.split(' ').filter(Boolean)) {
    const [what = '', time = '0'] = word.split('@');
    const at = Number(time);
    if (isStored) breaker = JSON.parse(JSON.stringify(breaker)) as FailureBreaker;
    if (what === 'a') breaker = noteAnswer(breaker, 'tool');
    else if (what.startsWith('f')) {
      const [, errorClass = 'timeout'] = what.split(':');
      breaker = noteFailure(breaker, { tool: 'tool', errorClass, at }, options);
    } else {
      const asked = checkTool(breaker, 'tool', at, options);
      breaker = asked.breaker;
      said += { pass: '1', probe: 'p', deny: '0' }[asked.passage.kind];
    }
  }
  return said;
}

const OPEN = 'f@0 f@1 f@2';

describe('the failure breaker', () => {
  it.each([
    ['a tool that never failed may be called', '?@0', '1'],
    ['fewer failures than the volume close nothing', 'f@0 f@1 ?@2', '1'],
    ['as many failures in a row as the volume close the way', `${OPEN} ?@3`, '0'],
    ['an answer in between starts the count anew', 'f@0 f@1 a@2 f@3 f@4 ?@5', '1'],
    ['failures of different classes are counted apart', 'f:timeout@0 f:internal@1 f:timeout@2 ?@3', '1'],
    [
      'a failure of another class does not excuse the first',
      'f:timeout@0 f:internal@1 f:timeout@2 f:timeout@3 ?@4',
      '0',
    ],
    ['failures too far apart close nothing', 'f@0 f@60 f@120 ?@121', '1'],
    ['after the pause one call may find out', `${OPEN} ?@11 ?@12`, '0p'],
    ['while the probe is on its way the others wait', `${OPEN} ?@12 ?@13 ?@14`, 'p00'],
    ['an answer to the probe frees the way', `${OPEN} ?@12 a@13 ?@14 ?@15`, 'p11'],
    ['after that the count starts from nothing', `${OPEN} ?@12 a@13 f@14 f@15 ?@16`, 'p1'],
    ['a failed probe closes the way for twice as long', `${OPEN} ?@12 f@13 ?@32 ?@33`, 'p0p'],
    ['a probe that fails in another way does too', `${OPEN} ?@12 f:transport@13 ?@32 ?@33`, 'p0p'],
    [
      'the pause does not grow beyond the longest',
      `${OPEN} ?@12 f@12 ?@32 f@32 ?@72 f@72 ?@111 ?@112`,
      'ppp0p',
    ],
    ['a probe that never comes back does not block for ever', `${OPEN} ?@12 ?@21 ?@22`, 'p0p'],
    ['late failures of earlier calls do not lengthen the pause', `${OPEN} f@9 f@9 ?@11 ?@12`, '0p'],
  ])('%s', (_, script, expected) => {
    expect(play(script)).toBe(expected);
    expect(play(script, {}, true), 'after a restart at every point').toBe(expected);
  });

  it('another tool of the same server is not affected', () => {
    const options = failureBreakerOptions({ volume: 2 });
    let breaker = newFailureBreaker();
    for (const at of [0, 1])
      breaker = noteFailure(breaker, { tool: 'a', errorClass: 'timeout', at }, options);
    expect(checkTool(breaker, 'a', 2, options).passage).toEqual({
      kind: 'deny',
      retryAt: 5001,
      errorClass: 'timeout',
    });
    expect(checkTool(breaker, 'b', 2, options).passage).toEqual({ kind: 'pass' });
  });

  it('memory is bounded whatever the tools are called', () => {
    const options = failureBreakerOptions();
    let breaker = newFailureBreaker();
    for (let i = 0; i < 1000; i++)
      breaker = noteFailure(breaker, { tool: `t${i}`, errorClass: 'timeout', at: i }, options);
    expect(breaker.circuits).toHaveLength(200);
  });

  it('bad options are refused by name', () => {
    expect(() => failureBreakerOptions({ volume: 1 })).toThrow(/failureBreaker\.volume, got 1/);
  });

  it('while the breaker is open, only probes pass until an answer comes', () => {
    const words = fc.constantFrom('f', '?', 'a');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 80 }), (list) => {
        const said = play(`${OPEN} ${list.map((word, i) => `${word}@${3 + i}`).join(' ')}`);
        const untilAnswer = list.includes('a') ? list.slice(0, list.indexOf('a')) : list;
        const asked = untilAnswer.filter((word) => word === '?').length;
        expect(said.slice(0, asked)).not.toContain('1');
      }),
    );
  });
});

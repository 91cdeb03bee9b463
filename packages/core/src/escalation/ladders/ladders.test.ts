import { describe, expect, it } from 'vitest';
import { readOptions } from '../../detection/options.js';
import type { Verdict } from '../../verdict/verdict.js';
import { verdict, voice } from '../../testing/voice.js';
import type { Ladder, LadderStep } from '../ladder.js';
import { directLadder } from './direct.js';
import { perPatternLadder } from './per-pattern.js';
import { resetLadder } from './resets.js';

/** These ladders look at nothing but the verdict. */
const NO_SCENE = undefined as never;

/** Climbs through the verdicts; the steps, and what holds at the end. */
function climb<State>(
  {
    init,
    step,
    gate,
  }: Pick<Ladder<State>, 'init' | 'gate'> & { step: (state: State, verdict: Verdict) => LadderStep<State> },
  verdicts: readonly Verdict[],
) {
  let state = init();
  const rungs = verdicts.map((one) => {
    const next = step(state, one);
    state = JSON.parse(JSON.stringify(next.state)) as State;
    return next.rung ?? null;
  });
  return { rungs, gate: gate(state) ?? null, state };
}

const healthy = verdict('healthy');
const suspicious = verdict('suspicious', voice('one', { urgency: 'note' }));
const loop = verdict('looping');
const hard = verdict('looping', voice('one', { urgency: 'hard' }));
const loopOf = (identity: string) => verdict('looping', voice('one', { identity }));

describe('the direct ladder', () => {
  const direct = directLadder({ hard: 'pause' });
  const held = directLadder({ hard: 'block', isHeld: true });
  const climbDirect = (ladder: typeof direct, verdicts: readonly Verdict[]) =>
    climb({ ...ladder, step: (state, one) => ladder.step(state, one, {}, NO_SCENE) }, verdicts);

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

describe('the ladder by resets', () => {
  const options = readOptions('ladder', resetLadder.options);
  const climbResets = (verdicts: readonly Verdict[], given = options) =>
    climb({ ...resetLadder, step: (state, one) => resetLadder.step(state, one, given, NO_SCENE) }, verdicts);
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

describe('the ladder by pattern', () => {
  const options = readOptions('ladder', perPatternLadder.options);
  const climbPatterns = (verdicts: readonly Verdict[]) =>
    climb(
      { ...perPatternLadder, step: (state, one) => perPatternLadder.step(state, one, options, NO_SCENE) },
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

  it('C4 memory is bounded: of very many patterns the latest are known', () => {
    const many = Array.from({ length: 500 }, (_, i) => loopOf(`p${i}`));
    const { state, rungs } = climbPatterns([...many, loopOf('p0'), loopOf('p499')]);
    expect(JSON.stringify(state).length).toBeLessThan(1000);
    expect(rungs.slice(-2)).toEqual(['nudge', 'redirect']);
  });
});

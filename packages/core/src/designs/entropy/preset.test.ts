import { describe, expect, it } from 'vitest';
import type { Report } from '../../detection/detector.js';
import { createGuard } from '../../guard.js';
import type { GuardSession } from '../../guard/types.js';
import { acts, actOf, play, reportsOf } from '../../testing/play.js';
import { step, times } from '../../testing/trace.js';

const failing = step('fix the login test', 'run_tests', 'failure');
const fresh = (i: number) => step(`task ${i}`, 'search');

/** The uniqueness score of every step. */
const scores = (events: readonly unknown[], options = {}): unknown[] =>
  reportsOf(play('entropy', events, { 'entropy-window': options })).map(
    (reports) => scored(reports)?.['entropy_score'],
  );
const severities = (events: readonly unknown[], options = {}): unknown[] =>
  reportsOf(play('entropy', events, { 'entropy-window': options })).map(
    (reports) => scored(reports)?.['severity'],
  );
const scored = (reports: readonly Report[]): Report | undefined =>
  reports.find(({ event_type }) => event_type === 'entropy_score');
const alerts = (events: readonly unknown[], options = {}): Report[][] =>
  reportsOf(play('entropy', events, { 'entropy-window': options })).map((reports) =>
    reports.filter(({ event_type }) => event_type === 'entropy_alert'),
  );

/** With an agent that can be paused at a loop, so that decisions differ. */
const pausing = () => createGuard({ preset: 'entropy', options: { ladder: { pauses: true } } });

describe('E3 score', () => {
  it.each([
    [
      'E3 one step over and over, partial windows included, with 4 decimals',
      times(6, failing),
      [1, 0.5, 0.3333, 0.25, 0.2, 0.2],
    ],
    ['E3 all steps new', [0, 1, 2, 3, 4, 5].map(fresh), [1, 1, 1, 1, 1, 1]],
    [
      'E3 a step that left the window of 5 no longer counts',
      [fresh(0), ...times(5, failing)],
      [1, 1, 0.6667, 0.5, 0.4, 0.2],
    ],
    [
      'E3 a step at the far end of the window still counts',
      [fresh(0), ...times(4, failing)],
      [1, 1, 0.6667, 0.5, 0.4],
    ],
    [
      'E3 another intent makes a step distinct',
      [failing, { ...failing, intent: 'fix the logout test' }],
      [1, 1],
    ],
    ['E3 another tool makes a step distinct', [failing, { ...failing, tool: 'lint' }], [1, 1]],
    ['E3 no tool makes a step distinct', [failing, step(failing.intent, undefined, 'failure')], [1, 1]],
    ['E3 another status makes a step distinct', [failing, { ...failing, status: 'success' }], [1, 1]],
    [
      'E3 equality is exact, to the letter case and the blank',
      [failing, { ...failing, intent: 'Fix the login test' }, { ...failing, intent: 'fix the login test ' }],
      [1, 1, 1],
    ],
    [
      'E3 a score that the agent reports is not taken',
      [failing, { ...failing, entropy_score: 0.9 }],
      [1, 0.5],
    ],
  ])('%s', (_, events, expected) => {
    expect(scores(events)).toEqual(expected);
  });

  it('E3 each session has a window of its own', () => {
    const guard = createGuard({ preset: 'entropy' });
    for (let i = 0; i < 4; i++) guard.session('one').step(failing);
    expect(guard.session('two').step(failing)).toMatchObject({ kind: 'proceed' });
    expect(guard.session('one').step(failing)).toMatchObject({ verdict: { status: 'looping' } });
  });
});

describe('E4 thresholds', () => {
  const distinctOf = (distinct: number, size: number) => [
    ...Array.from({ length: distinct - 1 }, (_, i) => fresh(i)),
    ...times(size - distinct + 1, failing),
  ];

  it.each([
    ['E4 below 0.25 is a LOOP: 0.2', distinctOf(1, 5), {}, 'LOOP'],
    ['E4 below 0.25 is a LOOP: 0.24', distinctOf(6, 25), { window: 25 }, 'LOOP'],
    ['E4 0.25 itself is a WARNING', distinctOf(1, 4), {}, 'WARNING'],
    ['E4 0.4 is a WARNING', distinctOf(2, 5), {}, 'WARNING'],
    ['E4 0.5 itself is a WARNING', distinctOf(1, 2), {}, 'WARNING'],
    ['E4 above 0.5 is normal: 0.51', distinctOf(51, 100), { window: 100 }, 'NORMAL'],
    ['E4 above 0.5 is normal: 0.6', distinctOf(3, 5), {}, 'NORMAL'],
    ['E4 without warningInclusive 0.5 is normal', distinctOf(1, 2), { warningInclusive: false }, 'NORMAL'],
    [
      'E4 without warningInclusive 0.4 is a WARNING',
      distinctOf(2, 5),
      { warningInclusive: false },
      'WARNING',
    ],
  ])('%s', (_, events, options, expected) => {
    expect(severities(events, options).at(-1)).toBe(expected);
  });
});

describe('E5 alert', () => {
  it('E5 LOOP emits the alert with exactly these fields; the session and agent ids are the envelope’s', () => {
    expect(alerts(times(5, failing)).at(-1)).toEqual([
      {
        event_type: 'entropy_alert',
        entropy_score: 0.2,
        window_size: 5,
        repeated_pattern: { intent: 'fix the login test', tool_call: 'run_tests', action_status: 'failure' },
        occurrence_count: 5,
      },
    ]);
  });

  it('E5 pattern and count describe the most frequent step', () => {
    const events = [failing, fresh(1), failing, failing, fresh(1)];
    expect(alerts(events, { loopBelow: 0.45 }).at(-1)).toMatchObject([
      { entropy_score: 0.4, repeated_pattern: { intent: 'fix the login test' }, occurrence_count: 3 },
    ]);
  });

  it('E5 window_size is the actual length', () => {
    expect(alerts(times(3, failing), { loopBelow: 0.4 }).at(-1)).toMatchObject([
      { window_size: 3, occurrence_count: 3 },
    ]);
  });

  it('E5 every LOOP message raises an alert, a WARNING none', () => {
    expect(alerts(times(8, failing)).map(({ length }) => length)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  });

  it('E5 a WARNING never suppresses the LOOP after it', () => {
    const session = pausing().session('s');
    const events = [...times(5, failing), fresh(0), ...times(5, failing)];
    const decisions = events.map((event) => session.observe(event));
    expect(acts(decisions).map(([at, rung]) => `${at} ${rung}`)).toEqual([
      ...['1 observe', '2 observe', '3 observe', '4 pause'],
      ...['5 observe', '6 observe', '7 observe', '8 observe', '9 observe', '10 pause'],
    ]);
  });

  it('E5 a LOOP alerts, tells the model nothing, and orders no pause unless that is configured', () => {
    const act = actOf(play('entropy', times(5, failing)).at(-1));
    expect(act).toMatchObject({ rung: 'observe', text: '', verdict: { status: 'looping', score: 0.8 } });
    const session = pausing().session('s');
    const decisions = times(5, failing).map((event) => session.observe(event));
    expect(actOf(decisions.at(-1))).toMatchObject({ rung: 'pause', text: '' });
    expect(act.verdict.primary?.brief).toBe('run_tests(fix the login test) 5x in 5 steps');
  });
});

describe('E10 change at run time', () => {
  const rungs = (session: GuardSession, count: number) =>
    times(count, failing).map((event) => {
      const decision = session.step(event);
      return decision.kind === 'act' ? decision.rung : decision.kind;
    });

  it('E10 window and thresholds change from the next message on', () => {
    const guard = pausing();
    const session = guard.session('s');
    expect(rungs(session, 4)).toEqual(['proceed', 'observe', 'observe', 'observe']);
    guard.configure({ 'entropy-window': { loopBelow: 0.4, window: 3 } });
    expect(rungs(session, 1)).toEqual(['pause']);
    guard.configure({ 'entropy-window': { loopBelow: 0.2, warningUpTo: 0.3 } });
    expect(rungs(session, 1)).toEqual(['proceed']);
    guard.configure({ 'entropy-window': { window: 5 } });
    expect(rungs(session, 2)).toEqual(['observe', 'observe']);
  });

  it.each([
    ['E10 a window of 1', { window: 1 }, ['OPTION_RANGE', 'entropy-window.window', 'got 1', 'from 2 to 100']],
    [
      'E10 half a window',
      { window: 2.5 },
      ['OPTION_RANGE', 'entropy-window.window', 'got 2.5', 'a whole number'],
    ],
    [
      'E10 a threshold above 1',
      { loopBelow: 1.5 },
      ['OPTION_RANGE', 'entropy-window.loopBelow', 'got 1.5', 'from 0 to 1'],
    ],
    [
      'E10 a threshold that is not a number',
      { warningUpTo: NaN },
      ['OPTION_RANGE', 'warningUpTo', 'got NaN'],
    ],
    ['E10 a text', { loopBelow: '0.3' }, ['OPTION_TYPE', 'entropy-window.loopBelow', 'got 0.3', 'a number']],
    [
      'E10 thresholds in the wrong order',
      { loopBelow: 0.6 },
      ['loopBelow (0.6) must not exceed warningUpTo (0.5)'],
    ],
    [
      'E10 an option that is not there',
      { windows: 3 },
      ['OPTION_UNKNOWN', 'entropy-window.windows', 'window, loopBelow'],
    ],
  ])('%s is refused with a clear error, the old value stays, and processing goes on', (_, bad, words) => {
    const guard = pausing();
    const session = guard.session('s');
    rungs(session, 3);
    const attempt = () => guard.configure({ 'entropy-window': { ...bad, warningInclusive: false } } as never);
    for (const word of words) expect(attempt).toThrow(word);
    expect(rungs(session, 2)).toEqual(['observe', 'pause']);
  });
});

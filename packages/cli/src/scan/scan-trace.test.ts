import { createGuard, presetOf } from '@rutbreak/core';
import { describe, expect, it } from 'vitest';
import { scanTrace } from './scan-trace.js';

const call = (command: string, more: object = {}): object => ({
  kind: 'call',
  tool: 'Bash',
  args: { command },
  result: 'same',
  ...more,
});
const scanWith = (preset: string, events: unknown[]) =>
  scanTrace(createGuard({ preset: presetOf(preset) }), { id: 't', events }).report;
const times = (count: number, event: unknown): unknown[] => Array.from({ length: count }, () => event);

describe('the report of a trace', () => {
  it('has the form that other programs read', () => {
    expect(scanWith('votes', times(3, call('git status')))).toEqual({
      trace: 't',
      verdict: 'looping',
      events: 3,
      interventions: [
        {
          event: 2,
          rung: 'nudge',
          category: 'TOOL_REPETITION',
          score: 0.95,
          detectors: ['tool-repetition'],
          brief: 'Bash(git status) called 3x',
        },
      ],
      wasted: { calls: 2, tokens: null },
    });
  });

  it('counts the time of a call up to the next event that is not derived from it', () => {
    const error = { kind: 'error', message: 'FAIL', derived: true };
    const minute = (i: number): object[] => [
      call('go test', { at: i * 60_000 }),
      { ...error, at: i * 60_000 },
    ];
    const events = Array.from({ length: 5 }, (_, i) => minute(i)).flat();
    const { wasted } = scanWith('votes', events);
    expect(wasted).toMatchObject({ calls: 3, minutes: 3 });
    const bare = events.filter((_, i) => i % 2 === 0);
    expect(scanWith('votes', bare).wasted).toEqual(wasted);
  });

  it('of a healthy trace is empty', () => {
    const report = {
      trace: 't',
      verdict: 'healthy',
      events: 2,
      interventions: [],
      wasted: { calls: 0, tokens: null },
    };
    expect(scanWith('votes', [call('ls'), call('pwd')])).toEqual(report);
  });

  it('has the worst verdict, not the last', () => {
    const { verdict } = scanWith('votes', [
      ...times(3, call('git status')),
      { kind: 'message', text: 'Done.' },
    ]);
    expect(verdict).toBe('looping');
  });

  it('is suspicious if there were only observations', () => {
    const text = Array.from({ length: 8 }, (_, i) => `${i}. item\n`).join('');
    const report = scanWith('votes', [{ kind: 'message', text }]);
    expect(report.verdict).toBe('suspicious');
    expect(report.interventions).toMatchObject([{ rung: 'observe', category: 'STRUCTURAL_LOOP' }]);
  });

  it('rounds scores to four decimals', () => {
    for (const { score } of scanWith('votes', times(9, call('ls'))).interventions) {
      expect(score).toBe(Number(score.toFixed(4)));
    }
  });

  it('names events by their index in the trace, even after omitted events', () => {
    const events = [
      { kind: 'telepathy' },
      call('ls'),
      null,
      call('ls', { tokens: 5 }),
      { kind: 'call' },
      call('ls', { tokens: 7 }),
    ];
    const { interventions, wasted, events: count } = scanWith('votes', events);
    expect(interventions.map(({ event }) => event)).toEqual([5]);
    expect(wasted).toEqual({ calls: 2, tokens: 12 });
    expect(count).toBe(6);
  });

  it('starts every trace afresh', () => {
    const guard = createGuard({ preset: 'votes' });
    const trace = { id: 't', events: times(2, call('ls')) };
    expect([1, 2, 3].map(() => scanTrace(guard, trace).report.verdict)).toEqual([
      'healthy',
      'healthy',
      'healthy',
    ]);
  });
});

describe('a gate', () => {
  it('repeats the reason, and each refused call is wasted', () => {
    const { interventions, wasted } = scanWith('cycles', [
      ...times(4, call('ls')),
      call('pwd'),
      { kind: 'message', text: 'Hm.' },
      call('who'),
    ]);
    const [closing] = interventions.filter(({ rung }) => rung === 'stop');
    const met = interventions.slice(interventions.indexOf(closing!) + 1);
    expect(met).toEqual([4, 6].map((event) => ({ ...closing, event })));
    expect(wasted.calls).toBe(5);
  });

  it('a blocking one is hit by calls only', () => {
    const { interventions } = scanWith('matrix', [
      ...times(6, call('ls')),
      { kind: 'message', text: 'Hm.' },
      call('pwd'),
    ]);
    expect(interventions.slice(-2)).toMatchObject([
      { event: 5, rung: 'block' },
      { event: 7, rung: 'block', detectors: ['progress-matrix'] },
    ]);
  });
});

describe('wasted calls', () => {
  it.each([
    ['every call but the first of the loop', times(4, call('ls', { tokens: 10 })), { calls: 3, tokens: 30 }],
    [
      'tokens of those that say what they cost',
      [call('ls'), call('ls', { tokens: 4 }), call('ls')],
      { calls: 2, tokens: 4 },
    ],
    [
      'nothing where only messages repeat',
      times(4, { kind: 'message', text: 'Let me look at that again for you.' }),
      { calls: 0, tokens: null },
    ],
    [
      'one first a loop, not one a trace',
      [...times(3, call('ls')), ...times(3, call('pwd', { result: 'other' }))],
      { calls: 4, tokens: null },
    ],
  ])('%s', (_, events, wasted) => {
    expect(scanWith('votes', events).wasted).toEqual(wasted);
  });
});

import { describe, expect, it } from 'vitest';
import { play } from '../testing/play.js';
import { call, error, times } from '../testing/trace.js';
import type { Decided } from './decided.js';
import { escapeHelp, escapeLabel, prometheusText, sampleLine, samplesOf } from './export-metrics.js';
import { NO_LOOPS, summarise } from './loop-log.js';
import { countDecision, countOverride, METRICS, type Metrics, NO_METRICS } from './metrics.js';
import { countFact, factsOf, type SinkFact, type Tally } from './sink.js';

const EMPTY: Tally = { metrics: NO_METRICS, log: NO_LOOPS };
const sameCall = times(15, call('Bash', { command: 'git status' }, 'clean'));
const sameError = times(6, error('TypeError', 'x is undefined'));

const told = (decisions: readonly Decided[], more: readonly SinkFact[] = []): Tally =>
  [...decisions.flatMap((decision) => factsOf('s', decision, { latency: 2 })), ...more].reduce(
    countFact,
    EMPTY,
  );
const valueOf = (metrics: Metrics, name: string, labels: Record<string, string> = {}): number | undefined =>
  samplesOf(metrics).find((one) => one.name === name && JSON.stringify(one.labels) === JSON.stringify(labels))
    ?.value;

describe('R14 metrics count what happened', () => {
  const { metrics } = told(play('votes', [...sameCall, ...sameError]), [
    { kind: 'recovery', session: 's', isRecovered: true },
    { kind: 'recovery', session: 's', isRecovered: false },
    { kind: 'recovery', session: 's', isRecovered: false },
    { kind: 'override', session: 's', type: 'TOOL_REPETITION', resets: 2 },
    { kind: 'override', session: 's', type: 'TOOL_REPETITION', resets: 9 },
    { kind: 'false-positive', session: 's', type: 'ERROR_REPETITION' },
    { kind: 'false-positive', session: 's', type: 'what an agent wrote "\n' },
    { kind: 'report', session: 's', report: { event_type: 'loop_detection' } },
  ]);

  it.each([
    ['loops detected, by type', 'rutbreak_loops_detected_total', { type: 'TOOL_REPETITION' }, 1],
    ['another type', 'rutbreak_loops_detected_total', { type: 'ERROR_REPETITION' }, 1],
    ['how sure', 'rutbreak_loop_confidence_count', {}, 2],
    ['first resets', 'rutbreak_resets_total', { level: '1' }, 1],
    ['third resets', 'rutbreak_resets_total', { level: '3' }, 1],
    ['fourth and later resets together', 'rutbreak_resets_total', { level: '4+' }, 1],
    ['successful recoveries', 'rutbreak_recoveries_total', { outcome: 'successful' }, 1],
    // The two from above, plus one for each time that the loop came back after an intervention.
    ['failed recoveries', 'rutbreak_recoveries_total', { outcome: 'failed' }, 2 + 7],
    ['persons asked', 'rutbreak_user_interventions_total', {}, 2],
    ['false positives', 'rutbreak_false_positives_reported_total', { type: 'ERROR_REPETITION' }, 1],
    ['false positives of no known type', 'rutbreak_false_positives_reported_total', { type: 'unknown' }, 1],
    ['overrides', 'rutbreak_overrides_total', { type: 'TOOL_REPETITION', resets: '2' }, 1],
    ['late overrides', 'rutbreak_overrides_total', { type: 'TOOL_REPETITION', resets: '4+' }, 1],
    ['latency', 'rutbreak_detection_latency_seconds_count', {}, 21],
    ['latency, above 1 ms', 'rutbreak_detection_latency_seconds_bucket', { le: '0.001' }, 0],
    ['latency, up to 5 ms', 'rutbreak_detection_latency_seconds_bucket', { le: '0.005' }, 21],
    ['latency, all', 'rutbreak_detection_latency_seconds_bucket', { le: '+Inf' }, 21],
  ])('%s', (_, name, labels, value) => expect(valueOf(metrics, name, labels)).toBe(value));

  it('without a session log, a loop counts at every intervention', () => {
    const counted = play('votes', sameCall).reduce((all, one) => countDecision(all, one), NO_METRICS);
    expect(valueOf(counted, 'rutbreak_loops_detected_total', { type: 'TOOL_REPETITION' })).toBe(7);
  });

  it('a gate that refuses a call is an intervention, but not a new loop', () => {
    const { metrics: gated } = told(play('matrix', times(12, call('Bash', { command: 'ls' }, 'a'))));
    expect(valueOf(gated, 'rutbreak_loops_detected_total', { type: 'TOOL_REPETITION' })).toBe(1);
    expect(valueOf(gated, 'rutbreak_interventions_total', { rung: 'block' })).toBeGreaterThan(4);
  });

  it('a loop without an intervention is still detected, once', () => {
    const watched = play('votes', sameCall).map((one) =>
      one.kind === 'act' ? { ...one, kind: 'proceed' as const, recoveries: [] } : one,
    );
    const { metrics: counted, log } = told(watched);
    expect(valueOf(counted, 'rutbreak_loops_detected_total', { type: 'TOOL_REPETITION' })).toBe(1);
    expect(valueOf(counted, 'rutbreak_interventions_total', { rung: 'nudge' })).toBeUndefined();
    expect(summarise(log)).toBe('1 detected loop (tool_repetition), still open');
  });

  it('survives JSON, mutates nothing, and ignores invalid input', () => {
    const frozen = Object.freeze({ counters: Object.freeze({}), histograms: Object.freeze({}) });
    const once = countOverride(frozen, { resets: Number.NaN });
    expect(samplesOf(JSON.parse(JSON.stringify(once)))).toEqual(samplesOf(once));
    const late = countDecision(NO_METRICS, { kind: 'refused' }, { latency: -1 });
    expect(late).toEqual(NO_METRICS);
  });
});

describe('R14 metrics are data that any sink can export', () => {
  it('every metric has a name, a help text and labels that Prometheus allows', () => {
    for (const [name, { help, labels, type }] of Object.entries(METRICS)) {
      expect(name).toMatch(/^rutbreak_[a-z_]+$/);
      expect(name.endsWith('_total')).toBe(type === 'counter');
      expect(help).toMatch(/^[A-Z].*\.$/);
      for (const label of labels) expect(label).toMatch(/^[a-z]+$/);
    }
  });

  it('as text', () => {
    const text = prometheusText(told(play('votes', sameCall.slice(0, 5))).metrics);
    expect(text).toContain(
      [
        '# HELP rutbreak_loops_detected_total Loops detected, by category.',
        '# TYPE rutbreak_loops_detected_total counter',
        'rutbreak_loops_detected_total{type="TOOL_REPETITION"} 1',
        '# HELP rutbreak_loop_confidence',
      ].join('\n'),
    );
    expect(text).toContain('rutbreak_loop_confidence_bucket{le="+Inf"} 1\n');
    expect(text.endsWith('\n')).toBe(true);
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? [\d.e+-]+)$/);
  });

  it.each([
    ['a quote', 'a"b', String.raw`a\"b`],
    ['a backslash', String.raw`a\b`, String.raw`a\\b`],
    ['a line break', 'a\nb', String.raw`a\nb`],
    ['all at once', '\\"\n', String.raw`\\\"\n`],
  ])('%s in a label is escaped', (_, text, expected) => {
    expect(escapeLabel(text)).toBe(expected);
    expect(sampleLine({ name: 'm', labels: { a: text, b: 'x' }, value: 1 })).toBe(
      `m{a="${expected}",b="x"} 1`,
    );
  });

  it('help texts keep their quotes', () => expect(escapeHelp('a"b\\\n')).toBe(String.raw`a"b\\\n`));

  it('buckets add up', () => {
    const values = samplesOf(told(play('votes', [...sameCall, ...sameError])).metrics)
      .filter(({ name }) => name === 'rutbreak_loop_confidence_bucket')
      .map(({ value }) => value);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(values.at(-1)).toBe(2);
  });
});

describe('R15 a session summarises its loops in one sentence', () => {
  const after = (events: readonly object[], outcomes: readonly boolean[]): string => {
    let tally = EMPTY;
    const recovered = [...outcomes];
    for (const decision of play('votes', events)) {
      const before = tally.log.loops.length;
      for (const fact of factsOf('s', decision)) tally = countFact(tally, fact);
      const isRecovered = tally.log.loops.length > before ? recovered.shift() : undefined;
      if (isRecovered !== undefined)
        tally = countFact(tally, { kind: 'recovery', session: 's', isRecovered });
    }
    return summarise(tally.log);
  };
  const calls = times(4, call('Bash', { command: 'git status' }, 'clean'));
  const [three, errors] = [calls.slice(0, 3), sameError.slice(0, 3)];

  it.each([
    ['nothing', [], [], 'No loops detected'],
    ['one that goes on', three, [], '1 detected loop (tool_repetition), still open'],
    [
      'two, both recovered',
      [...three, ...errors],
      [true, true],
      '2 detected loops (tool_repetition, error_repetition), both recovered',
    ],
    [
      'two, one recovered',
      [...three, ...errors],
      [true, false],
      '2 detected loops (tool_repetition, error_repetition), 1 recovered, 1 not recovered',
    ],
    ['one that came back', calls, [true], '1 detected loop (tool_repetition), not recovered'],
    [
      'many of one kind',
      ['a', 'b', 'c'].flatMap((file) => times(3, call('Read', { path: file }, file))),
      [true, true, true],
      '3 detected loops (tool_repetition), all 3 recovered',
    ],
  ])('%s', (_, events, outcomes, sentence) => expect(after(events, outcomes)).toBe(sentence));

  it('is bounded', () => {
    let tally = EMPTY;
    for (let i = 0; i < 70; i++) {
      for (const decision of play('votes', times(3, call('Read', { path: `f${i}` }, i))))
        for (const fact of factsOf('s', decision)) tally = countFact(tally, fact);
    }
    expect(tally.log.loops).toHaveLength(50);
    expect(summarise(tally.log)).toMatch(/^70 detected loops/);
  });
});

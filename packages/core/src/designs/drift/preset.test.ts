import { describe, expect, it } from 'vitest';
import { defineDetector } from '../../detection/detector.js';
import { evidenceOf } from '../../detection/evidence.js';
import { integer } from '../../detection/options.js';
import type { AgentEvent } from '../../event/event.js';
import { createGuard } from '../../guard.js';
import { presetOf } from '../../presets/index.js';
import type { Preset } from '../../presets/preset.js';
import { acts, actOf, play, reportsOf } from '../../testing/play.js';
import { call, edit, failure, message, times } from '../../testing/trace.js';

const read = call('read_file', { path: 'src/auth.ts' }, 'export {}');
const failing = failure('bash', { command: 'npm test' }, 'TypeError: x is undefined');
/** `count` calls that are neither a read nor a failure. */
const others = (count: number) =>
  Array.from({ length: count }, (_, i) => call('grep', { pattern: `p${i}` }, `hit ${i}`));
const write = (content: string) => call('write_file', { path: 'src/auth.ts', content }, 'ok');

/** A tool that replaces a piece of a file. */
const replacing = (before: string, after: string) =>
  call('Edit', { file_path: 'src/auth.ts', old_string: before, new_string: after }, 'The file was updated.');

type Rows = readonly (readonly [name: string, events: readonly AgentEvent[], expected: readonly unknown[]])[];
const soft = (category: string, at: number) => [at, 'nudge', category];
const hard = (category: string, at: number) => [at, 'redirect', category];
const LOOP = 'TOOL_REPETITION';
const REVERT = 'STATE_REGRESSION';
const FAIL = 'ERROR_REPETITION';

describe('D1 read-loop', () => {
  const rows: Rows = [
    ['D1 two reads of a file are fine', times(2, read), []],
    ['D1 the third read of an unchanged file fires', times(3, read), [soft(LOOP, 2)]],
    [
      'D1 other calls in between do not matter',
      [read, ...others(2), read, ...others(2), read],
      [soft(LOOP, 6)],
    ],
    [
      'D1 reads of different files are fine',
      ['a', 'b', 'c', 'd'].map((path) => call('read_file', { path }, 'x')),
      [],
    ],
    [
      'D1 a hash-changing edit in between starts the count anew',
      [read, read, edit('src/auth.ts', 'h1', 'h2'), read, read],
      [],
    ],
    [
      'D1 and after it the third read fires',
      [read, edit('src/auth.ts', 'h1', 'h2'), ...times(3, read)],
      [soft(LOOP, 4)],
    ],
    [
      'D1 an edit that changes nothing does not',
      [read, read, edit('src/auth.ts', 'h1', 'h1'), read],
      [soft(LOOP, 3)],
    ],
    [
      'D1 an edit back to the known hash changes nothing',
      [edit('src/auth.ts', undefined, 'h1'), read, read, edit('src/auth.ts', undefined, 'h1'), read],
      [soft(LOOP, 4)],
    ],
    ['D1 a write call in between starts the count anew', [read, read, write('new'), read, read], []],
    [
      'D1 a write call with the content that is there already does not',
      [write('a'), read, read, write('a'), read],
      [soft(LOOP, 4)],
    ],
    [
      'D1 a write call that failed does not',
      [read, read, { ...write('new'), isError: true }, read],
      [soft(LOOP, 3)],
    ],
    [
      'D1 a change of another file does not',
      [read, read, edit('src/other.ts', 'h1', 'h2'), read],
      [soft(LOOP, 3)],
    ],
    [
      'D1 a read that shows another content starts the count anew',
      [read, read, { ...read, result: 'changed' }],
      [],
    ],
    [
      'D1 another spelling of the path is the same file',
      [read, call('Read', { file_path: './src//auth.ts' }, 'export {}'), read],
      [soft(LOOP, 2)],
    ],
    ['D1 three reads within 20 events fire', [...times(2, read), ...others(17), read], [soft(LOOP, 19)]],
    [
      'D1 a read that left the ring of 20 events no longer counts',
      [...times(2, read), ...others(18), read],
      [],
    ],
  ];
  it.each(rows)('%s', (_, events, expected) => {
    expect(acts(play('drift', events))).toEqual(expected);
  });
});

describe('D1 edit-revert', () => {
  const rows: Rows = [
    ['D1 new contents are fine', [edit('a', 'h1', 'h2'), edit('a', 'h2', 'h3'), edit('a', 'h3', 'h4')], []],
    [
      'D1 a write back to an earlier hash fires',
      [edit('a', 'h1', 'h2'), edit('a', 'h2', 'h1')],
      [soft(REVERT, 1)],
    ],
    [
      'D1 a write back over two steps fires',
      [edit('a', 'h1', 'h2'), edit('a', 'h2', 'h3'), edit('a', 'h3', 'h1')],
      [soft(REVERT, 2)],
    ],
    [
      'D1 a write equal to the current hash is a no-op, not a revert',
      [edit('a', 'h1', 'h2'), edit('a', 'h2', 'h2')],
      [],
    ],
    [
      'D1 also where only the new hash is known',
      [edit('a', undefined, 'h1'), edit('a', undefined, 'h1')],
      [],
    ],
    ['D1 the earlier hash of another file is news', [edit('a', 'h1', 'h2'), edit('b', 'h2', 'h1')], []],
    [
      'D1 write calls that carry the content count too',
      [write('one'), write('two'), write('one')],
      [soft(REVERT, 2)],
    ],
    [
      'D1 a tool that replaces a piece and puts it back reverts',
      [replacing('x = 1', 'x = 2'), replacing('x = 2', 'x = 1')],
      [soft(REVERT, 1)],
    ],
    [
      'D1 a tool that replaces one piece after the other does not',
      [replacing('x = 1', 'x = 2'), replacing('y = 1', 'y = 2'), replacing('x = 2', 'x = 3')],
      [],
    ],
    [
      'D1 pieces appended to a file are no contents of it',
      ['a', 'b', 'a', 'b'].map((content) => call('append_file', { path: 'log', content })),
      [],
    ],
    [
      'D1 a revert within 20 events fires',
      [edit('a', 'h1', 'h2'), ...others(18), edit('a', 'h2', 'h1')],
      [soft(REVERT, 19)],
    ],
    [
      'D1 a hash that left the ring of 20 events is forgotten',
      [edit('a', 'h1', 'h2'), ...others(19), edit('a', 'h2', 'h1')],
      [],
    ],
  ];
  it.each(rows)('%s', (_, events, expected) => {
    expect(acts(play('drift', events))).toEqual(expected);
  });
});

describe('D1 test-fail-loop', () => {
  const rows: Rows = [
    ['D1 two failures of a command are fine', times(2, failing), []],
    ['D1 the third failure with the same error fires', times(3, failing), [soft(FAIL, 2)]],
    [
      'D1 how long the run took is no part of the error',
      [1, 2, 3].map((n) =>
        failure('Bash', { command: 'npm test' }, `1 failed\nTime: ${n}.4${n} s, ended at 12:0${n}:17`),
      ),
      [soft(FAIL, 2)],
    ],
    [
      'D1 other numbers are',
      [1, 2, 3].map((n) => failure('Bash', { command: 'npm test' }, `${n} failed`)),
      [],
    ],
    [
      'D1 other calls between the runs do not matter',
      [failing, edit('a', 'h1', 'h2'), failing, ...others(2), failing],
      [soft(FAIL, 5)],
    ],
    [
      'D1 another error starts the row anew',
      [failing, failing, { ...failing, result: 'RangeError' }, failing, failing],
      [],
    ],
    [
      'D1 a success starts the row anew',
      [failing, failing, call('bash', { command: 'npm test' }, 'ok'), failing, failing],
      [],
    ],
    [
      'D1 failures of different commands are fine',
      ['a', 'b', 'c'].map((command) => failure('bash', { command }, 'no')),
      [],
    ],
    [
      'D1 the same success over and over is no failure',
      times(4, call('bash', { command: 'npm test' }, 'ok')),
      [],
    ],
    [
      'D1 three failures within 20 events fire',
      [...times(2, failing), ...others(17), failing],
      [soft(FAIL, 19)],
    ],
    [
      'D1 a failure that left the ring of 20 events no longer counts',
      [...times(2, failing), ...others(18), failing],
      [],
    ],
  ];
  it.each(rows)('%s', (_, events, expected) => {
    expect(acts(play('drift', events))).toEqual(expected);
  });
});

describe('D2 cooldown and trend', () => {
  const rows: Rows = [
    [
      'D2 the 5th event after an alert is too early for the next',
      [...times(3, read), ...others(4), read],
      [soft(LOOP, 2)],
    ],
    [
      'D2 the 6th event after an alert may alert again',
      [...times(3, read), ...others(5), read],
      [soft(LOOP, 2), soft(LOOP, 8)],
    ],
    [
      'D2 an average of 0.3 is a soft alert, one of 0.51 a hard escalation inside the cooldown',
      times(4, read),
      [soft(LOOP, 2), hard(LOOP, 3)],
    ],
    [
      'D2 the escalation is reported once: above 0.5 the cooldown is 10 events',
      times(14, read),
      [soft(LOOP, 2), hard(LOOP, 3)],
    ],
    [
      'D2 the 11th event after it may alert again, as hard',
      times(15, read),
      [soft(LOOP, 2), hard(LOOP, 3), hard(LOOP, 14)],
    ],
    [
      'D2 each pattern has its own cooldown',
      [...times(2, read), edit('a', 'h1', 'h2'), read, edit('a', 'h2', 'h1'), ...times(3, failing)],
      [soft(LOOP, 3), soft(REVERT, 4), soft(FAIL, 7)],
    ],
    [
      'D2 each pattern has its own average',
      [edit('a', 'h1', 'h2'), ...times(2, read), edit('a', 'h2', 'h1'), read],
      [soft(REVERT, 3), soft(LOOP, 4)],
    ],
    [
      'D2 a trend that calmed down and rose again escalates again, inside the cooldown too',
      [...times(4, read), ...others(2), read, read],
      [soft(LOOP, 2), hard(LOOP, 3), hard(LOOP, 7)],
    ],
  ];
  it.each(rows)('%s', (_, events, expected) => {
    expect(acts(play('drift', events))).toEqual(expected);
  });

  it.each([
    ['D2 alpha 0.3: one firing makes an average that is not above 0.3', { saturation: 0.3 }, 'nudge'],
    ['D2 alpha 0.3: one firing makes an average above 0.29', { saturation: 0.29 }, 'redirect'],
    ['D2 an average of 0.5 itself is still soft', { alpha: 0.5 }, 'nudge'],
    ['D2 an average of 0.51 is hard', { alpha: 0.51 }, 'redirect'],
  ])('%s', (_, options, rung) => {
    expect(acts(play('drift', times(3, read), { 'read-loop': options }))).toEqual([[2, rung, LOOP]]);
  });

  it('D2 the average decays by 0.7 with every event that does not fire', () => {
    // 0.3, then 0.21, 0.147; a firing adds 0.3: 0.51 if it follows directly, 0.447 with one event between.
    expect(acts(play('drift', [...times(3, read), ...others(1), read]))).toEqual([soft(LOOP, 2)]);
    expect(acts(play('drift', [...times(3, read), ...others(1), read, read]))).toEqual([
      soft(LOOP, 2),
      hard(LOOP, 5),
    ]);
  });

  it('D2 the average is never shown', () => {
    for (const decision of play('drift', [...times(15, read), ...times(15, failing)])) {
      expect(JSON.stringify(decision)).not.toMatch(/%|\bema\b|average/i);
    }
  });
});

it.each([
  [
    'D3 a soft alert warns the user',
    2,
    ['warn-user'],
    'Possible drift: src/auth.ts read 3x without a change.',
  ],
  [
    'D3 a hard one also forces a checkpoint and hands over to another model',
    3,
    ['warn-user', 'checkpoint', 'switch-model'],
    'Drift has become a trend: src/auth.ts read 4x without a change.',
  ],
])('%s', (_, at, actions, text) => {
  expect(actOf(play('drift', times(4, read))[at])).toMatchObject({ actions, text });
});

describe('D4 a new pattern', () => {
  /** Three apologies, with any other events between. */
  const apologies = defineDetector({
    meta: {
      id: 'apologies',
      summary: 'The agent keeps apologising.',
      listens: ['message'],
      options: { limit: integer(3, { min: 2, meaning: 'apologies that make a pattern' }) },
      messages: { sorry: { text: 'sorry {{count}}x', category: 'OUTPUT_PARAPHRASE' } },
    },
    init: () => ({ seen: [] as readonly { seq: number; label: string }[] }),
    step({ seen }, { event, seq }, { limit }) {
      if (event.kind !== 'message' || !event.text.includes('sorry')) return { state: { seen } };
      const next = [...seen, { seq, label: 'sorry' }].slice(-limit);
      if (next.length < limit) return { state: { seen: next } };
      const evidence = evidenceOf(next, { window: limit });
      const signal = {
        messageId: 'sorry',
        score: 0.8,
        urgency: 'warn',
        identity: 'sorry',
        data: { count: limit },
        evidence,
      } as const;
      return { state: { seen: next }, signal };
    },
  });
  const drift = presetOf('drift');
  const withApologies: Preset = {
    ...drift,
    id: 'drift-and-apologies',
    detectors: [...drift.detectors, apologies],
  };
  const sorry = message('I am sorry, let me try again.');

  it('D4 a new pattern plugs in without touching the engine', () => {
    const events = [sorry, read, sorry, read, sorry, read];
    expect(acts(play(withApologies, events))).toEqual([[4, 'nudge', 'OUTPUT_PARAPHRASE'], soft(LOOP, 5)]);
    expect(acts(play('drift', events))).toEqual([soft(LOOP, 5)]);
  });

  it('D4 its options can be set, changed and checked like all others', () => {
    const guard = createGuard({ preset: withApologies, options: { apologies: { limit: 2 } } });
    const session = guard.session('s');
    session.observe(sorry);
    expect(session.observe(sorry)).toMatchObject({
      kind: 'act',
      verdict: { primary: { brief: 'sorry 2x' } },
    });
    expect(() => guard.configure({ apologies: { limit: 1 } })).toThrow(
      /apologies\.limit, got 1.*from 2 to 1000/,
    );
  });

  it('D4 its state is saved and restored like all others', () => {
    const guard = createGuard({ preset: withApologies });
    const session = guard.session('s');
    session.observe(sorry);
    session.observe(sorry);
    const again = createGuard({ preset: withApologies }).restore(
      's',
      JSON.parse(JSON.stringify(session.snapshot())),
    );
    expect(again.observe(sorry)).toMatchObject({
      kind: 'act',
      verdict: { primary: { detector: 'apologies' } },
    });
  });
});

describe('D5 cost', () => {
  const mixed = (i: number): AgentEvent[] => [
    read,
    edit(`f${i % 40}`, `h${i}`, `h${i + 1}`),
    failing,
    call('write_file', { path: `g${i}`, content: `c${i % 3}` }, 'ok'),
  ];
  const stateAfter = (rounds: number): number => {
    const session = createGuard({ preset: 'drift' }).session('s');
    for (let i = 0; i < rounds; i++) for (const event of mixed(i)) session.observe(event);
    return JSON.stringify(session.snapshot()).length;
  };

  it('D5 the state does not grow with the number of events', () => {
    expect(stateAfter(500)).toBeLessThan(stateAfter(50) * 1.1);
  });

  it('D5 each pattern keeps one average and no more than the ring', () => {
    const session = createGuard({ preset: 'drift' }).session('s');
    for (let i = 0; i < 100; i++) for (const event of mixed(i)) session.observe(event);
    const { detectors } = session.snapshot().state;
    const states = Object.values(detectors) as readonly Record<string, unknown>[];
    expect(states).toHaveLength(3);
    for (const { trend, ...kept } of states) {
      expect(trend).toMatchObject({ count: 400, ema: expect.any(Number) as number });
      for (const list of Object.values(kept)) expect((list as unknown[]).length).toBeLessThanOrEqual(40);
    }
  });
});

it('D2 each alert is reported as a blip or a trend', () => {
  const reports = reportsOf(play('drift', times(5, failing))).flat();
  expect(reports).toEqual([
    { event_type: 'drift_alert', pattern: 'test-fail-loop', course: 'blip' },
    { event_type: 'drift_alert', pattern: 'test-fail-loop', course: 'trend' },
  ]);
});

it('D2 (ours) a pattern fires only at the event that causes it, not at later events in the window', () => {
  expect(acts(play('drift', [...times(3, failing), ...others(12)]))).toEqual([soft(FAIL, 2)]);
});

it('D1 a tool that replaces a piece of the file restarts the count of reads', () => {
  const events = [read, read, replacing('x = 1', 'x = 2'), read, read];
  expect(acts(play('drift', events))).toEqual([]);
});

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { different, folderOf, same } from '../packages/loopbench/src/data/made-up.js';
import { main } from './main.js';

const scenario = (id: string, by_event: number | null, events: object[]): object => ({
  ...{
    id,
    by_event,
    events,
    expect: by_event === null ? 'no_loop' : 'loop',
    category: 'TOOL_REPETITION',
    source: id,
  },
});
const real = (id: string, expect_: string, span: number[] | null, events: object[]): object => ({
  ...{ id, span, events, expect: expect_, label_by: 'audit', kind: 'exact repeat', source: 'made-up' },
});

const files = {
  // `cycles` fires at the second of equal calls: event 1.
  'scenarios.jsonl': [
    ...Array.from({ length: 6 }, (_, i) => scenario(`loop-${i}`, 1, same(3))),
    scenario('late', 0, same(3)),
    scenario('missed', 3, different(4)),
    ...Array.from({ length: 6 }, (_, i) => scenario(`healthy-${i}`, null, different(4))),
    scenario('wolf', null, same(2)),
  ],
  'real-labelled.jsonl': [
    real('early', 'loop', [4, 6], [...same(3), ...different(4)]),
    real('found', 'loop', [3, 8], [...different(3), ...same(6)]),
    real('well', 'no_loop', null, different(4)),
  ],
  'real-unlabelled.jsonl': [
    { id: 'read me', events: same(2) },
    { id: 'quiet', events: different(2) },
  ],
  'corpus/looping/a.jsonl': [{ id: 'ours', start: 0, events: same(3) }],
  'corpus/healthy/a.jsonl': [{ id: 'our own', events: different(3) }],
  'peers.json': ['{"scenarios":{"alert":{"loop-0":1,"late":2,"wolf":0},"mute":{}}}'],
};

let data: ReturnType<typeof folderOf>;
beforeAll(() => (data = folderOf(files)));
afterAll(() => data.remove());

function run(...args: string[]): { code: number; out: string[]; err: string } {
  const [out, err]: [string[], string[]] = [[], []];
  const streams = { log: (line: string) => out.push(line), error: (line: string) => err.push(line) };
  const code = main(args, streams, join(data.path, 'corpus'));
  return { code, out, err: err.join('\n') };
}
const measured = (...args: string[]) => run('--data', data.path, '--preset', 'cycles', ...args);
const json = (...args: string[]) => measured('--json', ...args).out.map((line) => JSON.parse(line));

describe('--json', () => {
  test('is one line a set, one for all labelled sets together, and nothing else', () => {
    const sets = json().map(({ set }) => set);
    expect(sets).toEqual(['scenarios', 'real-audit', 'real-human', 'real-unlabelled', 'corpus', 'all']);
    expect(json().at(-1)).toMatchObject({ loops: 11, hits: 8, healthy: 9, falseAlarms: 1, blocked: 0 });
  });

  test('without data it is about the corpus', () => {
    const { out } = run('--preset', 'cycles', '--json');
    expect(out.map((line) => JSON.parse(line).set)).toEqual(['corpus', 'all']);
  });

  test('has the reference rules beside ours', () => {
    const [scenarios, , , unlabelled] = json();
    const tail = { rule: 'repeated-tail', fired: 7, recall: 0, falseAlarms: 0 };
    expect(scenarios.rules).toHaveLength(6);
    expect(scenarios.rules.find(({ rule }: { rule: string }) => rule === tail.rule)).toMatchObject(tail);
    expect(unlabelled.rules[0]).toEqual({ rule: 'identical-calls', fired: 0 });
  });

  test('has the figures, the misses and the alarms', () => {
    const [scenarios, audit, , unlabelled] = json();
    expect(scenarios).toMatchObject({
      set: 'scenarios',
      recall: 0.75,
      falseAlarms: 1,
      healthy: 7,
      precision: 0.8571,
    });
    expect(scenarios.misses).toMatchObject([
      { id: 'late', mark: 'late', event: 1 },
      { id: 'missed', mark: 'miss' },
    ]);
    expect(scenarios.alarms).toMatchObject([{ id: 'wolf', event: 1, detectors: ['call-cycle'] }]);
    expect(scenarios.alarms[0].brief).toContain('look');
    expect(scenarios).toMatchObject({ blocked: 0, highestOnHealthy: 'nudge', blockedRuns: [] });
    expect(audit).toMatchObject({ recall: 0.5, recallWithEarly: 1, early: 1, delay: 1 });
    expect(audit.earlyFirings).toMatchObject([{ id: 'early', event: 1 }]);
    expect(unlabelled).toMatchObject({ alarms: [{ id: 'read me', event: 1 }], misses: [] });
    expect(unlabelled).not.toHaveProperty('recall');
  });

  test('says the same about a set whether or not it was asked for alone', () => {
    const [, audit] = json();
    expect(json('--set', 'real-audit')[0]).toEqual(audit);
    const two = json('--set', 'real-audit', '--set', 'scenarios').map(({ set }) => set);
    expect(two).toEqual(['scenarios', 'real-audit', 'all']);
  });

  test('says the same every time', () => {
    expect(json()).toEqual(json());
  });

  test('names the surest detectors and how often scores are right', () => {
    const [{ detectors, reliability }] = json('--set', 'scenarios');
    expect(detectors).toEqual([{ detector: 'call-cycle', hits: 6, early: 0, falseAlarms: 1 }]);
    const bins = reliability as { signals: number; true: number }[];
    const wrong = bins.reduce((sum, bin) => sum + bin.signals - bin.true, 0);
    expect(wrong).toBe(1);
  });

  test('has the peers where they are asked for', () => {
    const [{ peers }] = json('--set', 'scenarios', '--peers', join(data.path, 'peers.json'));
    expect(peers.slice(0, 2)).toMatchObject([
      { peer: '▶ ours' },
      { peer: 'alert', recall: 0.125, falseAlarms: 1 },
    ]);
    const names = (peers as { peer: string }[]).map(({ peer }) => peer);
    expect(names).toContain('mute');
    expect(names).toContain('rule ping-pong');
  });

  test('a plain run is what every run is', () => {
    expect(json('--plain')).toEqual(json());
  });
});

describe('for people', () => {
  test('lists every miss, false alarm, early firing and unlabelled alarm', () => {
    const text = measured().out.join('\n');
    for (const title of [
      'Misses (2)',
      'False alarms (1)',
      'Early: more than two events before the loop (1)',
      'Alarms (1)',
    ]) {
      expect(text).toContain(title);
    }
    expect(text).toContain('wolf [2 events]\n      at 1, nudge: call-cycle');
    expect(text).toContain('Recall in time 0.75 (6 of 8), 1 of 7 healthy runs alarmed, 0 blocked');
  });

  test('ends with a table over all sets', () => {
    const text = measured().out.join('\n');
    const last = text.slice(text.indexOf('── all sets'));
    expect(last).toMatch(/set +ours +identical-calls/);
    expect(last).toMatch(/^scenarios +0\.75 +6\/8 +0\.75 +1\/7 +0 +nudge/m);
    expect(last).toMatch(/^all +0\.73 +8\/11/m);
    expect(last).toMatch(/^real-unlabelled .* 1\/2 .*read every alarm/m);
  });

  test('shows one trace event by event', () => {
    const text = measured('--only', 'wolf').out.join('\n');
    expect(text).toContain('mark: false');
    expect(text).toContain('◀ stepped in');
  });
});

describe('exit codes', () => {
  test('0 when it could measure, however bad the figures', () => {
    expect(measured().code).toBe(0);
  });

  test('1 with --gate when a target is missed, with what was missed on stderr', () => {
    const { code, err } = measured('--gate', '--json');
    expect(code).toBe(1);
    expect(err).toContain('scenarios: recall 0.750 < 0.92');
    expect(err).toContain('degenerate-text: not in the data');
    expect(err).not.toContain('blocked');
  });

  test.each([
    ['a folder that is not there', ['--data', '/nowhere'], 'has no data'],
    ['an unknown preset', ['--data', '.', '--preset', 'best'], 'There is no preset best'],
    ['an unknown set', ['--data', '.', '--preset', 'votes', '--set', 'mine'], 'There is no set mine'],
    ['an unknown option', ['--data', '.', '--fast'], "Unknown option '--fast'"],
    ['a stray word', ['--data', '.', 'scenarios'], 'Unexpected argument'],
  ])('2 for %s', (_, args, message) => {
    const { code, out, err } = run(...args);
    expect([code, out]).toEqual([2, []]);
    expect(err).toContain(message);
    expect(err).toContain('npm run quality -- [--data DIR]');
  });

  test('2 for a trace or peers that are not there', () => {
    expect(measured('--only', 'nobody')).toMatchObject({ code: 2, out: [] });
    expect(measured('--peers', join(data.path, 'none.json'))).toMatchObject({ code: 2, out: [] });
    expect(measured('--peers', join(data.path, 'scenarios.jsonl'))).toMatchObject({ code: 2, out: [] });
  });
});

import { configure } from '@rutbreak/core/edge';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Case } from '../data/case.js';
import { different, folderOf, same } from '../data/made-up.js';
import { scorePreset as main } from '../scorer.js';
import { drawFrom } from './draw.js';
import { alternatingFirings } from './changes/interleaved.js';
import { measure, pooledOf, SHORT_MAY_COST, subjectsOf, summaryOf } from './measure.js';
import { mapEvents } from './trace.js';
import type { Transformation } from './transformation.js';

const row = (id: string, expect_: string, by_event: number | null, events: object[]): object => ({
  ...{ id, by_event, events, expect: expect_, category: 'TOOL_REPETITION', source: id },
});
const files = {
  // `cycles` fires at the second of two equal calls.
  'scenarios.jsonl': [row('loop', 'loop', 2, same(4)), row('fine', 'no_loop', null, different(4))],
  // Both calls are equal until one of them spells the path differently.
  'probes.jsonl': [
    row(
      'paths',
      'loop',
      null,
      [1, 2].map(() => ({ kind: 'call', tool: 'look', args: { path: 'src/a.ts' }, result: 'y' })),
    ),
  ],
  'real-unlabelled.jsonl': [{ id: 'unknown', events: same(4) }],
  'corpus/looping/a.jsonl': [{ id: 'ours', start: 0, events: same(4) }],
  'corpus/healthy/a.jsonl': [{ id: 'our own', events: different(4) }],
};

let data: ReturnType<typeof folderOf>;
beforeAll(() => (data = folderOf(files)));
afterAll(() => data.remove());

function run(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const streams = { log: (line: string) => out.push(line), error: (line: string) => err.push(line) };
  const all = ['--metamorphic', '--preset', 'cycles', ...args];
  return { code: main(all, streams, join(data.path, 'corpus')), out, err: err.join('\n') };
}
const json = (...args: string[]) => run('--json', ...args).out.map((line) => JSON.parse(line));

describe('--metamorphic', () => {
  test('prints one line per transformation, over all labelled sets and the corpus', () => {
    const lines = json('--data', data.path, '--seeds', '1');
    const pooled = lines.pop();
    expect(lines.length).toBeGreaterThanOrEqual(15);
    expect(pooled).toMatchObject({ transformation: 'all', recallBefore: 1, falseBefore: 0 });
    for (const { loops, healthy, leftOut } of lines as Record<string, number>[]) {
      expect(loops! + healthy! + leftOut!).toBe(5);
    }
    expect(lines[0]).toMatchObject({ recallBefore: 1, falseBefore: 0, firstSeed: 1 });
  });

  test('five seeds are the default, and one if nothing is drawn', () => {
    const [blocks, volatile] = json('--only', 'mcp-blocks', '--only', 'volatile-fields');
    expect([blocks.seeds, volatile.seeds]).toEqual([1, 5]);
  });

  test('the same seed gives the same result, and the seed is printed', () => {
    expect(run('--seed', '4').out).toEqual(run('--seed', '4').out);
    expect(run('--seed', '4').out[0]).toContain('seed 4, 5 seed(s)');
  });

  test('a short run draws a seed, prints it, and can be repeated with it', () => {
    const first = run('--short');
    const seed = /seed (\d+), 1 seed/.exec(first.out[0]!)![1]!;
    expect(run('--short', '--seed', seed).out).toEqual(first.out);
  });

  test('lists the traces whose result changed', () => {
    const args = ['--data', data.path, '--set', 'probes', '--only', 'dot-paths', '--list-changes'];
    const text = run(...args).out.join('\n');
    expect(text).toContain('dot-paths: marks that changed');
    expect(text).toMatch(/seed \d {2}probes {2}paths: hit → miss/);
    const [line] = json(...args);
    expect(line.changes[0]).toMatchObject({ set: 'probes', id: 'paths', from: 'hit', to: 'miss' });
    expect(json(...args.slice(0, -1))[0]).not.toHaveProperty('changes');
  });

  test.each([
    [['--only', 'nothing'], 'There is no transformation nothing'],
    [['--seed', 'x'], '--seed takes a whole number from 1, not x'],
    [['--seeds', '0'], '--seeds takes a whole number from 1, not 0'],
    [['--set', 'mine'], 'There is no set mine'],
    [['--peers', 'x'], "Unknown option '--peers'"],
  ])('%j is refused', (args, message) => {
    const { code, out, err } = run(...args);
    expect([code, out]).toEqual([2, []]);
    expect(err).toContain(message);
  });

  test('the gate passes where nothing is lost', () => {
    expect(run('--only', 'interleaved', '--only', 'tokens-and-cost', '--gate')).toMatchObject({
      code: 0,
      err: '',
    });
  });
});

describe('what a transformation costs', () => {
  const engine = configure('cycles');
  const one = (id: string, expect_: Case['expect'], events: object[]): Case => ({
    ...{ id, events, expect: expect_, category: '', source: '' },
  });
  const cases = [one('l', 'loop', same(4)), one('h', 'no_loop', different(4))];
  const subjects = subjectsOf([{ name: 'set', cases }], engine);
  const hiding: Transformation = {
    ...{ id: 'hiding', summary: 'makes every call another one' },
    apply: (trace) => mapEvents(trace, (event, i) => ({ ...event, args: i })),
  };
  const provoking: Transformation = {
    ...{ id: 'provoking', summary: 'makes all calls one', isSeedless: true },
    apply: (trace) => mapEvents(trace, () => same(1)[0] as Record<string, unknown>),
  };

  test('lost recall is a shortfall, with the name of the trace', () => {
    const measured = measure(hiding, subjects, engine, [1, 2]);
    expect(summaryOf(measured)).toMatchObject({ recallBefore: 1, recall: 0, lowestRecall: 0, seeds: 2 });
    expect(summaryOf(measured).shortfalls).toEqual(['recall 0.000 < 1.000 - 0.03']);
    expect(measured.changes[0]).toEqual({ seed: 1, set: 'set', id: 'l', from: 'hit', to: 'miss' });
  });

  test('additional false alarms are a shortfall, too', () => {
    const summary = summaryOf(measure(provoking, subjects, engine, [1, 2]));
    expect(summary).toMatchObject({ falseBefore: 0, falseAlarms: 1, seeds: 1 });
    expect(summary.shortfalls).toEqual(['100.0 % more false alarms']);
  });

  const loop = one('l', 'loop', same(4));
  const healthy = one('h', 'no_loop', different(4));
  const many = (loops: number, fine: number) =>
    subjectsOf(
      [{ name: 'set', cases: [...Array(loops).fill(loop), ...Array(fine).fill(healthy)] as Case[] }],
      engine,
    );
  /** Hides the first loops, this many. */
  const hidingSome = (some: number): Transformation => {
    let left = some;
    return {
      ...hiding,
      isSeedless: true,
      apply: (trace, draw) => (trace.expect === 'loop' && left-- > 0 ? hiding.apply(trace, draw) : trace),
    };
  };

  test.each([
    ['as much as one seed may lose by chance', 15, []],
    ['more than that', 16, ['recall 0.840 < 1.000 - 0.15']],
  ])('one transformation of a short run: %s', (_, hidden, expected) => {
    const measured = measure(hidingSome(hidden), many(100, 1), engine, [1]);
    expect(summaryOf(measured, SHORT_MAY_COST).shortfalls).toEqual(expected);
  });

  test.each([
    ['3 % are kept', 6, []],
    ['more are not', 7, ['recall 0.965 < 1.000 - 0.03']],
  ])('all transformations of a short run together: %s', (_, hidden, expected) => {
    const all = [hidingSome(hidden), hidingSome(0)].map((each) =>
      summaryOf(measure(each, many(100, 1), engine, [1]), SHORT_MAY_COST),
    );
    expect(pooledOf(all)).toMatchObject({ loops: 200, healthy: 2, recallBefore: 1, shortfalls: expected });
  });

  test('additional false alarms are a shortfall, too', () => {
    const [quiet, loud] = [hidingSome(0), provoking].map((each) =>
      summaryOf(measure(each, many(1, 1), engine, [1]), SHORT_MAY_COST),
    );
    expect(pooledOf([quiet!, loud!]).shortfalls).toEqual(['50.0 % more false alarms']);
  });

  test('traces whose label would change are left out before and after', () => {
    const picky = { ...hiding, changesLabel: ({ id }: Case) => (id === 'l' ? 'because' : undefined) };
    const measured = measure(picky, subjects, engine, [1]);
    expect(measured.leftOut).toEqual(new Map([['because', 1]]));
    expect(summaryOf(measured)).toMatchObject({ loops: 0, healthy: 1, leftOut: 1, shortfalls: [] });
  });

  test('interleaved sessions decide like separate sessions', () => {
    const alone = subjects.map(({ fired }) => fired);
    for (const seed of ['1', '2', '3'])
      expect(alternatingFirings(cases, engine, drawFrom(seed))).toEqual(alone);
  });

  test('a different decision is a shortfall', () => {
    const moved = subjects.map((subject) => ({ ...subject, fired: 3 }));
    const summary = summaryOf(measure({ ...hiding, isInterleaved: true }, moved, engine, [1]));
    expect(summary.shortfalls).toContain('2 decisions differ');
  });
});

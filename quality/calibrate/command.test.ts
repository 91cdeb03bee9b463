import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MECHANISMS } from '../../packages/core/src/detection/detector.js';
import { different, folderOf, same } from '../../packages/loopbench/src/data/made-up.js';
import { UsageError } from '../../packages/loopbench/src/usage-error.js';
import { calibrate } from './command.js';
import { pointsOf, runsOf } from './points.js';

const files = {
  'scenarios.jsonl': [
    { id: 'l', expect: 'loop', by_event: 6, source: 's', events: same(8) },
    { id: 'h', expect: 'no_loop', source: 's', events: different(8) },
  ],
  'real-labelled.jsonl': [
    { id: 'r', expect: 'no_loop', label_by: 'audit', source: 'an agent', events: same(3) },
    { id: 'e', expect: 'loop', span: [20, 25], label_by: 'audit', source: 'an agent', events: same(4) },
  ],
  'real-unlabelled.jsonl': [{ id: 'u', events: same(8) }],
  'corpus/looping/a.jsonl': [{ id: 'ours', start: 0, events: same(6) }],
  'corpus/healthy/a.jsonl': [{ id: 'our own', events: different(4) }],
};

let data: ReturnType<typeof folderOf>;
beforeAll(() => (data = folderOf(files)));
afterAll(() => data.remove());

function run(...args: string[]) {
  const out: string[] = [];
  const table = join(data.path, 'table.ts');
  writeFileSync(table, 'untouched');
  const all = ['--calibrate', '--data', data.path, ...args];
  const code = calibrate(all, (line) => out.push(line), join(data.path, 'corpus'), table);
  return { code, out: out.join('\n'), table: readFileSync(table, 'utf8') };
}

describe('--calibrate', () => {
  test('prints the table, how reliable it is, and where nudges begin', () => {
    const { code, out, table } = run();
    expect(code).toBe(0);
    for (const mechanism of MECHANISMS) expect(out).toContain(mechanism);
    expect(out).toContain('Expected calibration error');
    expect(out).toMatch(/`nudge` begins at p = \d\.\d\d\. First nudges: 2 right, 0 early, 0 false/);
    expect(table).toBe('untouched');
  });

  test('the same as JSON', () => {
    const found = JSON.parse(run('--json').out);
    expect(found).toMatchObject({ baseRate: 0.1, nudges: { hits: 2, falseAlarms: 0 } });
    expect(Object.keys(found.table)).toEqual([...MECHANISMS]);
    expect(found.sources.map((one: { source: string }) => one.source)).toEqual([
      ...['scenarios', 'real: an agent', 'corpus'],
    ]);
  });

  test('writes the table as code that names its command and not its data', () => {
    const { table } = run('--write');
    expect(table).toContain('npm run quality -- --calibrate --data DIR --write');
    expect(table).not.toContain(data.path);
    for (const mechanism of MECHANISMS) expect(table).toContain(`  ${mechanism}: [`);
  });

  test('what it does not know is refused', () => {
    expect(() => run('--gate')).toThrow(UsageError);
  });
});

describe('the points of a trace', () => {
  const one = (expect_: 'loop' | 'no_loop', events: object[], span?: [number, number]) => ({
    ...{ id: 'x', events, expect: expect_, category: '', source: '' },
    ...(span && { span }),
  });
  const points = (...cases: ReturnType<typeof one>[]) => pointsOf(runsOf([{ name: 'set', cases }]));

  test('each step of a share counts once, with the label of its event', () => {
    const found = points(one('loop', same(5))).filter(({ mechanism }) => mechanism === 'run');
    expect(found.map(({ share }) => share)).toEqual([0.6, 0.8, 1]);
    expect(found.every(({ isTrue, isLoop, source }) => isTrue && isLoop && source === 'set')).toBe(true);
  });

  test('far beyond the limit all shares are one step', () => {
    const run = points(one('loop', same(60))).filter(({ mechanism }) => mechanism === 'run');
    expect(Math.max(...run.map(({ share }) => share))).toBeLessThan(3.3);
  });

  test('a signal well before the loop is not true', () => {
    const found = points(one('loop', same(5), [40, 45]));
    expect(found.some(({ isTrue }) => isTrue)).toBe(false);
    expect(found.every(({ isLoop }) => isLoop)).toBe(true);
  });

  test('neither is one on a healthy trace', () => {
    const found = points(one('no_loop', same(4)));
    expect(found.length).toBeGreaterThan(0);
    expect(found.some(({ isTrue, isLoop }) => isTrue || isLoop)).toBe(false);
  });
});

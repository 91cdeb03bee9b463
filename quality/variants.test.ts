import { configure, presetOf } from '@rutbreak/core';
import { expect, test } from 'vitest';
import type { Case } from './data.js';
import { different, same } from './made-up.js';
import { runCase } from './run.js';
import { firingTable, variantsOf } from './variants.js';

const error = { kind: 'call', tool: 'sh', args: {}, result: 'no such file', isError: true };
const say = (text: string): object => ({ kind: 'message', text });
const traces: [string, object[]][] = [
  ['equal calls', same(8)],
  ['other calls', different(8)],
  ['pairs', Array.from({ length: 6 }, (_, i) => [...different(2), say(`still at it ${i}`)]).flat()],
  ['errors', Array.from({ length: 5 }, (_, i) => ({ ...error, args: { i } }))],
  ['words', Array.from({ length: 5 }, () => say('I will now read the file and then run the tests again.'))],
  ['stream', Array.from({ length: 40 }, () => ({ kind: 'delta', text: 'again and again and again and ' }))],
];
const cases = traces.map(([id, events]): Case => ({ id, events, expect: 'loop', category: '', source: '' }));

test.each(['default', 'votes', 'cycles', 'matrix', 'drift', 'entropy'])(
  'the table of %s says what each detector does alone',
  (name) => {
    const preset = presetOf(name);
    const { variants, rows } = firingTable(preset, cases);
    const lone = variants.map(({ detector }) => {
      const engine = configure({ ...preset, detectors: [detector] });
      return cases.map((one) => runCase(engine, one).firing?.event ?? Infinity);
    });
    expect(rows).toEqual(cases.map((_, i) => lone.map((column) => column[i])));
  },
);

test('limits are scaled and stay in range; windows are left alone; equal variants are one', () => {
  const variants = variantsOf(presetOf('votes')).filter(({ id }) => id === 'tool-repetition');
  const valueOf = (name: string) =>
    variants.map(({ factor, detector }) => [factor, detector.meta.options[name]?.default]);
  expect(new Set(valueOf('window').map(([, value]) => value)).size).toBe(1);
  // 3 × 0.85 rounds to 3 again, but `similar`, 4, becomes 3: a variant of its own.
  expect(valueOf('exact')).toEqual([
    [1, 3],
    [0.85, 3],
    [1.2, 4],
    [0.75, 2],
    [1.5, 5],
  ]);
  const keys = variants.map(({ detector }) => JSON.stringify(detector.meta.options));
  expect(new Set(keys).size).toBe(keys.length);
  for (const { detector } of variants) {
    for (const option of Object.values(detector.meta.options)) {
      if (option.type === 'integer') expect(option.default).toBeGreaterThanOrEqual(option.min);
    }
  }
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyProposal, configure, newFigures, proposeLimits } from '@rutbreak/core/edge';
import { describe, expect, it } from 'vitest';
import { earlySign, measureEarly } from './early.js';
import { scorePreset as main } from '../scorer.js';
import { different, same } from '../data/made-up.js';

/** The whole corpus, on a busy machine. */
const MINUTE = 60_000;

/** Healthy traces on which `default` is known to raise a false alarm. */
const KNOWN_ALARMS = Object.keys(
  JSON.parse(readFileSync('packages/loopbench/data/known-wrong.json', 'utf8')) as Record<string, unknown>,
).filter((id) => id.startsWith('healthy/'));

const printed = (...args: string[]): string => {
  const lines: string[] = [];
  measureEarly(args, (line) => lines.push(line));
  return lines.join('\n');
};

describe('R16 early signs', () => {
  const engine = configure('default');

  it('a loop looks suspicious before it counts as one', () => {
    const { sign = -1, loop = -1 } = earlySign(engine, { id: 'a', events: [...different(4), ...same(8)] });
    expect(sign).toBeGreaterThan(3);
    expect(loop).toBeGreaterThan(sign);
  });

  it('a suspicion long before the loop is not a sign of it', () => {
    const events = [...same(3), ...different(60), ...same(8)];
    const { sign, loop } = earlySign(engine, { id: 'a', span: [63, 70], events });
    expect(sign).toBeGreaterThan(60);
    expect(loop).toBeGreaterThan(sign!);
  });

  it('a healthy trace has neither', () => {
    expect(earlySign(engine, { id: 'a', events: different(9) })).toEqual({ id: 'a' });
  });

  it(
    'most loops of the corpus are suspicious at least two events before',
    () => {
      const figures = JSON.parse(printed('--early', '--json'));
      expect(figures.loops).toBeGreaterThan(100);
      expect(figures.withEarlySign / figures.loops).toBeGreaterThan(0.7);
      expect(figures.medianLead).toBeGreaterThanOrEqual(2);
      expect(figures.healthySuspicious / figures.healthy).toBeLessThan(0.25);
    },
    MINUTE,
  );

  it(
    'is printed as a table and rejects invalid options',
    () => {
      // The preset that takes the least time: the table is the same for all.
      expect(printed('--early', '--preset', 'cycles')).toMatch(/loops gave a sign before: median \d/);
      const errors: string[] = [];
      const streams = { log: () => undefined, error: (line: string) => void errors.push(line) };
      expect(main(['--early', '--preset', 'nope'], streams)).toBe(2);
      expect(main(['--early', '--nope'], streams)).toBe(2);
      expect(errors).toHaveLength(2);
    },
    MINUTE,
  );
});

it(
  'R16 the tightest limits raise only the known alarms on the healthy corpus',
  () => {
    let options = {};
    for (;;) {
      const proposal = proposeLimits('default', options, { ...newFigures('m'), sessions: 100, loops: 90 });
      if (proposal.kind === 'keep') break;
      options = applyProposal(options, proposal);
    }
    const engine = configure('default', options);
    const traces = readdirSync('corpus/healthy')
      .flatMap((name) => readFileSync(join('corpus/healthy', name), 'utf8').split('\n'))
      .filter((line) => line !== '')
      .map((line) => earlySign(engine, JSON.parse(line)));
    const alarms = traces.flatMap(({ id, loop }) => (loop === undefined ? [] : [id]));
    expect(alarms.sort()).toEqual([...KNOWN_ALARMS].sort());
  },
  MINUTE,
);

import { describe, expect, it } from 'vitest';
import type { Action, Detector } from '../detectors/detector.js';
import { presetDetector } from '../detectors/preset-detector.js';
import type { Pair } from '../generate/family.js';
import { recoveryTrack } from './recovery-track.js';
import { simulate, type SimulatedRun } from './simulate.js';
import { TEMPERAMENTS } from './temperament.js';

/** One call per lap, 25 laps. */
const pair: Pair = {
  ...{ id: 'p', loopKind: 'l', healthyKind: 'h', due: 3 },
  loop: () => ({ task: 't', lap: () => [{ kind: 'call', tool: 'look', args: { at: 'x' }, result: 'y' }] }),
  healthy: () => ({ task: 't', lap: (n) => [{ kind: 'call', tool: 'look', args: { at: n }, result: n }] }),
};

/** Acts from the fourth call of `look` on, or of its replacement. */
const watching = (action: Action, isAsked: boolean): Detector => ({
  name: 'scripted',
  start: () => {
    let seen = 0;
    return {
      observe: (event) => {
        const { kind, tool } = event as { kind: string; tool?: string };
        if (kind !== (isAsked ? 'attempt' : 'call') || tool?.startsWith('look') !== true) return undefined;
        seen++;
        return { action: seen >= 4 ? action : 'none' };
      },
    };
  },
});
const silent: Detector = { name: 'silent', start: () => ({ observe: () => undefined }) };

async function played(name: string, detector: Detector): Promise<SimulatedRun> {
  const temperament = TEMPERAMENTS.find((one) => one.name === name) ?? expect.fail(`no agent ${name}`);
  return simulate(detector, pair, 'loop', temperament, '1');
}

describe('a simulated agent', () => {
  it.each<[string, string, Detector, Partial<SimulatedRun>]>([
    [
      'that nobody watches goes on to the end',
      'obeys',
      silent,
      { taken: 25, end: 'went on', isAltered: false },
    ],
    ['obeys the first warning', 'obeys', watching('warn', false), { taken: 4, end: 'left' }],
    ['obeys late: at the third', 'obeys late', watching('warn', false), { taken: 6, end: 'left' }],
    [
      'ignores every warning',
      'ignores',
      watching('warn', false),
      { taken: 25, end: 'went on', isAltered: false },
    ],
    [
      'ignores a block, but its calls do not run',
      'ignores',
      watching('block', true),
      { taken: 3, end: 'went on', isAltered: true },
    ],
    [
      'is ended by a stop, whatever it thinks of it',
      'ignores',
      watching('stop', true),
      { taken: 3, end: 'stopped' },
    ],
    [
      'changes its tool twice before it leaves',
      'changes tool',
      watching('warn', false),
      { taken: 6, end: 'left' },
    ],
    ['gives up its whole run', 'gives up', watching('warn', false), { taken: 4, end: 'gave up' }],
  ])('%s', async (_, name, detector, run) => {
    expect(await played(name, detector)).toMatchObject({ ...run, steps: 25 });
  });
});

describe('the recovery track', () => {
  it('has a row for each temperament and one for all', async () => {
    const rows = await recoveryTrack(silent, 1);
    expect(rows.map(({ temperament }) => temperament)).toEqual([
      ...['obeys', 'obeys late', 'ignores', 'changes tool', 'gives up', 'all'],
    ]);
    expect(rows.at(-1)).toMatchObject({
      loops: 60,
      healthy: 60,
      wasteAvoided: 0,
      ended: 0,
      healthyHarmed: 0,
    });
  });

  it('a detector that stops everything avoids all waste and harms every healthy run', async () => {
    const rash: Detector = { name: 'rash', start: () => ({ observe: () => ({ action: 'stop' }) }) };
    expect((await recoveryTrack(rash, 1)).at(-1)).toMatchObject({ ended: 1, healthyHarmed: 60 });
  });

  it('`default` avoids more than half of the waste and harms no healthy run', async () => {
    const all = (await recoveryTrack(presetDetector('default'), 1)).at(-1)!;
    expect(all.wasteAvoided).toBeGreaterThan(0.5);
    expect(all.healthyHarmed).toBe(0);
  });
});

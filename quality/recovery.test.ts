import { describe, expect, test } from 'vitest';
import { main } from './main.js';
import { recovery } from './print-recovery.js';
import { measureHarm } from './recovery-harm.js';

/** Takes a while, and is the same each time. */
const harm = measureHarm('.');

function run(seeds: number, ...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const streams = { log: (line: string) => out.push(line), error: (line: string) => err.push(line) };
  const code = recovery(['--recovery', ...args], streams, { seeds, harm });
  return { code, out, err };
}

// Many runs: slow on a busy machine, so they may take their time.
describe('--recovery', { timeout: 300_000 }, () => {
  test('R10 the last line has the figures, and they reach the targets', () => {
    const { code, out, err } = run(4, '--json', '--gate');
    expect([code, err]).toEqual([0, []]);
    expect(out).toHaveLength(1);
    const figures = JSON.parse(out[0]!) as Record<string, number>;
    expect(figures['blockableEndedWithin6']).toBeGreaterThanOrEqual(0.95);
    expect(figures['recovered']).toBeGreaterThanOrEqual(0.75);
    expect(figures['recovered']! + figures['stopped']! + figures['stillLooping']!).toBeCloseTo(1, 3);
    expect(figures).toMatchObject({ healthyAltered: 0, hindered: 0, hasty: 0, blockableStillLooping: 0 });
    expect(figures['wasted']).toBeLessThan(figures['wastedWithout']! / 2);
    expect(figures['healthyAlteredAtThird']).toBeGreaterThan(0);
  });

  test('one false alarm refuses at most one call a run, removes nothing and ends nothing', () => {
    expect(harm).toMatchObject({ removed: 0, ended: 0 });
    expect(harm.refusedMost).toBeLessThanOrEqual(1);
    expect(harm.runs).toBeGreaterThan(900);
    expect(harm.alarmedAnyway).toBeGreaterThan(0);
  });

  test('the table names every edge and every category', () => {
    const text = run(1).out.join('\n');
    for (const name of [
      'MCP proxy',
      'only looks on',
      'no guard',
      'third identical',
      'TOOL_PING_PONG',
      'GOAL_DRIFT',
      'obeys late',
      'obeys only redirects',
      'changes tools and loops on',
      'history entries removed 0, runs ended 0',
    ])
      expect(text).toContain(name);
  });

  test('says the same every time', () => {
    expect(run(1, '--json')).toEqual(run(1, '--json'));
  });

  test('what does not go with it is refused', () => {
    const err: string[] = [];
    const code = main(['--recovery', '--set', 'x'], {
      log: () => undefined,
      error: (line) => err.push(line),
    });
    expect(code).toBe(2);
    expect(err.join()).toContain('--recovery goes with --json and --gate, not with --set');
  });
});

import { describe, expect, it } from 'vitest';
import { type Effort, type Figure, median, race, type Result, run, slowed } from './harness.js';
import { main } from './main.js';

const EFFORT: Effort = { rounds: 9, warmUpMs: 2, sessions: 1, tolerance: 1 };
const INPUTS = Array.from({ length: 5 }, (_, i) => i);

function work(rounds: number): number {
  let sum = 0;
  for (let i = 0; i < 1000 * rounds; i++) sum = Math.imul(sum ^ i, 31);
  return sum;
}

/** Both sides do the same, so that the ratio is about 1. */
const even = race<number>({
  name: 'even',
  limit: 4,
  setup: () => INPUTS,
  baseline: (i) => work(1) + i,
  subject: (i) => work(1) + i,
});
const weight: Figure = { name: 'weight', limit: 1, measure: () => 0.5 };

/** What the command prints and returns. */
async function bench(
  ...args: readonly string[]
): Promise<{ code: number; out: readonly string[]; err: readonly string[] }> {
  const out: string[] = [];
  const err: string[] = [];
  const streams = {
    log: (line: string) => void out.push(line),
    error: (line: string) => void err.push(line),
  };
  return { code: await main(['--short', ...args], streams, [even, weight]), out, err };
}

describe('a figure', () => {
  it.each([
    ['a subject as fast as its baseline', even],
    ['a measure below its limit', weight],
  ])('%s is ok', async (_, figure) => {
    expect(await run(figure, EFFORT)).toMatchObject({ bench: figure.name, limit: figure.limit, ok: true });
  });

  it.each([
    ['a race', even],
    ['a measure', weight],
  ])('%s whose subject is slowed down on purpose is missed', async (_, figure) => {
    const { ok, ratio } = await run(slowed(figure), EFFORT);
    expect(ok).toBe(false);
    expect(ratio).toBeGreaterThan(figure.limit);
  });

  it('that misses by chance is measured again', async () => {
    const ratios = [3, 2, 0.9];
    expect(await run({ ...weight, measure: () => ratios.shift()! }, EFFORT)).toMatchObject({
      ratio: 0.9,
      ok: true,
    });
  });

  it('that misses each time is missed, by the best of the attempts', async () => {
    const ratios = [3, 2, 4];
    expect(await run({ ...weight, measure: () => ratios.shift()! }, EFFORT)).toMatchObject({
      ratio: 2,
      ok: false,
    });
  });

  it('that is no number is missed', async () => {
    expect((await run({ ...weight, measure: () => NaN }, EFFORT)).ok).toBe(false);
  });
});

describe('the command', () => {
  it('--json prints one line of JSON a figure, and nothing else on stdout', async () => {
    const { code, out } = await bench('--json');
    const results = out.map((line) => JSON.parse(line) as Result);
    expect(code).toBe(0);
    expect(results.map(({ bench: name }) => name)).toEqual(['even', 'weight']);
    for (const result of results) {
      expect(Object.keys(result)).toEqual(['bench', 'ratio', 'limit', 'ok']);
      expect(result.ok).toBe(true);
    }
  });

  it('a slowed subject gives ok:false and exit code 1', async () => {
    const { code, out } = await bench('--json', '--slow', 'even');
    expect(out.map((line) => (JSON.parse(line) as Result).ok)).toEqual([false, true]);
    expect(code).toBe(1);
  }, 60_000);

  it.each([[['--only', 'nothing']], [['--fast']]])(
    'what it does not know is refused with a usage: %j',
    async (args) => {
      const { code, out, err } = await bench(...args);
      expect([code, out]).toEqual([2, []]);
      expect(err.join('')).toContain('--only TEXT');
    },
  );
});

it.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 2, 9], 3],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

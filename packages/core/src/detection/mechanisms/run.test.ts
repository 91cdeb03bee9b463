import { describe, expect, it } from 'vitest';
import { extractFeatures, type FinishedCall } from '../../features/call-features.js';
import { type Ledger, NEW_LEDGER, recordEdit } from '../../session/ledger.js';
import { recordCall } from '../../session/record-call.js';
import { extendRun, keepRun, markOf, NO_RUNS, type Run, startRun, worthOf } from './run.js';

const PAGE = 'The quick brown fox jumps over the lazy dog while the other animals watch.';
const read: FinishedCall = { tool: 'read', args: { path: 'a' }, result: PAGE };
const other = (word: string): FinishedCall => ({
  tool: 'read',
  args: { path: word },
  result: `${word} ${PAGE} ${word}`,
});
const same: FinishedCall = { tool: 'view', args: { path: 'b' }, result: 'the very same' };
const sleep: FinishedCall = { tool: 'sleep', args: { seconds: 5 }, result: '' };
const make: FinishedCall = {
  tool: 'run',
  args: { target: 'all' },
  result: 'missing separator',
  isError: true,
};
const soft: FinishedCall = { tool: 'run', args: { target: 'all' }, result: 'Error: missing separator' };
const passing: FinishedCall = { tool: 'run', args: { target: 'all' }, result: 'all tests passed' };
const telling: FinishedCall = { ...make, result: `${PAGE} ${PAGE}` };
const level = (state: string): FinishedCall => ({ tool: 'level', args: {}, result: `the water is ${state}` });
const order: FinishedCall = { tool: 'place_order', args: { symbol: 'VWCE', qty: 100 }, result: 'filled' };
const pending: FinishedCall = { tool: 'job', args: { id: 4 }, result: 'state: running' };

type Between = FinishedCall | 'edit' | 'span';

interface Timing {
  /** Milliseconds from the first occurrence to the second. */
  readonly pause?: number;
  /** Repeats before, with nothing between. */
  readonly direct?: number;
}

/** The weight of the second occurrence of a call. */
function worth(
  call: FinishedCall,
  between: readonly Between[],
  { pause = 0, direct = 0 }: Timing = {},
): number {
  const features = extractFeatures(call);
  const start = pause > 0 ? 1_000 : 0;
  let { ledger } = recordCall(NEW_LEDGER, features, { seq: 0, round: null, at: start });
  const run: Run = { ...startRun(features.call, 0, ledger), direct };
  for (const [i, one] of between.entries()) ledger = after(ledger, one, i + 1);
  const at = { seq: 50, round: null, at: pause > 0 ? start + pause : 0 };
  const { progress } = recordCall(ledger, features, at);
  return worthOf(run, features, progress, ledger);
}

function after(ledger: Ledger, one: Between, seq: number): Ledger {
  if (one === 'edit') return recordEdit(ledger);
  if (one === 'span') return { ...ledger, spans: ledger.spans + 1 };
  return recordCall(ledger, extractFeatures(one), { seq, round: null, at: 0 }).ledger;
}

const NEWS = [other('amber')];
const many = (count: number): FinishedCall[] => [same, ...Array.from({ length: count - 1 }, () => same)];

describe('what a repeat counts', () => {
  it.each<[string, number, number]>([
    ['nothing between', worth(read, []), 1],
    ['a wait between', worth(read, [sleep]), 0.68],
    ['something pending', worth(pending, []), 0.68],
    ['a pause of a minute', worth(read, [], { pause: 60_000 }), 0.68],
    ['a pause of five minutes', worth(read, [], { pause: 300_000 }), 0.2],
    ['25 seconds', worth(read, [], { pause: 25_000 }), 0.68],
    ['hardly less', worth(read, [], { pause: 24_999 }), 1],
    ['an order, six minutes after a wait', worth(order, [sleep], { pause: 360_000 }), 0.2],
    ['a look, six minutes after a wait', worth(read, [sleep], { pause: 360_000 }), 0.5],
    ['half an hour', worth(read, [], { pause: 1_800_000 }), 0],
    ['a failure after half an hour', worth(make, [], { pause: 1_800_000 }), 0.42],
    ['a failure after a wait', worth(make, [sleep]), 0.42],
    ['something pending, a minute later', worth(pending, [], { pause: 60_000 }), (4 * 60) / 420],
    ['a wait of a minute that was asked for', worth(read, [sleep], { pause: 60_000 }), (4 * 60) / 420],
    ['a failure after such a wait', worth(make, [sleep], { pause: 60_000 }), (2 * 60) / 420],
    ['something pending, two minutes later', worth(pending, [], { pause: 120_000 }), 0.68],
    ['new words of a person', worth(read, ['span']), 0.3],
    ['an edit, and it still fails', worth(make, ['edit']), 0.38],
    ['an edit, and its text still says that it failed', worth(soft, ['edit']), 0.45],
    ['an edit, and it fails in so many words', worth(telling, ['edit']), 0.6],
    ['another call that shows how the world moves', worth(make, [level('low'), level('high')]), 0.4],
    ['a pause in which other things were done', worth(make, many(2), { pause: 60_000 }), 1],
    ['an edit, and it still passes', worth(passing, ['edit']), 0.1],
    ['an edit, and a read is as before', worth(read, ['edit']), 0.3],
    ['something new that was read', worth(read, NEWS), 0.4],
    ['something new is no excuse for a failure', worth(make, NEWS), 1],
    ['nor for a call that was stale before', worth(read, NEWS, { direct: 2 }), 1],
    ['three other calls between a failure', worth(make, many(3)), 0.75],
    ['eight other calls between a failure', worth(make, many(8)), 0.5],
    ['a wait and an edit', worth(read, ['edit', sleep]), 0.68 * 0.3],
  ])('%s', (_, counted, expected) => {
    expect(counted).toBeCloseTo(expected, 6);
  });
});

describe('a run', () => {
  const ledger = recordEdit({ ...NEW_LEDGER, calls: 4, deeds: 2, spans: 1, runs: 0, at: 9 });

  it('starts with one', () => {
    expect(startRun(7, 3, ledger)).toEqual({
      ...{ key: 7, events: [3], units: 1, direct: 0, next: 0 },
      mark: { calls: 4, acts: 1, edits: 1, deeds: 2, changes: 0, spans: 1, runs: 0, at: 9 },
    });
    expect(startRun(7, 3, ledger).mark).toEqual(markOf(ledger));
  });

  const later = (calls: number): Ledger => ({ ...ledger, calls: ledger.calls + calls });

  it('adds the weight of a repeat', () => {
    const run = extendRun(extendRun(startRun(7, 0, ledger), 1, 0.5, later(1)), 2, 1, later(2));
    expect(run).toMatchObject({ events: [0, 1, 2], units: 2.5, direct: 2, next: 2 });
  });

  it('distinguishes repeats with no other call between from those with old calls between', () => {
    const run = extendRun(extendRun(startRun(7, 0, ledger), 1, 1, later(1)), 4, 1, later(4));
    expect(run).toMatchObject({ direct: 2, next: 1 });
  });

  it('a repeat is not direct if something was done between', () => {
    const run = extendRun(startRun(7, 0, ledger), 1, 1, recordEdit(later(1)));
    expect(run).toMatchObject({ direct: 0, next: 1 });
  });

  it('keeps the last twelve events, and the last twelve runs', () => {
    const long = Array.from({ length: 20 }).reduce<Run>(
      (run, _, i) => extendRun(run, i + 1, 1, ledger),
      startRun(7, 0, ledger),
    );
    expect(long.events).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    expect(long.units).toBe(21);
    const runs = Array.from({ length: 20 }, (_, i) => startRun(i, i, ledger)).reduce(keepRun, NO_RUNS);
    expect(runs.map(({ key }) => key)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(
      keepRun(runs, startRun(8, 30, ledger))
        .map(({ key }) => key)
        .at(-1),
    ).toBe(8);
  });
});

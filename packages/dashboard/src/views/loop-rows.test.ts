import { describe, expect, it } from 'vitest';
import type { Loop } from '../contract.js';
import { NO_EVIDENCE, NO_LOOP_FIGURES } from '../testing/fleet.js';
import { filterLoops, loopsAsCsv, unlistedToday } from './loop-rows.js';

const loop = (id: string, over: Partial<Loop> = {}): Loop => ({
  ...{
    id,
    session_id: `s-${id}`,
    category: 'TOOL_REPETITION',
    detector: 'd',
    brief: `brief ${id}`,
    score: 1,
  },
  ...{ first_seq: 0, last_seq: 4, first_at: 0, last_at: 0, rung: 'nudge', count: 1, outcome: 'open' },
  ...{ text: '', pattern: '', feedback: null, evidence: NO_EVIDENCE, figures: NO_LOOP_FIGURES },
  ...over,
});
const WASTEFUL = { ...NO_LOOP_FIGURES, wasted: { calls: 2, tokens: 10, cost: 0.5 } };
const LOOPS = [
  loop('a', { figures: { ...NO_LOOP_FIGURES, is_going: true } }),
  loop('b', { outcome: 'recovered', last_at: 9 }),
  loop('d', { last_at: -1 }),
  loop('c', { outcome: 'recovered', feedback: 'false-positive', category: 'GOAL_DRIFT', figures: WASTEFUL }),
];

describe('the history of loops', () => {
  it.each<[string, Record<string, string>, readonly string[]]>([
    ['the newest comes first', {}, ['b', 'a', 'c', 'd']],
    ['a false alarm is no recovery', { outcome: 'recovered' }, ['b']],
    ['false alarms are found', { outcome: 'false alarm' }, ['c']],
    ['by category', { category: 'GOAL_DRIFT' }, ['c']],
    ['by what repeats', { q: 'BRIEF A' }, ['a']],
    ['by session', { q: 's-b' }, ['b']],
    ['by waste', { sort: 'waste' }, ['c', 'b', 'a', 'd']],
    ['by day', { from: '1970-01-03' }, []],
    ['one that goes on has no outcome yet', { outcome: 'open', q: 's-a' }, []],
    ['one whose agent has just turned to something else', { outcome: 'open', q: 's-d' }, ['d']],
    ['those that go on', { outcome: 'still going' }, ['a']],
  ])('%s', (_, query, ids) => expect(filterLoops(LOOPS, query).map(({ id }) => id)).toEqual(ids));

  const NOON = Date.UTC(2026, 10, 17, 12);
  const EARLY = Date.UTC(2026, 10, 17, 0);
  it.each<[string, readonly number[], number, number]>([
    ['a figure that the list bears out needs no word', [EARLY, NOON], 2, 0],
    ['loops of deleted sessions are counted and not listed', [NOON], 5, 4],
    ['loops of yesterday do not stand in for them', [EARLY - 1, EARLY - 1], 2, 2],
    ['a figure that lags behind the list is no lack', [NOON, NOON], 1, 0],
  ])('4: %s', (_, found, today, gone) => {
    const loops = found.map((first_at, i) => loop(String(i), { first_at }));
    expect(unlistedToday(loops, today, NOON)).toBe(gone);
  });

  it('an exported cell is never a formula, and quotes are escaped', () => {
    const [, line] = loopsAsCsv([loop('a', { brief: '=HYPERLINK("x"),y' })]).split('\r\n');
    expect(line).toBe(
      `1970-01-01T00:00:00.000Z,s-a,TOOL_REPETITION,d,"'=HYPERLINK(""x""),y",1,nudge,open,,0,4,1,0,0,0,0`,
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Loop, StoredEvent } from '../../contract.js';
import { NO_EVIDENCE } from '../../testing/fleet.js';
import { readCompared } from './difference.js';
import { rowOf } from './event-rows.js';
import { indexOfEvent, type Intervention, timelineItems } from './items.js';
import { findRuns } from './runs.js';

const T = 1_000_000;
const call = (seq: number, tool: string, what: string, result = 'ok', more: object = {}): StoredEvent => ({
  ...{ seq, at: T + seq * 1000, door: 'events', held: false },
  body: { kind: 'call', tool, args: { command: what }, result, ...more },
});
const many = (count: number, make: (i: number) => StoredEvent) =>
  Array.from({ length: count }, (_, i) => make(i));
const loop = (first: number, last: number): Loop =>
  ({ first_seq: first, last_seq: last, evidence: NO_EVIDENCE }) as unknown as Loop;
const done = (seq: number | null, what: string, at = T): Intervention => ({
  ...{ seq, node: null, at, by: 'rutbreak', what, brief: '' },
});

interface Given {
  readonly loops?: readonly Loop[];
  readonly interventions?: readonly Intervention[];
  readonly open?: readonly number[];
}
/** The timeline in short: `Bash a ×3`, `Read b`, `◆ nudge → Read (ignored)`. */
const timeline = (events: readonly StoredEvent[], given: Given = {}) =>
  timelineItems({
    ...{ rows: events.map(rowOf), loops: given.loops ?? [], interventions: given.interventions ?? [] },
    open: new Set(given.open ?? []),
  });
const inShort = (...args: Parameters<typeof timeline>): readonly string[] =>
  timeline(...args).map((item) => {
    if (item.kind === 'event') return `${item.isInside ? '  ' : ''}${item.row.name} ${item.row.what}`;
    if (item.kind === 'repeat')
      return `${item.rows
        .slice(0, item.period)
        .map(({ name }) => name)
        .join('+')} ×${item.count}`;
    return `◆ ${item.intervention.what} ×${item.times} → ${item.next?.name ?? '-'}${item.isIgnored ? ' again' : ''}`;
  });

describe('13: a loop looks like a loop', () => {
  it('421 equal calls are one line', () =>
    expect(inShort([call(0, 'Read', 'a'), ...many(421, (i) => call(i + 1, 'Bash', 'npm test'))])).toEqual([
      ...['Read a', 'Bash ×421'],
    ]));

  it.each([
    ['since the first one', () => 'FAIL', T],
    ['since its result changed', (i: number) => (i < 3 ? 'ok' : 'FAIL'), T + 3000],
    ['apart from numbers such as times', (i: number) => `FAIL in ${i} ms`, T],
    ['not at all while the results change', (i: number) => `state ${'abcdefgh'[i] ?? ''}`, null],
  ])('it is unchanged %s', (_, result, since) => {
    const [item] = timeline(many(8, (i) => call(i, 'Bash', 'npm test', result(i))));
    expect(item).toMatchObject({ kind: 'repeat', count: 8, unchangedSince: since });
  });

  it('an intervention that changes nothing does not make it new', () => {
    const events = many(8, (i) => call(i, 'Bash', 'npm test', i === 0 ? 'ok' : `FAIL in ${i} ms`));
    const repeats = timeline(events, { interventions: [done(3, 'nudge')] }).filter(
      ({ kind }) => kind === 'repeat',
    );
    expect(repeats).toMatchObject([
      { count: 4, unchangedSince: T + 1000 },
      { count: 4, unchangedSince: T + 1000 },
    ]);
  });

  it('several interventions that arrive as one are counted', () =>
    expect(
      inShort(
        many(2, (i) => call(i, 'Bash', 'npm test')),
        {
          interventions: [{ ...done(0, 'stop'), times: 37 }, done(0, 'stop')],
        },
      ),
    ).toContain('◆ stop ×38 → Bash again'));

  it('a cycle inside a loop is one line, although its arguments differ', () =>
    expect(
      inShort(
        many(8, (i) =>
          i % 2 === 0 ? call(i, 'Edit', `guess ${'abcd'[i / 2] ?? ''}`) : call(i, 'Bash', 'npm test'),
        ),
        { loops: [loop(0, 7)] },
      ),
    ).toEqual(['Edit+Bash ×4']));

  it('different calls of one tool outside of a loop stay apart', () =>
    expect(timeline(many(5, (i) => call(i, 'thumbnail', `photo-${i}.jpg`)))).toHaveLength(5));

  it('an opened repeat shows its events, and so does a link to one of them', () => {
    const events = many(4, (i) => call(i, 'Bash', 'npm test'));
    expect(inShort(events, { open: [2] })).toEqual([
      'Bash ×4',
      ...many(4, (i) => call(i, '', '')).map(() => '  Bash npm test'),
    ]);
    expect(indexOfEvent(timeline(events), 2)).toBe(0);
    expect(indexOfEvent(timeline(events, { open: [2] }), 2)).toBe(3);
  });
});

describe('13: an agent that asks before each call', () => {
  const attempt = (seq: number): StoredEvent => ({
    ...call(seq, '', ''),
    body: { kind: 'attempt', tool: 'click', args: { command: '#send' } },
  });
  const asked = (count: number) =>
    many(count, attempt).flatMap((_, i) => [attempt(2 * i), call(2 * i + 1, 'click', '#send', 'covered')]);

  it('a question and its call are one line, and repeats collapse as without questions', () => {
    const [item, ...rest] = timeline(asked(5));
    expect([item, rest.length]).toMatchObject([{ kind: 'repeat', period: 1, count: 5 }, 0]);
  });

  it('a link to the question opens its call', () => {
    expect(indexOfEvent(timeline(asked(5), { open: [4] }), 4)).toBe(3);
    expect(indexOfEvent(timeline(asked(5)), 4)).toBe(0);
  });

  it.each([
    ['refused: it did not run', [done(4, 'pause')]],
    ['asked; no result came', []],
    ['asked; no result came', [done(4, 'nudge')]],
  ])('a question without a call says what came of it: %s', (result, interventions) => {
    const items = timeline([...asked(2), attempt(4)], { interventions });
    const rows = items.flatMap((item) => (item.kind === 'event' ? [[item.row.seq, item.row.result]] : []));
    expect(rows).toEqual([
      [1, 'covered'],
      [3, 'covered'],
      [4, result],
    ]);
  });

  it('asks again for what the guard has blocked: it has ignored the block', () =>
    expect(inShort([...asked(3), attempt(6)], { interventions: [done(5, 'block')] })).toContain(
      '◆ block ×1 → click again',
    ));

  it('a question about another call stays', () =>
    expect(inShort([attempt(0), call(1, 'Read', 'log')])).toEqual(['click #send', 'Read log']));
});

describe('an intervention in the timeline', () => {
  const events = [...many(6, (i) => call(i, 'Bash', 'npm test')), call(6, 'Read', 'log')];

  it('is at its moment, with what the agent did next', () =>
    expect(inShort(events, { interventions: [done(2, 'nudge'), done(5, 'redirect')] })).toEqual([
      ...['Bash ×3', '◆ nudge ×1 → Bash again', 'Bash ×3', '◆ redirect ×1 → Read', 'Read log'],
    ]));

  it('is one line where it happens several times in a row', () =>
    expect(inShort(events, { interventions: [3, 4, 5].map((seq) => done(seq, 'block')) })).toEqual([
      ...['Bash ×4', '◆ block ×3 → Bash again', 'Bash npm test', 'Bash npm test', 'Read log'],
    ]));

  it('of a person is placed by time', () =>
    expect(inShort(events, { interventions: [done(null, 'pause', T + 5500)] })).toEqual([
      ...['Bash ×6', '◆ pause ×1 → Read', 'Read log'],
    ]));

  it('at the end has no next event', () =>
    expect(inShort(events, { interventions: [done(6, 'stop')] }).at(-1)).toBe('◆ stop ×1 → -'));

  it('is not followed by an event that the guard derived', () => {
    const derived = { ...call(3, 'x', 'y'), body: { kind: 'error', message: 'failed', derived: true } };
    const some = [...events.slice(0, 3), derived, call(4, 'Read', 'log')];
    expect(inShort(some, { interventions: [done(2, 'nudge')] })).toContain('◆ nudge ×1 → Read');
  });
});

it('runs keep every item, in order', () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }), (items) => {
      const runs = findRuns(items, { exact: (one) => one });
      expect(runs.flatMap((run) => run.items)).toEqual(items);
      for (const { items: own, period, count } of runs) {
        expect(own).toHaveLength(period * count);
        expect(own.every((one, i) => one === own[i % period])).toBe(true);
      }
    }),
  ));

it.each([
  ['4,9', [4, 9]],
  ['4', undefined],
  ['a,b', undefined],
  [undefined, undefined],
])('the pair to compare is read from the URL: %s', (text, pair) => expect(readCompared(text)).toEqual(pair));

import { describe, expect, it } from 'vitest';
import type { CallEvent } from '../event/event.js';
import { perceive } from '../event/percept.js';
import { call, failure } from '../testing/index.js';
import { shortened } from './packed.js';
import {
  columnsOf,
  EMPTY,
  FAILED,
  flagsAt,
  HAS_WAIT,
  type History,
  isAgain,
  isProgress,
  lastOutcome,
  leastOf,
  LONG,
  NEWS,
  noHistory,
  NOTE,
  READ,
  remember,
  roundAt,
  SOFT,
  timesBefore,
  WAIT,
  WRITE,
} from './history.js';

function historyOf(...events: readonly CallEvent[]): History {
  return events.reduce(
    (history, event, seq) => remember(history, perceive(event, {}, seq), { seq, world: 0, round: seq }),
    noHistory(),
  );
}

const flagsOf = (...events: readonly CallEvent[]): number => flagsAt(historyOf(...events));
const has = (flags: number, flag: number): boolean => (flags & flag) !== 0;
const search = (q: string, result: unknown): CallEvent => call('search', { q }, result);

describe('remember', () => {
  it('the newest is last, in every column', () => {
    const event = call('status', { id: 7 }, 'built 40 of 90 parts');
    const percept = perceive(event, {}, 3);
    const before = historyOf(search('a', 'x'));
    const history = columnsOf(remember(before, percept, { seq: 3, world: 5, round: 9 }));
    expect(Object.values(history).map((column) => column.length)).toEqual(Array(12).fill(2));
    expect(
      Object.fromEntries(
        Object.entries(history as unknown as Record<string, readonly number[]>).map(([name, column]) => [
          name,
          column.at(-1),
        ]),
      ),
    ).toMatchObject({
      seq: 3,
      tool: percept.tool,
      call: percept.call,
      frame: percept.frame,
      shape: shortened(percept.shape),
      outcome: percept.outcome.print,
      skeleton: percept.outcome.skeleton,
      world: 5,
      round: 9,
      figure: 40,
      total: 130,
    });
  });

  it('a result without a number', () => {
    const { figure, total } = columnsOf(historyOf(search('a', 'x')));
    expect([figure, total]).toEqual([[-1], [0]]);
  });

  it('48 calls are remembered, then the oldest goes', () => {
    const events = Array.from({ length: 60 }, (_, i) => search(`q${i}`, `r${i}`));
    const { seq, flags } = columnsOf(historyOf(...events));
    expect(seq).toEqual(Array.from({ length: 48 }, (_, i) => i + 12));
    expect(flags).toHaveLength(48);
  });

  it.each([0, -1, -50_000, 1.5, 123_456_789_012_345, -Infinity])('any number comes back: %d', (round) => {
    const percept = perceive(search('a', 'x'), {}, 0);
    const history = remember(noHistory(), percept, { seq: 0, world: 0, round });
    expect(columnsOf(history).round).toEqual([round]);
    expect(roundAt(history)).toBe(round);
  });

  it('JSON carries it as it is', () => {
    const full = historyOf(...Array.from({ length: 50 }, (_, i) => search(`q${i}`, `r${i}`)));
    expect(JSON.stringify(full)).toBe(`"${full}"`);
  });
});

describe('flags', () => {
  it.each([
    ['a failure', failure('make', {}, 'missing separator'), FAILED, SOFT],
    ['a success that speaks of an error', call('make', {}, 'error: missing separator'), SOFT, FAILED],
    ['nothing found', search('a', 'No results'), EMPTY, LONG],
    ['a mere wait', call('sleep', { seconds: 5 }, ''), WAIT, HAS_WAIT],
    ['a wait and a look', call('Bash', { command: 'sleep 30 && gh run view' }, 'ok'), HAS_WAIT, WAIT],
    ['a write', call('write_file', { path: 'a.md', content: 'x' }, 'ok'), WRITE, READ],
    ['a read', call('read_file', { path: 'a.md' }, 'x'), READ, WRITE],
    ['a note to itself', call('todo', { text: 'next' }, 'ok'), NOTE, NEWS],
    ['a long result', search('a', 'x'.repeat(40)), LONG, EMPTY],
    ['a short result', search('a', 'x'.repeat(39)), NEWS, LONG],
  ])('%s', (_, event, yes, no) => {
    expect(has(flagsOf(event), yes)).toBe(true);
    expect(has(flagsOf(event), no)).toBe(false);
  });
});

describe('news', () => {
  const isNews = (...events: readonly CallEvent[]): boolean => has(flagsOf(...events), NEWS);

  it.each<[string, readonly CallEvent[]]>([
    ['what a tool brings first', [search('a', 'x')]],
    ['another answer to the same question', [search('a', 'x'), search('a', 'y')]],
    ['the same answer about something else', [search('a', 'x'), search('b', 'x')]],
    ['the same answer from another tool', [search('a', 'x'), call('find', { q: 'a' }, 'x')]],
    ['another number', [search('a', '3 hits'), search('a', '4 hits')]],
    [
      'another text written',
      [call('write', { path: 'a', content: 'x' }, 'ok'), call('write', { path: 'a', content: 'y' }, 'ok')],
    ],
    [
      'an answer of long ago',
      [search('a', 'x'), ...Array.from({ length: 48 }, (_, i) => search(`q${i}`, `r${i}`)), search('a', 'x')],
    ],
  ])('is %s', (_, events) => {
    expect(isNews(...events)).toBe(true);
  });

  it.each<[string, readonly CallEvent[]]>([
    ['the same again', [search('a', 'x'), search('a', 'x')]],
    ['the same with another clock', [search('a', 'x at 09:12'), search('a', 'x at 09:13')]],
    ['the same after something else', [search('a', 'x'), search('b', 'y'), search('a', 'x')]],
    ['an old answer to a question that had another', [search('a', 'x'), search('b', 'y'), search('a', 'y')]],
    [
      'the same text written again, whatever comes back',
      [
        call('write', { path: 'a', content: 'x' }, 'version 1'),
        call('write', { path: 'a', content: 'x' }, 'version 2'),
      ],
    ],
    ['a note', [call('todo', { text: 'next' }, 'noted')]],
  ])('is not %s', (_, events) => {
    expect(isNews(...events)).toBe(false);
  });
});

describe('questions about the newest', () => {
  it.each([
    [NEWS, true],
    [NEWS | READ | LONG, true],
    [NEWS | FAILED, false],
    [NEWS | SOFT, false],
    [NEWS | EMPTY, false],
    [READ, false],
  ])('progress is news that is no failure: %d', (flags, expected) => {
    expect(isProgress(flags)).toBe(expected);
  });

  const asked = (...questions: readonly string[]): History =>
    historyOf(...questions.map((text) => search(text.charAt(0), text)));

  it.each([
    [[], false],
    [['a'], false],
    [['a', 'b'], false],
    [['b', 'b'], true],
    [['b', 'a', 'b'], true],
    [['b', 'b', 'a'], false],
  ])('was it there before: %j', (questions, expected) => {
    expect(isAgain(asked(...questions), 'call')).toBe(expected);
    expect(isAgain(asked(...questions), 'frame')).toBe(expected);
  });

  it.each([
    [[], 0],
    [['a one'], 0],
    [['a one', 'a one'], 1],
    [['a two', 'a one'], 0],
    [['a one', 'a one', 'b one', 'a one'], 2],
  ])('how often it had brought its outcome before: %j', (questions, expected) => {
    expect(timesBefore(asked(...questions))).toBe(expected);
  });

  it('the outcome of the last call of a kind', () => {
    const history = asked('a one', 'b one', 'a two', 'b three');
    const { call: calls, outcome } = columnsOf(history);
    expect(lastOutcome(history, calls[0]!)).toBe(outcome[2]);
    expect(lastOutcome(history, 1)).toBeUndefined();
  });

  it('the same few calls in another order have one sign', () => {
    expect(leastOf(asked('a', 'b', 'c'), 2)).toBe(leastOf(asked('d', 'c', 'b'), 2));
    expect(leastOf(asked('a', 'b', 'c'), 2)).not.toBe(leastOf(asked('a', 'b', 'c', 'd', 'e'), 2));
  });
});

import { describe, expect, it } from 'vitest';
import { extractFeatures, type FinishedCall } from '../features/call-features.js';
import { textIds } from '../features/text-ids.js';
import type { CallProgress } from './progress/call-progress.js';
import { beginSpan, type Ledger, NEW_LEDGER, recordEdit, recordIds } from './ledger.js';
import { recordCall } from './record-call.js';

interface Recorded {
  readonly ledger: Ledger;
  readonly all: readonly CallProgress[];
}

function record(calls: readonly FinishedCall[], from: Ledger = NEW_LEDGER, every = 0): Recorded {
  let ledger = from;
  const all = calls.map((event, seq) => {
    const features = extractFeatures(event, undefined, seq);
    const recorded = recordCall(ledger, features, { seq, round: null, at: every * (seq + 1) });
    ({ ledger } = recorded);
    return recorded.progress;
  });
  return { ledger, all };
}

const last = (calls: readonly FinishedCall[], from?: Ledger): CallProgress => record(calls, from).all.at(-1)!;

const PAGE = 'The quick brown fox jumps over the lazy dog while the other animals watch.';
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const read = (path: string, result: unknown = `${PAGE} ${path}`): FinishedCall => ({
  tool: 'read',
  args: { path },
  result,
});
const write = (content: string, result = 'saved'): FinishedCall => ({
  tool: 'write_file',
  args: { path: 'a.md', content },
  result,
});
const send = (n: number): FinishedCall => ({
  tool: 'send_mail',
  args: { to: 'ann', body: 'come to the workshop' },
  result: `sent as number ${n}`,
});
const fail = (result: string): FinishedCall => ({ tool: 'run', args: {}, result, isError: true });
const sleep: FinishedCall = { tool: 'sleep', args: { seconds: 5 }, result: '' };
const ask = (result: string): FinishedCall => ({ tool: 'ask_user', args: { question: 'which one' }, result });

/** One command with these options, and what it measured. */
const train = (options: string, score: number): FinishedCall => ({
  tool: 'bash',
  args: { command: `python train.py ${options}` },
  result: `the training stopped early with a score of ${score} on the part that was held out, exit code 0`,
});
const step = (x: number): FinishedCall => ({
  tool: 'move',
  args: { linear: 0.5, angular: 0, seconds: 2 },
  result: { pose: { x, y: 4.02 }, bumper: false },
});

const part = (from: number, to: number): FinishedCall => ({
  tool: 'read',
  args: { path: 'a.c', from, to },
  result: Array.from(
    { length: to - from + 1 },
    (_, i) => `case ST_${from + i}: next = ${(7 * (from + i)) % 311};`,
  ).join('\n'),
});
const SCREEN = 'three lines of a log that has stopped, and no prompt after them';
const press = (keys: string, result = SCREEN): FinishedCall => ({
  ...{ tool: 'send_keys', args: { pane: 4, keys }, result },
});

describe('what a call brought', () => {
  it.each<[string, readonly FinishedCall[], Partial<CallProgress>]>([
    [
      'another number for another value is another answer',
      [train('--depth 5', 0.816), train('--depth 7 --fast', 0.845)],
      { change: 'first', isAgain: false },
    ],
    [
      'the same number for another value is the same answer',
      [train('--depth 5', 0.816), train('--depth 7 --fast', 0.816)],
      { change: 'first', isAgain: true },
    ],
    [
      'so is another number for the same value',
      [train('--depth 5', 0.816), train('--depth 5 --fast', 0.845)],
      { change: 'first', isAgain: true },
    ],
    [
      'a robot that moves on gets somewhere',
      [1, 2, 2.99, 3.99, 4.98].map(step),
      { change: 'moving', isStale: false },
    ],
    [
      'one that only trembles does not',
      [1, 1.01, 0.99, 1.02, 1].map(step),
      { change: 'volatile', isStale: true },
    ],
    [
      'a first read is news',
      [read('a')],
      { change: 'first', isNews: true, isDeed: true, isAct: false, times: 1 },
    ],
    [
      'the same read again is stale',
      [read('a'), read('a')],
      { change: 'same', isStale: true, isDeed: false, times: 2 },
    ],
    ['a third time', [read('a'), read('a'), read('a')], { isStale: true, times: 3 }],
    [
      'another result is news',
      [read('a', 'one'), read('a', 'two')],
      { change: 'news', isNews: true, times: 1 },
    ],
    ['a first write is an act', [write('one')], { isAct: true, isDeed: true }],
    ['the same write again is none', [write('one'), write('one')], { isAct: false, isStale: true }],
    ['a write that fails is none', [{ ...write('one'), isError: true }], { isAct: false, isDeed: false }],
    ['the same mail again, whatever comes back', [send(4), send(9)], { change: 'volatile', isStale: true }],
    [
      'a failure with other numbers',
      [fail('bad row 3'), fail('bad row 9')],
      { change: 'volatile', isStale: true },
    ],
    ['a question that is asked again', [ask('maybe'), ask('perhaps')], { change: 'same', isStale: true }],
    ['a wait is never known', [sleep, sleep], { change: 'first', isStale: false, isDeed: false }],
    ['a call after a wait', [read('a'), sleep, read('a')], { hasWaited: true, isStale: true }],
    ['two calls after a wait', [sleep, read('a'), read('b')], { hasWaited: false }],
    [
      'a search in another order with the answer of before',
      [
        { tool: 'search', args: { query: 'refund rule' }, result: PAGE },
        { tool: 'search', args: { query: 'rule refund' }, result: PAGE },
      ],
      { isAgain: true, isNews: false, isDeed: false },
    ],
    [
      'a new question about lines that were read',
      [read('a', 'one fox\ntwo hens\nthree cats'), read('b', 'two hens\none fox')],
      { isAgain: true, isNews: false },
    ],
    [
      'another part of a long file that was read: its lines overlap those of earlier parts',
      [part(1, 100), part(101, 200), part(51, 150)],
      { isAgain: true, isNews: false },
    ],
    ['a part with lines that are new', [part(1, 100), part(61, 160)], { isAgain: false, isNews: true }],
    [
      'an action that shows the screen of before has done nothing',
      [press('C-c'), press('C-c Enter')],
      { isAgain: true, isAct: false },
    ],
    [
      'one that shows another screen has',
      [press('C-c'), press('C-c Enter', SCREEN.toUpperCase().replaceAll('A', 'ux'))],
      { isAgain: false, isAct: true },
    ],
    [
      'an id that the agent made up',
      [{ tool: 'get', args: { order: ID }, result: 'gone' }],
      { isInvented: true },
    ],
    [
      'an id that a result had',
      [read('a', `the order is ${ID}`), { tool: 'get', args: { order: ID }, result: 'gone' }],
      { isInvented: false },
    ],
  ])('%s', (_, calls, expected) => {
    expect(last(calls)).toMatchObject(expected);
  });

  it("knows which call's result a call uses", () => {
    const pop = { tool: 'pop', args: {}, result: { job: ID } };
    const { call } = extractFeatures(pop);
    expect(last([pop, { tool: 'finish', args: { job: ID }, result: 'done' }]).consumed).toEqual([call]);
  });

  it('counts the time since the previous event, if known', () => {
    expect(record([read('a'), read('b')], NEW_LEDGER, 500).all.map(({ gap }) => gap)).toEqual([0, 500]);
    expect(record([read('a'), read('b')]).all.map(({ gap }) => gap)).toEqual([0, 0]);
  });

  it('after an action, other numbers in a failure count as a change', () => {
    const { ledger } = record([fail('bad row 3')]);
    expect(last([fail('bad row 9')], recordEdit(ledger)).change).toBe('unclear');
  });
});

describe('the content of an outcome', () => {
  const look = (tool: string, limit: number, load: number, rows = 7): FinishedCall => ({
    ...{ tool, args: { limit } },
    result: { load, limit, rows, text: 'open rows' },
  });
  const TOOLS = ['list', 'find', 'list', 'find', 'list', 'find'];
  const LEARNED = record(TOOLS.map((tool, i) => look(tool, 20, [31, 4, 23, 8, 40, 15][i]!))).ledger;
  const brought = (from: Ledger, call: FinishedCall): readonly [number, number] => {
    const { content, answer } = last([call], from);
    return [content, answer];
  };

  it.each<[string, Ledger, FinishedCall, FinishedCall, readonly [boolean, boolean]]>([
    ['a field that is not known yet', NEW_LEDGER, look('list', 20, 31), look('list', 20, 4), [false, false]],
    [
      'a field that changes with every call',
      LEARNED,
      look('list', 20, 31),
      look('list', 20, 4),
      [true, true],
    ],
    ['a number of the arguments', LEARNED, look('list', 50, 31), look('list', 90, 4), [false, true]],
    ['another number', LEARNED, look('list', 20, 31), look('list', 20, 4, 9), [false, false]],
  ])('%s: whether content and answer are equal', (_, ledger, one, other, same) => {
    const [a, b] = [brought(ledger, one), brought(ledger, other)];
    expect([a[0] === b[0], a[1] === b[1]]).toEqual(same);
  });
});

describe('the ledger', () => {
  it('counts calls, actions, new results and changes', () => {
    const { ledger } = record([read('a', 'one'), read('a', 'two'), write('x'), write('x'), fail('no')]);
    expect(ledger).toMatchObject({ calls: 5, acts: 1, edits: 0, deeds: 3, changes: 1, spans: 0 });
  });

  it('an edit is an action', () => {
    expect(recordEdit(NEW_LEDGER)).toMatchObject({ acts: 1, edits: 1, calls: 0 });
  });

  it('ids named by a person are not invented', () => {
    const ledger = recordIds(NEW_LEDGER, textIds(`please look at ${ID}`));
    expect(last([{ tool: 'get', args: { order: ID }, result: 'gone' }], ledger).isInvented).toBe(false);
    expect(recordIds(ledger, textIds(ID))).toBe(ledger);
  });

  it('new work keeps nothing but the earlier failures', () => {
    const ledger = beginSpan(record([read('a'), fail('bad row')]).ledger, false);
    expect(ledger).toMatchObject({ spans: 1, runs: 0, recent: [], answers: [], lines: '', calls: 2 });
    expect(last([read('a')], ledger).change).toBe('first');
    expect(last([fail('bad row')], ledger).change).toBe('same');
  });

  it('is bounded plain JSON, and continues from it', () => {
    const calls = Array.from({ length: 300 }, (_, i) => [
      read(`part${'abcdefghij'[i % 10]!}${'klmnopqrst'[Math.floor(i / 10) % 10]!}`, {
        job: `a${i}b${i}c`,
        rows: i,
        text: PAGE,
      }),
      write(`try ${'abcdefghij'[i % 10]!} and ${'klmnopqrst'[Math.floor(i / 10) % 10]!}`),
    ]).flat();
    const size = (count: number): number => JSON.stringify(record(calls.slice(0, count)).ledger).length;
    expect(size(600)).toBeLessThan(size(200) * 1.2);
    const { ledger } = record(calls.slice(0, 80));
    const stored = JSON.parse(JSON.stringify(ledger)) as Ledger;
    expect(stored).toEqual(ledger);
    expect(record(calls.slice(70, 90), stored)).toEqual(record(calls.slice(70, 90), ledger));
  });
});

import { describe, expect, it } from 'vitest';
import type { Entry } from './entry.js';
import { callsOf, keyed, lastRound, nameOf, newSince } from './history.js';
import { type Clues, createThreads, scopeOf } from './threads.js';

const at = [0, 0] as const;
const user = (text: string): Entry => ({ kind: 'user', text, at });
const assistant = (text: string): Entry => ({ kind: 'assistant', text, at });
const call = (id: string, name = 'bash'): Entry => ({ kind: 'call', id, name, args: {}, at });
const result = (id: string, said: string, name?: string): Entry => ({
  ...{ kind: 'result', id, result: said, at },
  ...(name !== undefined && { name }),
});
const clues = (entries: readonly Entry[], more: Partial<Clues> = {}): Clues => ({
  ...{ header: undefined, scope: undefined, previous: undefined, system: 'You are an agent.' },
  ...more,
  history: keyed(entries),
});
const TASK = user('Fix the bug.');
const LONG = assistant(
  'I have looked at the parser and found that the comma is read twice at the end of a list.',
);

describe('a conversation is found again', () => {
  it.each<[name: string, before: Clues, after: Clues]>([
    ['by its head', clues([TASK]), clues([TASK, assistant('ok'), user('Go on.')])],
    [
      'by the id of a call, though its head was compacted away',
      clues([TASK, call('call_1'), result('call_1', 'x')]),
      clues([user('Summary of what was done so far.'), call('call_1'), result('call_1', '[cleared]')]),
    ],
    ['by a long text that is left', clues([TASK, LONG]), clues([user('Summary.'), LONG, user('Go on.')])],
    [
      'by its head, where the system prompt differs in nothing',
      clues([TASK], { scope: 'a' }),
      clues([TASK, LONG], { scope: 'a' }),
    ],
  ])('%s', (_, before, after) => {
    const threads = createThreads(10, 't', () => undefined);
    expect(threads.find(after)).not.toBe(undefined);
    const fresh = createThreads(10, 't', () => undefined);
    expect(fresh.find(before)).toBe(fresh.find(after));
  });

  it.each<[name: string, one: Clues, other: Clues]>([
    ['another head', clues([TASK]), clues([user('Write a poem.')])],
    [
      'another system prompt, as of a side conversation',
      clues([TASK]),
      clues([TASK], { system: 'Find a title.' }),
    ],
    ['another name given by the agent', clues([TASK], { scope: 'a' }), clues([TASK], { scope: 'b' })],
    [
      'the same id of a call, in another scope',
      clues([call('call_1')], { scope: 'a' }),
      clues([call('call_1')], { scope: 'b' }),
    ],
    ['a short answer that many give', clues([TASK, assistant('ok')]), clues([user('Hi.'), assistant('ok')])],
  ])('%s is another conversation', (_, one, other) => {
    const threads = createThreads(10, 't', () => undefined);
    expect(threads.find(one)).not.toBe(threads.find(other));
  });

  it('by the answer that it goes on from', () => {
    const threads = createThreads(10, 't', () => undefined);
    const thread = threads.find(clues([TASK]));
    threads.answered(thread, { id: 'resp_1', entries: [call('call_9')] }, scopeOf(clues([])));
    expect(threads.find(clues([result('call_7', 'x')], { previous: 'resp_1' }))).toBe(thread);
    expect(threads.find(clues([user('Summary.'), call('call_9')]))).toBe(thread);
  });

  it('conversations of one header are one session', () => {
    const threads = createThreads(10, 't', () => undefined);
    const one = threads.find(clues([TASK], { header: 'mine' }));
    const other = threads.find(clues([user('Write a poem.')], { header: 'mine' }));
    expect(one).not.toBe(other);
    expect([one.session, other.session]).toEqual(['mine', 'mine']);
  });

  it('only so many are remembered, those used last', () => {
    const forgotten: string[] = [];
    const threads = createThreads(3, 't', (session) => forgotten.push(session));
    const first = threads.find(clues([user('task 0')]));
    for (let i = 1; i < 3; i++) threads.find(clues([user(`task ${i}`)]));
    threads.find(clues([user('task 0')]));
    threads.find(clues([user('task 3')]));
    expect(forgotten).toEqual(['t-2']);
    expect(threads.find(clues([user('task 0')]))).toBe(first);
  });
});

describe('what is new in a history', () => {
  const known = (entries: readonly Entry[]): ReadonlySet<string> => new Set(keyed(entries).map(nameOf));
  const fresh = (before: readonly Entry[], after: readonly Entry[]): readonly number[] =>
    newSince(known(before), keyed(after));
  const bare = [call('', 'ls'), result('', 'a.ts', 'ls')];

  it.each<[name: string, before: readonly Entry[], after: readonly Entry[], expected: readonly number[]]>([
    ['all of the first request', [], [TASK, LONG], [0, 1]],
    ['what was added', [TASK], [TASK, LONG, user('Go on.')], [1, 2]],
    ['nothing in the same request', [TASK, LONG], [TASK, LONG], []],
    ['the same words once more', [TASK, assistant('ok')], [TASK, assistant('ok'), assistant('ok')], [2]],
    ['the same call once more, without ids', [TASK, ...bare], [TASK, ...bare, ...bare], [3, 4]],
    [
      'not a result whose text was cleared',
      [TASK, call('1'), result('1', 'long')],
      [TASK, call('1'), result('1', '[cleared]'), LONG],
      [3],
    ],
    [
      'what follows a compaction',
      [TASK, LONG, call('1')],
      [user('Summary.'), call('1'), user('Go on.')],
      [0, 2],
    ],
    ['what replaces a message that was edited', [TASK, LONG, user('a')], [TASK, LONG, user('b')], [2]],
  ])('is %s', (_, before, after, expected) => {
    expect(fresh(before, after)).toEqual(expected);
  });

  it('only the last thing the model did is acted on', () => {
    const history = [TASK, LONG, call('1'), result('1', 'x'), assistant('a'), call('2'), result('2', 'y')];
    expect(lastRound(keyed(history))).toBe(4);
    expect(lastRound(keyed([TASK]))).toBe(0);
  });

  it('results find their calls, by id or by name and order', () => {
    const history = keyed([
      ...[call('', 'ls'), call('', 'cat'), call('', 'ls')],
      ...[result('', 'a', 'ls'), result('', 'b', 'cat'), result('', 'c', 'ls')],
      ...[call('7', 'rm'), result('7', 'd'), result('8', 'e')],
    ]);
    const calls = callsOf(history);
    const names = [3, 4, 5, 7, 8].map((i) => calls.get(i)?.name);
    expect(names).toEqual(['ls', 'cat', 'ls', 'rm', undefined]);
    expect([calls.get(3)?.round, calls.get(5)?.round, calls.get(7)?.round]).toEqual([1, 1, 2]);
  });
});

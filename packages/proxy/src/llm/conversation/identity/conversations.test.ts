import { createGuard } from '@rutbreak/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../protocols/history-entry.js';
import { callsOf, keyed, lastRound, nameOf, newSince } from '../history-diff.js';
import { type RequestIdentity, createConversations, scopeOf } from './conversations.js';

const at = [0, 0] as const;
const user = (text: string): Entry => ({ kind: 'user', text, at });
const assistant = (text: string): Entry => ({ kind: 'assistant', text, at });
const call = (id: string, name = 'bash'): Entry => ({ kind: 'call', id, name, args: {}, at });
const result = (id: string, said: string, name?: string): Entry => ({
  ...{ kind: 'result', id, result: said, at },
  ...(name !== undefined && { name }),
});
const identity = (entries: readonly Entry[], more: Partial<RequestIdentity> = {}): RequestIdentity => ({
  ...{ header: undefined, scope: undefined, previous: undefined },
  ...more,
  history: keyed(entries),
});
const TASK = user('Fix the bug.');
const LONG = assistant(
  'I have looked at the parser and found that the comma is read twice at the end of a list.',
);

describe('a conversation is recognised', () => {
  it.each<[name: string, before: RequestIdentity, after: RequestIdentity]>([
    ['by its beginning', identity([TASK]), identity([TASK, assistant('ok'), user('Go on.')])],
    [
      'by the id of a call, though its head was compacted away',
      identity([TASK, call('call_1'), result('call_1', 'x')]),
      identity([user('Summary of what was done so far.'), call('call_1'), result('call_1', '[cleared]')]),
    ],
    [
      'by a long text that is left',
      identity([TASK, LONG]),
      identity([user('Summary.'), LONG, user('Go on.')]),
    ],
    [
      'by its head, in the scope that the agent names',
      identity([TASK], { scope: 'a' }),
      identity([TASK, LONG], { scope: 'a' }),
    ],
  ])('%s', (_, before, after) => {
    const conversations = createConversations(10, 't', createGuard());
    expect(conversations.find(after)).not.toBe(undefined);
    const fresh = createConversations(10, 't', createGuard());
    expect(fresh.find(before)).toBe(fresh.find(after));
  });

  it.each<[name: string, one: RequestIdentity, other: RequestIdentity]>([
    ['a different beginning', identity([TASK]), identity([user('Write a poem.')])],
    [
      'a different name given by the agent',
      identity([TASK], { scope: 'a' }),
      identity([TASK], { scope: 'b' }),
    ],
    [
      'the same id of a call, in another scope',
      identity([call('call_1')], { scope: 'a' }),
      identity([call('call_1')], { scope: 'b' }),
    ],
    [
      'a short answer that many give',
      identity([TASK, assistant('ok')]),
      identity([user('Hi.'), assistant('ok')]),
    ],
  ])('%s is another conversation', (_, one, other) => {
    const conversations = createConversations(10, 't', createGuard());
    expect(conversations.find(one)).not.toBe(conversations.find(other));
  });

  it('finds a conversation by the answer that it continues', () => {
    const conversations = createConversations(10, 't', createGuard());
    const conversation = conversations.find(identity([TASK]));
    conversations.answered(conversation, { id: 'resp_1', entries: [call('call_9')] }, scopeOf(identity([])));
    expect(conversations.find(identity([result('call_9', 'x')], { previous: 'resp_1' }))).toBe(conversation);
    expect(conversations.find(identity([user('Summary.'), call('call_9'), result('call_9', 'x')]))).toBe(
      conversation,
    );
  });

  it('conversations with the same header share a session', () => {
    const conversations = createConversations(10, 't', createGuard());
    const one = conversations.find(identity([TASK], { header: 'mine' }));
    const other = conversations.find(identity([user('Write a poem.')], { header: 'mine' }));
    expect(one).not.toBe(other);
    expect(one.session).toBe(other.session);
    expect(conversations.sessions().map(({ id }) => id)).toEqual(['mine']);
  });

  it('only the most recently used ones are kept', () => {
    const forgotten: string[] = [];
    const conversations = createConversations(3, 't', {
      ...createGuard(),
      forget: (session) => void forgotten.push(session),
    });
    const first = conversations.find(identity([user('task 0')]));
    for (let i = 1; i < 3; i++) conversations.find(identity([user(`task ${i}`)]));
    conversations.find(identity([user('task 0'), LONG]));
    conversations.find(identity([user('task 3')]));
    expect(forgotten).toEqual(['t-2']);
    expect(conversations.find(identity([user('task 0'), LONG, user('Go on.')]))).toBe(first);
  });
});

describe('a session that several conversations share', () => {
  const shared = (forget: (session: string) => void) => {
    const guard = createGuard({ preset: 'default' });
    const conversations = createConversations(2, 't', { ...guard, forget });
    const [one, other] = ['Fix the bug.', 'Write a poem.'].map((task) =>
      conversations.find(identity([user(task)], { header: 'mine' })),
    );
    return { guard, conversations, one: one!, other: other! };
  };

  it('is forgotten with the last of them', () => {
    const forgotten: string[] = [];
    const { conversations } = shared((session) => void forgotten.push(session));
    conversations.find(identity([user('task 1')]));
    expect(forgotten).toEqual([]);
    conversations.find(identity([user('task 2')]));
    expect(forgotten).toEqual(['mine']);
    expect(conversations.sessions().map(({ id }) => id)).toEqual(['t-1', 't-2']);
  });

  it('goes on in all of them when a person lifts a block', () => {
    const { guard, one, other } = shared(() => undefined);
    const order: string[] = [];
    one.pendingDetection = () => void order.push('detection of one');
    other.pending = 'A text that waits.';
    other.liftCommand = 'rutbreak session reset mine';
    expect(one.session.agentCommand).toBe('rutbreak session reset mine');
    const snapshot = guard.session('mine').snapshot();
    one.session.resume({ command: 'override', at: 5, snapshot, offUntil: 10 });
    expect([order, other.pending]).toEqual([['detection of one'], undefined]);
    expect([9, 10].map((at) => other.session.isOff(at))).toEqual([true, false]);
  });

  it('tells when it was used first and last', () => {
    const { one, other } = shared(() => undefined);
    one.session.used(3);
    other.session.used(7);
    expect([one.session.startedAt, one.session.lastAt]).toEqual([3, 7]);
  });
});

describe('jobs that begin alike stay apart', () => {
  /** Two kinds of ids: the same in every run, and none at all. */
  const steps = (id: string): readonly (readonly Entry[])[] => {
    const [one, two, three] = id === '' ? ['', '', ''] : [`${id}1`, `${id}2`, `${id}3`];
    const added = [
      [call(one), result(one, 'a', 'bash')],
      [call(two), result(two, 'b', 'bash')],
      [call(three), result(three, 'c', 'bash')],
    ];
    return [0, 1, 2, 3].map((n) => [TASK, ...added.slice(0, n).flat()]);
  };

  it.each(['call_', ''])('sequentially, with ids like %j', (id) => {
    const conversations = createConversations(100, 't', createGuard());
    const runs = Array.from({ length: 7 }, () => steps(id).map((one) => conversations.find(identity(one))));
    for (const run of runs) expect(new Set(run).size).toBe(1);
    expect(new Set(runs.flat()).size).toBe(7);
  });

  it.each(['call_', ''])('in parallel, in any order, with ids like %j', (id) => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 14 }), { minLength: 60, maxLength: 120 }), (order) => {
        const conversations = createConversations(100, 't', createGuard());
        const at = new Map<number, number>();
        const found = new Map<unknown, number>();
        for (const job of order) {
          const step = at.get(job) ?? 0;
          if (step > 3) continue;
          at.set(job, step + 1);
          const conversation = conversations.find(identity(steps(id)[step] ?? []));
          // A conversation whose histories only grow has seen one job, or jobs that are identical so far.
          expect(step).toBe(found.has(conversation) ? (found.get(conversation) ?? 0) + 1 : 0);
          found.set(conversation, step);
        }
        expect(found.size).toBe(at.size);
      }),
    );
  });

  it('a repeated request is the same conversation if it contains an answer', () => {
    const conversations = createConversations(10, 't', createGuard());
    conversations.find(identity([TASK]));
    const conversation = conversations.find(identity([TASK, LONG]));
    expect(conversations.find(identity([TASK, LONG]))).toBe(conversation);
  });
});

describe('the new entries of a history', () => {
  const known = (entries: readonly Entry[]): ReadonlySet<string> => new Set(keyed(entries).map(nameOf));
  const fresh = (before: readonly Entry[], after: readonly Entry[]): readonly number[] =>
    newSince(known(before), keyed(after));
  const bare = [call('', 'ls'), result('', 'a.ts', 'ls')];

  it.each<[name: string, before: readonly Entry[], after: readonly Entry[], expected: readonly number[]]>([
    ['all of the first request', [], [TASK, LONG], [0, 1]],
    ['the added ones', [TASK], [TASK, LONG, user('Go on.')], [1, 2]],
    ['nothing in the same request', [TASK, LONG], [TASK, LONG], []],
    ['a repeated text', [TASK, assistant('ok')], [TASK, assistant('ok'), assistant('ok')], [2]],
    ['a repeated call without an id', [TASK, ...bare], [TASK, ...bare, ...bare], [3, 4]],
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
    ['the replacement of an edited message', [TASK, LONG, user('a')], [TASK, LONG, user('b')], [2]],
  ])('are %s', (_, before, after, expected) => {
    expect(fresh(before, after)).toEqual(expected);
  });

  it('only the model’s last step triggers an action', () => {
    const history = [TASK, LONG, call('1'), result('1', 'x'), assistant('a'), call('2'), result('2', 'y')];
    expect(lastRound(keyed(history))).toBe(4);
    expect(lastRound(keyed([TASK]))).toBe(0);
  });

  it('results are paired with their calls, by id or by name and order', () => {
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

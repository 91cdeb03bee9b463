import { describe, expect, test } from 'vitest';
import { different, same } from '../data/made-up.js';
import { errorStreak } from './error-streak.js';
import { identicalCalls } from './identical-calls.js';
import { identicalOutcomes } from './identical-outcomes.js';
import { RULES } from './index.js';
import { pingPong } from './ping-pong.js';
import { repeatedTail } from './repeated-tail.js';
import { firstFiringOf, type Rule } from './rule.js';
import { similarMessages } from './similar-messages.js';

const call = (at: string, result: unknown = 'y', isError = false): object => ({
  ...{ kind: 'call', tool: 'look', args: { at }, result, isError },
});
const calls = (letters: string): object[] => Array.from(letters, (letter) => call(letter));
const say = (text: string): object => ({ kind: 'message', text });
const failed = (at: string): object => call(at, 'no', true);

const rows: [string, Rule, readonly object[], number | undefined][] = [
  ['fires at the fifth identical call', identicalCalls, same(7), 4],
  [
    'a message between identical calls does not matter',
    identicalCalls,
    [...same(4), say('a'), ...same(1)],
    5,
  ],
  ['another call starts the count again', identicalCalls, calls('aaaabaaaa'), undefined],
  ['results do not matter to identical calls', identicalCalls, [1, 2, 3, 4, 5].map((n) => call('a', n)), 4],
  ['fires at the fifth identical outcome of ten', identicalOutcomes, calls('abacadaea'), 8],
  [
    'a new outcome each time is no repetition',
    identicalOutcomes,
    [1, 2, 3, 4, 5, 6].map((n) => call('a', n)),
    undefined,
  ],
  [
    'outcomes further apart than ten calls do not add up',
    identicalOutcomes,
    calls('abcabcabcabcdabcd'),
    undefined,
  ],
  ['fires at the end of the third lap', pingPong, calls('xababab'), 6],
  ['one call again and again is no ping-pong', pingPong, same(8), undefined],
  ['three calls in turn are no ping-pong', pingPong, calls('abcabcabcabc'), undefined],
  ['fires when five calls came three times', repeatedTail, calls('xabcdeabcdeabcde'), 15],
  ['fires at the third identical call', repeatedTail, same(3), 2],
  ['a sequence of nine is too long', repeatedTail, calls('abcdefghi'.repeat(3)), undefined],
  ['fires at the third failure in a row', errorStreak, [failed('a'), failed('b'), say('hm'), failed('c')], 3],
  ['a success ends the streak', errorStreak, [failed('a'), failed('b'), call('c'), failed('d')], undefined],
  [
    'fires at the fourth message of the same words',
    similarMessages,
    Array.from({ length: 4 }, () => say('Let me look again')),
    3,
  ],
  [
    'messages with other words are fine',
    similarMessages,
    ['one', 'two', 'three', 'four', 'five'].map(say),
    undefined,
  ],
  ['messages without words are not compared', similarMessages, ['…', '…', '…', '…'].map(say), undefined],
];

test.each(rows)('%s', (_, rule, events, event) => {
  expect(firstFiringOf(rule, events)).toBe(event);
});

describe('every rule', () => {
  test.each(RULES)('$id leaves different calls alone', (rule) => {
    expect(firstFiringOf(rule, different(40))).toBeUndefined();
  });

  test.each(RULES)('$id starts each session afresh and skips unknown events', (rule) => {
    const events = [{ kind: 'nonsense' }, { kind: 'call' }, ...same(4), say('a')];
    expect(firstFiringOf(rule, events)).toBe(firstFiringOf(rule, events));
  });

  test('has a unique name', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(6);
  });
});

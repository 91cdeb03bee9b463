import { describe, expect, it } from 'vitest';
import { readEachOutcome } from './each-outcome.js';

const worked = { query: 'ls', result: 'a.txt', success: true };
const failed = { query: 'cat b', result: 'no b', error: 'Command exited with code 1', success: false };

describe('a list with an outcome for each request', () => {
  it.each([
    ['of one request is its result', [worked], { result: 'a.txt', isError: false }],
    ['of several requests is all their results', [worked, worked], ['a.txt', 'a.txt']],
    ['fails if one of them fails', [worked, failed], { result: ['a.txt', 'no b'], isError: true }],
    [
      'without a result has the error instead',
      [{ query: 'x', error: 'Timeout', success: false }],
      { result: 'Timeout', isError: true },
    ],
    ['may be JSON, as models receive it', JSON.stringify([failed]), { result: 'no b', isError: true }],
  ])('%s', (_, value, expected) => {
    const whole = Array.isArray(expected) ? { result: expected, isError: false } : expected;
    expect(readEachOutcome(value)).toEqual(whole);
  });

  it.each([
    ['a text', 'ls: no such file'],
    ['a text that only begins like one', '[{"query": "open'],
    ['nothing', undefined],
    ['an empty list', []],
    ['the hits of a search', [{ query: 'x', hits: 3 }]],
    ['a list with something else in it', [worked, 'more']],
  ])('is not %s', (_, value) => expect(readEachOutcome(value)).toBeUndefined());
});

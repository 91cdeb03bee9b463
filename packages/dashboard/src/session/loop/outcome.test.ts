import { describe, expect, it } from 'vitest';
import type { Loop } from '../../contract.js';
import { outcomeKey, outcomeOf, outcomeWord } from './outcome.js';

const loop = (outcome: string, is_going: boolean, feedback: string | null = null): Loop =>
  ({ outcome, feedback, figures: { is_going } }) as unknown as Loop;

describe('the outcome of a loop', () => {
  it.each<[string, Loop, string, string, string]>([
    ['goes on', loop('failed', true), 'still going', 'still going', 'open'],
    ['has just stopped', loop('open', false), 'no outcome yet', 'open', 'open'],
    ['is over', loop('recovered', false), 'recovered', 'recovered', 'recovered'],
    ['is none, says a person', loop('open', true, 'false-positive'), 'false alarm', 'false alarm', ''],
  ])('one that %s', (_, one, word, key, colour) =>
    expect([outcomeWord(one), outcomeKey(one), outcomeOf(one)]).toEqual([word, key, colour]),
  );
});

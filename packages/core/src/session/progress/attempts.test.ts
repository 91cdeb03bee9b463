import { describe, expect, it } from 'vitest';
import { extractFeatures } from '../../features/call-features.js';
import { NEW_LEDGER } from '../ledger.js';
import { recordCall } from '../record-call.js';

type Args = Readonly<Record<string, unknown>>;

/** Whether the second call is another attempt at the goal of the first. */
function isSecondAttempt(
  first: Args,
  second: Args,
  answers: readonly [string, string] = ['ok', 'ok'],
): boolean {
  let ledger = NEW_LEDGER;
  for (const [seq, args] of [first, second].entries())
    ({ ledger } = recordCall(ledger, extractFeatures({ tool: 'act', args, result: answers[seq] }), {
      ...{ seq, round: null, at: 0 },
    }));
  const [before, now] = ledger.recent;
  return before!.attempt === now!.attempt;
}

describe('another attempt at the same goal', () => {
  it.each<[string, Args, Args, boolean]>([
    ['the same call', { name: 'save' }, { name: 'save' }, true],
    ['a click beside the last one', { do: 'click', at: [820, 640] }, { do: 'click', at: [824, 637] }, true],
    ['a click elsewhere', { do: 'click', at: [820, 640] }, { do: 'click', at: [110, 90] }, false],
    ['a word more', { find: 'the blue door of the shed' }, { find: 'find the blue door of the shed' }, true],
    ['the next of many', { name: 'amber', list: 'trees' }, { name: 'birch', list: 'trees' }, false],
    ['something else', { name: 'amber' }, { find: 'the blue door' }, false],
  ])('%s', (_, first, second, expected) => {
    expect(isSecondAttempt(first, second)).toBe(expected);
  });

  it('has the same answer', () => {
    expect(isSecondAttempt({ at: [820, 640] }, { at: [824, 637] }, ['opened', 'nothing there'])).toBe(false);
  });
});

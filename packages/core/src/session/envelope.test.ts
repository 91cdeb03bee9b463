import { describe, expect, it } from 'vitest';
import { extractFeatures } from '../features/call-features.js';
import { type Envelope, isEnvelope, learnEnvelope, NO_ENVELOPE } from './envelope.js';

interface Call {
  readonly tool: string;
  readonly result: unknown;
}

const TEXT = 'a text of some more words';

function learned(calls: readonly Call[]): Envelope {
  return calls.reduce<Envelope>((envelope, { tool, result }) => {
    const { call, outcome } = extractFeatures({ tool, args: {}, result });
    return learnEnvelope(envelope, call, outcome);
  }, NO_ENVELOPE);
}

/** Whether the only number in the result is known as part of the envelope. */
function isKnown(calls: readonly Call[]): boolean {
  const { outcome } = extractFeatures({ ...calls[0]!, args: {} });
  return isEnvelope(learned(calls), outcome.slotNames[0]!);
}

const wrapped = (tool: string, correlator: number): Call => ({ tool, result: { correlator, text: TEXT } });

describe('the envelope of results', () => {
  it.each<[string, readonly Call[], boolean]>([
    [
      'a field that changes with every call of three tools',
      [wrapped('one', 4), wrapped('two', 19), wrapped('three', 23)],
      true,
    ],
    ['two calls are too few to tell', [wrapped('one', 4), wrapped('two', 19)], false],
    [
      'one call again and again: the number may be what it is about',
      [4, 19, 23, 31, 40].map((n) => wrapped('one', n)),
      false,
    ],
    [
      'a field that stands still once',
      [wrapped('one', 4), wrapped('two', 19), wrapped('three', 19), wrapped('four', 20)],
      false,
    ],
    [
      'a result without other content',
      ['one', 'two', 'three', 'four'].map((tool, i) => ({ tool, result: { rows: i * i } })),
      false,
    ],
  ])('%s', (_, calls, expected) => {
    expect(isKnown(calls)).toBe(expected);
  });

  it('is bounded, and forgets what was not seen for long', () => {
    const one = wrapped('one', 4);
    const others = Array.from({ length: 40 }, (_, i) => ({
      tool: `other${i}`,
      result: { [`name${'abcdefghij'[i % 10]!}${'xyzw'[Math.floor(i / 10)]!}`]: i, text: TEXT },
    }));
    const envelope = learned([one, ...others]);
    expect(envelope).toHaveLength(24);
    const { outcome } = extractFeatures({ ...one, args: {} });
    expect(envelope.some(({ slot }) => slot === outcome.slotNames[0])).toBe(false);
    expect(JSON.parse(JSON.stringify(envelope))).toEqual(envelope);
  });

  it('is as it was where a result has no numbers', () => {
    const { call, outcome } = extractFeatures({ tool: 'one', args: {}, result: TEXT });
    expect(learnEnvelope(NO_ENVELOPE, call, outcome)).toBe(NO_ENVELOPE);
  });
});

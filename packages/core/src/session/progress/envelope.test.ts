import { describe, expect, it } from 'vitest';
import { extractFeatures } from '../../features/call-features.js';
import {
  type Envelope,
  envelopeOfAll,
  isEnvelope,
  lastValue,
  learnEnvelope,
  NO_ENVELOPE,
} from './envelope.js';

interface Call {
  readonly tool: string;
  readonly result: unknown;
}

const TEXT = 'a text of some more words';

function learned(calls: readonly Call[]): Envelope {
  return calls.reduce<Envelope>(
    (envelope, { tool, result }) => learnEnvelope(envelope, extractFeatures({ tool, args: {}, result })),
    NO_ENVELOPE,
  );
}

/**
 * Whether the only changing field in the results is noise: for one repeated call, and for different calls.
 */
function isNoise(calls: readonly Call[]): readonly [boolean, boolean] {
  const { slotNames, idNames } = extractFeatures({ ...calls[0]!, args: {} }).outcome;
  const [slot] = [...slotNames, ...idNames];
  const envelope = learned(calls);
  return [isEnvelope(envelope, slot!), envelopeOfAll(envelope).includes(slot!)];
}

const wrapped = (tool: string, correlator: unknown): Call => ({ tool, result: { correlator, text: TEXT } });
const TOOLS = ['one', 'two', 'three', 'four', 'five', 'six'];
const ofTools = (...values: readonly unknown[]): readonly Call[] =>
  values.map((value, i) => wrapped(TOOLS[i % TOOLS.length]!, value));
const IDS = [
  'a1b2c3d4e5f60718',
  'b7c2d3e4f5061729',
  '0c1d2e3f4a5b6c7d',
  'd4e5f60718a1b2c3',
  '9f8e7d6c5b4a3928',
];
const listed = (tool: string, trace: string): Call => ({
  tool,
  result: { trace, parts: { north: IDS[0], south: IDS[1], east: IDS[2], west: IDS[3] } },
});
const NEITHER = [false, false] as const;
const FOR_REPEATS = [true, false] as const;
const BOTH = [true, true] as const;

describe('the envelope of results', () => {
  it.each<[string, readonly Call[], readonly [boolean, boolean]]>([
    ['a field that changed with each call of two tools', ofTools(19, 4), FOR_REPEATS],
    ['the same after four calls', ofTools(19, 4, 23, 8), BOTH],
    ['two tools in turn', [19, 4, 23, 8, 30].map((n, i) => wrapped(TOOLS[i % 2]!, n)), BOTH],
    [
      'one call again and again: the number may be its content',
      [19, 4, 23, 8].map((n) => wrapped('one', n)),
      NEITHER,
    ],
    ['a field that stands still every other time', ofTools(19, 19, 4, 4, 23, 23), NEITHER],
    ['a field that has one value twice by chance', ofTools(19, 4, 4, 23, 8, 30), BOTH],
    ['a counter of calls', ofTools(7, 8, 9, 10), BOTH],
    ['numbers of processes, which rise by little', ofTools(40_100, 40_117, 40_118, 40_231), BOTH],
    [
      'a position that two tools show one after the other',
      [wrapped('one', 5), ...[19, 40, 77].map((n) => wrapped('two', n))],
      NEITHER,
    ],
    ['tokens, which rise with each call of any tool', ofTools(5, 19, 40, 77), BOTH],
    ['work that is left, which only falls', ofTools(77, 40, 19, 5), NEITHER],
    ['an id in one place, where ids are the content', IDS.map((trace, i) => listed(TOOLS[i]!, trace)), BOTH],
    ['an id that stays', TOOLS.slice(0, 5).map((tool) => listed(tool, IDS[0]!)), NEITHER],
    ['a result without other content', TOOLS.map((tool, i) => ({ tool, result: (i * 7) % 5 })), NEITHER],
  ])('%s', (_, calls, expected) => {
    expect(isNoise(calls)).toEqual(expected);
  });

  const others = Array.from({ length: 40 }, (_, i) => ({
    tool: `other${i}`,
    result: { [`name${'abcdefghij'[i % 10]!}${'xyzw'[Math.floor(i / 10)]!}`]: i, text: TEXT },
  }));
  const { slotNames } = extractFeatures({ ...wrapped('one', 4), args: {} }).outcome;
  const hasField = (envelope: Envelope): boolean => lastValue(envelope, slotNames[0]!) !== undefined;

  it('is bounded, and drops fields that were not seen for long', () => {
    const envelope = learned([wrapped('one', 4), ...others]);
    expect(envelope).toHaveLength(32 * 10);
    expect(hasField(envelope)).toBe(false);
    expect(JSON.parse(JSON.stringify(envelope))).toEqual(envelope);
  });

  it('keeps a field of two calls longer than those of one', () => {
    const envelope = learned([wrapped('one', 4), wrapped('two', 19), ...others]);
    expect(envelope).toHaveLength(32 * 10);
    expect(hasField(envelope)).toBe(true);
  });

  it('does not change for a result without numbers', () => {
    const told = extractFeatures({ tool: 'one', args: {}, result: TEXT });
    expect(learnEnvelope(NO_ENVELOPE, told)).toBe(NO_ENVELOPE);
  });
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CallFeatures, extractFeatures } from '../../features/call-features.js';
import { type Ledger, NEW_LEDGER, type RecentCall } from '../../session/ledger.js';
import { recordCall } from '../../session/record-call.js';
import type { EventContext } from '../../session/session.js';
import { range } from '../../testing/index.js';
import type { Group } from '../mechanisms/similar.js';
import { countCause, countStreak, failureIn, withoutStreak } from './repeated-failure.js';

type Outcome = CallFeatures['outcome'];
type Progress = NonNullable<EventContext['progress']>;

interface Call {
  readonly features?: Partial<CallFeatures>;
  readonly outcome?: Partial<Outcome>;
  readonly progress?: Partial<Progress>;
  readonly before?: Partial<Ledger>;
  readonly round?: number;
  /** The words that name the cause. */
  readonly words?: readonly number[];
  readonly key?: number;
}

const BASE = extractFeatures({ tool: 'run', args: {}, result: 'missing separator', isError: true });
const { progress: PROGRESS } = recordCall(NEW_LEDGER, BASE, { seq: 0, round: null, at: 0 });
const ARGUMENTS = { argWords: [1, 2, 3, 4], argSequence: [1, 2, 3, 4, 40], argValues: [40], argIds: [] };
const long = range(31).map((i) => 300 + i);

const CHANGES: Readonly<Record<string, Partial<CallFeatures>>> = {
  same: {},
  near: { argWords: [1, 2, 3], argSequence: [1, 2, 3] },
  reworded: { argWords: [1, 2, 9], argSequence: [1, 2, 9] },
  numbers: { argSequence: [1, 2, 3, 4, 40, 77], argValues: [40, 77] },
  'next number': { argSequence: [1, 2, 3, 4, 50], argValues: [50] },
  'next word': { argWords: [1, 2, 3, 9], argSequence: [1, 2, 3, 9, 40] },
  other: { argWords: [20, 21], argSequence: [20, 21] },
};
const failed = (seq: number, more: Partial<RecentCall> = {}): RecentCall =>
  ({ seq, tool: 5, hasFailed: true, ...more }) as RecentCall;

const CIRCUMSTANCES: Readonly<Record<string, Call>> = {
  plain: {},
  'another content': { progress: { content: 6 } },
  'another tool': { features: { tool: 6 } },
  'an invented id': { progress: { isInvented: true } },
  'two words': { words: [61, 62] },
  'three words': { words: [61, 62, 63] },
  'seven words': { words: range(7) },
  'eight words': { words: range(8) },
  'a new run': { before: { runs: 1, spans: 1 } },
  'a new prompt': { before: { spans: 1 } },
  'another subject': { features: { subject: [8] } },
  'no subject': { features: { subject: [] } },
  'something changed': { before: { acts: 1 } },
  'something changed, eight words': { before: { acts: 1 }, words: range(8) },
  'the tool succeeded': { before: { recent: [failed(1, { hasFailed: false })] } },
  'it had succeeded before': { before: { recent: [failed(0, { hasFailed: false })] } },
  'another tool succeeded': { before: { recent: [failed(1, { hasFailed: false, tool: 6 })] } },
  'one thing done': { before: { deeds: 1 } },
  'two things done': { before: { deeds: 2 } },
  'two things done, new prompt': { before: { deeds: 2, spans: 1 } },
  soft: { outcome: { failure: 'soft' } },
  'after a wait': { progress: { hasWaited: true } },
  'with a wait': { features: { hasWait: true } },
  'three calls between': { before: { calls: 3 } },
  'four calls between': { before: { calls: 4 } },
  'seven calls between': { before: { calls: 7 } },
  'eight calls between': { before: { calls: 8 } },
  'the same round': { round: 0 },
};

function contextOf(seq: number, { features, outcome, progress, before, round }: Call): EventContext {
  const ledger = { ...NEW_LEDGER, ...before };
  return {
    ...{ seq, ledgerBefore: ledger, session: { ledger } },
    event: { kind: 'call', tool: 'run', ...(round !== undefined && { round }) },
    features: {
      ...{ ...BASE, ...ARGUMENTS, tool: 5, subject: [7], ...features },
      outcome: { ...BASE.outcome, ...outcome },
    },
    progress: { ...PROGRESS, change: 'first', content: 5, answer: 5, ...progress },
  } as unknown as EventContext;
}

const WORDS = [61, 62, 63, 64];

/** How much the second failure adds to the cause, and to the streak of failures. */
function worthOf(first: Call, second: Call): string {
  const added = [countCause, countStreak].map((count) => {
    const counted = (groups: readonly Group[], seq: number, call: Call): Group => {
      const { words = WORDS, key = 9 } = call;
      const found = count(groups, { tool: 5, key, words, isHard: true }, contextOf(seq, call));
      return 'group' in found ? found.group : found;
    };
    const before = counted([], 0, first);
    const after = counted([before], 1, second);
    return after.events.length > 1 ? (after.weight - before.weight).toFixed(4) : 'new';
  });
  return added.join('/');
}

function byCircumstances(): readonly string[] {
  return Object.entries(CHANGES).map(([change, args]) => {
    const cells = Object.entries(CIRCUMSTANCES).map(([name, { features, ...more }]) => {
      const second = { round: 5, features: { ...args, ...features }, ...more };
      return `${name} ${worthOf({ round: 0 }, second)}`;
    });
    return `${change}: ${cells.join('; ')}`;
  });
}

// The weights for one cause, and for the streak. `npx vitest run weights/repeated-failure -u` writes the file anew.
it('weighs a second failure by its arguments and circumstances', async () => {
  const text = byCircumstances().join('\n');
  expect(text).toContain(' 1.1000/');
  await expect(`${text}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'repeated-failure.circumstances.txt'),
  );
});

it('a reworded failure with more than thirty words counts less', () => {
  const near = (words: readonly number[]): string =>
    worthOf(
      { features: { argWords: [1, ...words], argSequence: [1, ...words] } },
      { features: { argWords: words, argSequence: words } },
    ).split('/')[0]!;
  expect(Number(near(long))).toBeLessThan(Number(near(long.slice(1))));
});

describe('two failures share a cause', () => {
  const known = (first: Call, second: Call): boolean => {
    const { group } = countCause(
      [],
      { tool: 5, key: 9, words: WORDS, isHard: true, ...first },
      contextOf(0, first),
    );
    const { words = WORDS, key = 8 } = second;
    return (
      countCause([group], { tool: 5, key, words, isHard: true }, contextOf(1, second)).known !== undefined
    );
  };
  const other = { features: { tool: 6 } };

  it.each<[string, Call, boolean]>([
    ['with the same key', { key: 9, words: [1] }, true],
    ['with half of the words in common', { words: [61, 62, 63, 64, 5, 6, 7, 8] }, true],
    ['with less in common', { words: [61, 62, 63, 64, 5, 6, 7, 8, 9] }, false],
    ['with half in common, after a change', { words: [61, 62, 63, 64, 5], before: { acts: 1 } }, false],
    ['of two tools, with a quarter in common', { ...other, words: [61, 62, 5, 6, 7, 8] }, true],
    ['of two tools, with less', { ...other, words: [61, 62, 5, 6, 7, 8, 9] }, false],
    ['of two tools, with one word in common', { ...other, words: [61] }, false],
    ['five calls later', { before: { calls: 5 } }, true],
    ['six calls later', { before: { calls: 6 } }, false],
    ['unless the call was made before', { progress: { change: 'same' } }, false],
  ])('%s', (_, second, expected) => {
    expect(known({}, second)).toBe(expected);
  });
});

describe('a failure', () => {
  const kindOf = (call: Call, kind = 'call'): string => {
    const context = contextOf(0, { ...call, outcome: { vocabulary: WORDS, ...call.outcome } });
    const found = failureIn({ ...context, event: { ...context.event, kind } } as EventContext);
    return typeof found === 'string' ? found : found.isHard ? 'hard' : 'soft';
  };

  it.each<[string, Call, string]>([
    ['with words is one', {}, 'hard'],
    ['that only its text shows', { outcome: { failure: 'soft' } }, 'soft'],
    ['a success is none', { outcome: { failure: 'no' } }, 'none'],
    ['a wait proves nothing', { features: { isWait: true } }, 'unclear'],
    ['something pending proves nothing', { outcome: { isPending: true } }, 'unclear'],
    ['news after a wait proves nothing', { progress: { change: 'news', hasWaited: true } }, 'unclear'],
    [
      'news with a wait proves nothing',
      { progress: { change: 'news' }, features: { hasWait: true } },
      'unclear',
    ],
    ['news is one', { progress: { change: 'news' } }, 'hard'],
    ['a count proves nothing', { progress: { change: 'count' } }, 'unclear'],
    ['no words prove nothing', { outcome: { vocabulary: [], slotValues: [] } }, 'unclear'],
    ['one word proves nothing', { outcome: { vocabulary: [61], slotValues: [] } }, 'unclear'],
    ['one word and a number are one', { outcome: { vocabulary: [61], slotValues: [4] } }, 'hard'],
    [
      'one word of a repeated call is one',
      { outcome: { vocabulary: [61], slotValues: [] }, progress: { change: 'same' } },
      'hard',
    ],
    ['words of the arguments do not count', { outcome: { vocabulary: [1, 2], slotValues: [] } }, 'unclear'],
  ])('%s', (_, call, expected) => {
    expect(kindOf(call)).toBe(expected);
  });

  it('with hardly any words is told apart by its numbers, unless they are in the arguments', () => {
    const keyOf = (slotValues: readonly number[], vocabulary: readonly number[] = [61]): unknown => {
      const found = failureIn(contextOf(0, { outcome: { vocabulary, slotValues } }));
      return typeof found === 'string' ? found : found.key;
    };
    expect(keyOf([4])).not.toBe(keyOf([5]));
    expect(keyOf([4])).toBe(keyOf([4, 40]));
    expect(keyOf([4], WORDS)).toBe(keyOf([5], WORDS));
    expect(keyOf([4], [61, 62])).toBe(keyOf([5], [61, 62]));
  });

  it('a success with news ends the streak, and nothing else', () => {
    const failure = { tool: 5, key: 9, words: WORDS, isHard: true };
    const { group } = countCause([], failure, contextOf(0, {}));
    const streak = countStreak([], failure, contextOf(0, {}));
    const left = (progress: Partial<Progress>): number =>
      withoutStreak([group, streak], contextOf(1, { progress })).length;
    expect(left({ change: 'first', isNews: true, isDeed: true })).toBe(1);
    expect(left({ change: 'same', isNews: false, isDeed: false, isStale: true })).toBe(2);
  });
});

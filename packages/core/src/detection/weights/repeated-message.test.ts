import { describe, expect, it } from 'vitest';
import type { MessageFeatures } from '../../features/message-features.js';
import type { RecentCall } from '../../session/ledger.js';
import { unpackHashes } from '../../session/packed.js';
import type { EventContext } from '../../session/session.js';
import { range } from '../../testing/index.js';
import { compareMessage, keepSaid, NO_MESSAGES } from '../mechanisms/said.js';
import { addEmpty, addMessage, hearTurn, NOTHING_SAID, type State } from './repeated-message.js';

const from = (start: number, count: number): readonly number[] => range(count).map((i) => start + i);
const message = (words: readonly number[], more: Partial<MessageFeatures> = {}): MessageFeatures => ({
  words,
  values: [],
  exact: -1,
  count: words.length,
  ...more,
});
/** Messages that were said before, each by its words. */
const said = (...all: readonly (readonly number[])[]): State => ({
  ...NOTHING_SAID,
  said: all.reduce((kept, words, seq) => keepSaid(kept, message(words, { exact: seq }), seq), NO_MESSAGES),
  last: all.length - 1,
});
const CALL = { seq: 50, isStale: true, isAgain: false, isDeed: false, isNews: false } as RecentCall;
const context = (recent: readonly RecentCall[] = [], kind = 'message'): EventContext =>
  ({ seq: 90, event: { kind, text: '' }, session: { ledger: { recent } } }) as unknown as EventContext;

const worth = (state: State, one: MessageFeatures, ...calls: readonly RecentCall[]): number =>
  addMessage(state, context(calls), one).worth;

/** An earlier message of which this many words come again, with so many fresh words. */
const again = (before: number, shared: number, fresh: number, count = 20): number =>
  worth(said(from(0, before)), message([...from(0, shared), ...from(500, fresh)], { count }));

describe('the weight of a message by its likeness to one before', () => {
  it.each<[string, number, number]>([
    ['the same words', worth(said([1, 2, 3, 4]), message([1, 2, 3, 4])), 1],
    ['the same text', worth(said([1, 2, 3, 4]), message([1, 2, 3, 9], { exact: 0 })), 1],
    ['13 of 20 words, and none fresh', again(20, 13, 0, 31), 0.55],
    ['11 of 17 words are another message', again(17, 11, 0, 31), -0.7],
    ['four of five words', again(5, 4, 0), 0.9],
    ['19 of 24 words', again(24, 19, 0), 0.55],
    ['one fresh word is no news', again(4, 4, 1), 0.9],
    ['two fresh words of ten', again(8, 8, 2), 0.9 * 0.6],
    ['four fresh words of 20', again(16, 16, 4), 0.9 * 0.6],
    ['five fresh words of 24', again(19, 19, 5), 0.55 * 0.1],
    ['two fresh words of 20', again(18, 18, 2), 0.9],
    ['two fresh words of 19', again(17, 17, 2), 0.9 * 0.6],
    ['a message of 80 words', again(20, 17, 0, 80), 0.9],
    ['a longer one', again(20, 17, 0, 81), 0.3],
    ['a longer one that is nearly the same', again(20, 18, 0, 81), 0.9],
    ['a longer one, a little less', again(19, 17, 0, 81), 0.3],
    [
      'the same words with another number',
      worth(said([1, 2, 3, 4]), message([1, 2, 3, 4], { values: [7] })),
      0.1,
    ],
    ['nothing was said before', worth(NOTHING_SAID, message([1, 2, 3, 4])), -0.7],
  ])('%s', (_, counted, expected) => {
    expect(counted).toBeCloseTo(expected, 6);
  });
});

describe('the weight of chatter: words of several earlier messages', () => {
  const state = said(from(0, 30), from(100, 30));
  /** So many words of each of two earlier messages, and so many fresh ones. */
  const mixed = (known: number, fresh: number, count = 30, ...calls: readonly RecentCall[]): number => {
    const half = Math.floor(known / 2);
    const words = [...from(0, known - half), ...from(100, half), ...from(500, fresh)];
    return worth(state, message(words, { count }), ...calls);
  };

  it.each<[string, number, number]>([
    ['half of the words are known', mixed(5, 5), 0.7],
    ['a little less, in a short message', mixed(5, 6, 11), -0.7],
    ['a little less: such a message tells news', mixed(25, 26), -1.5],
    ['three quarters are known', mixed(18, 6), 0.9],
    ['a little less than that', mixed(38, 13), 0.7],
    ['in a long message', mixed(18, 6, 31), -0.7],
    ['with a call between', mixed(18, 6, 30, CALL), -0.7],
    [
      'a person spoke between',
      worth({ ...state, prompted: 'yes' }, message([...from(0, 5), ...from(100, 4)])),
      -1,
    ],
  ])('%s', (_, counted, expected) => {
    expect(counted).toBeCloseTo(expected, 6);
  });
});

describe('the weight of a message after a person spoke', () => {
  const words = from(0, 10);
  const prompted = (how: State['prompted'], promptedAt = 5): State => ({
    ...{ ...said(words), prompted: how, promptedAt },
  });

  it.each<[string, number, number]>([
    ['the same again', worth(prompted('yes'), message(words)), 1],
    ['the same to the same request', worth(prompted('again'), message(words)), 0.8],
    ['five words', worth(prompted('yes'), message(words, { count: 5 })), -1],
    ['six words', worth(prompted('yes'), message(words, { count: 6 })), 1],
    ['four words', worth(prompted('yes'), message(words, { count: 4 })), -1],
    ['three words', worth(prompted('yes'), message(words, { count: 3 })), 0],
    [
      'seven of ten words of a form that is as long',
      worth(prompted('yes'), message([...from(0, 7), ...from(500, 3)])),
      -1,
    ],
    [
      'seven of ten words and more',
      worth({ ...prompted('yes'), said: said(from(0, 12)).said }, message([...from(0, 7), ...from(500, 3)])),
      0.75,
    ],
    [
      'two thirds of the words',
      worth({ ...prompted('yes'), said: said(from(0, 12)).said }, message([...from(0, 6), ...from(500, 3)])),
      -1,
    ],
    [
      'the same number named again, and a fifth in common',
      worth(
        { ...prompted('named', -1), said: said(from(0, 6)).said },
        message([...from(0, 2), ...from(500, 4)]),
      ),
      0.9,
    ],
    [
      'less than a fifth in common',
      worth(
        { ...prompted('named', -1), said: said(from(0, 15)).said },
        message([...from(0, 5), ...from(500, 11)]),
      ),
      -1.5,
    ],
    [
      'the same with too few words',
      worth(
        { ...prompted('named', -1), said: said(from(0, 8)).said },
        message([...from(0, 3), ...from(500, 4)], { count: 2 }),
      ),
      -0.7,
    ],
    [
      'the same after something was done',
      worth(
        { ...prompted('named', -1), said: said(from(0, 8)).said },
        message([...from(0, 3), ...from(500, 4)]),
        { ...CALL, isDeed: true },
      ),
      -0.7,
    ],
    [
      'a form with another word',
      worth(
        { ...prompted('named'), said: said(from(0, 5)).said },
        message([...from(0, 4), 500], { count: 5 }),
      ),
      0,
    ],
    [
      'a form with two other words',
      worth(
        { ...prompted('named'), said: said(from(0, 5)).said },
        message([...from(0, 3), 500, 501], { count: 5 }),
      ),
      0,
    ],
    [
      'three other words are no form',
      worth(
        { ...prompted('named'), said: said(from(0, 20)).said },
        message([...from(0, 17), ...from(500, 3)], { count: 5 }),
      ),
      0.9,
    ],
    [
      'two of four words are no form',
      worth(
        { ...prompted('named'), said: said(from(0, 4)).said },
        message([...from(0, 2), 500, 501], { count: 5 }),
      ),
      0.9,
    ],
  ])('%s', (_, counted, expected) => {
    expect(counted).toBeCloseTo(expected, 6);
  });
});

describe('the weight of a message after calls', () => {
  const words = from(0, 10);
  const after = (call: Partial<RecentCall>, count = 10): number =>
    worth(said(words), message(words, { count }), { ...CALL, ...call });

  it.each<[string, number, number]>([
    ['that brought nothing new', after({}), 1],
    ['that repeated an outcome', after({ isStale: false, isAgain: true }), 1],
    ['that brought something else', after({ isStale: false, isTold: true }), 0],
    ['that did something', after({ isStale: false, isDeed: true }), 0],
    ['that found nothing', after({ isStale: false }), 0],
    ['that brought news', after({ isNews: true }), 0],
    ['that polled', after({ isPoll: true }), 0],
    ['that waited', after({ isWait: true }), 0],
    ['in four words', after({}, 4), 1],
    ['in three words', after({}, 3), 0],
    ['made before the last message', after({ seq: 0, isNews: true }), 1],
  ])('%s', (_, counted, expected) => {
    expect(counted).toBe(expected);
  });

  it('work takes back what was counted, unless the text is exactly the same', () => {
    const state = { ...said(words), debt: { amount: 2, repeats: 2, events: [1, 2] } };
    const news = { ...CALL, isNews: true };
    const left = (exact: number): number =>
      addMessage(state, context([news]), message(words, { exact })).state.debt.amount;
    expect(left(-1)).toBeCloseTo(1.3, 6);
    expect(left(0)).toBeCloseTo(2, 6);
  });

  it('the call that is the message itself is no work', () => {
    const own = { ...CALL, isNews: true };
    expect(addMessage(said(words), context([own], 'call'), message(words)).worth).toBe(1);
    expect(addMessage(said(words), context([own, own], 'call'), message(words)).worth).toBe(0);
  });
});

describe('the memory of messages', () => {
  it('holds the last eight', () => {
    const state = range(12).reduce(
      (before, i) => addMessage(before, context(), message([i * 10, i * 10 + 1])).state,
      NOTHING_SAID,
    );
    const { earlier } = compareMessage(state.said, message(range(12).map((i) => i * 10)));
    expect(earlier.map(({ size, words }) => [size, words])).toEqual(range(8).map(() => [2, 1]));
    const oldest = compareMessage(state.said, message([30, 40]));
    expect(oldest.freshWords).toBe(1);
  });

  it('empty messages count until something is done', () => {
    const empty = (recent: readonly RecentCall[], state = NOTHING_SAID): readonly number[] =>
      addEmpty({ ...state, last: 50, empty: [7] }, context(recent), 4).empty;
    expect(empty([])).toEqual([7, 90]);
    expect(empty([{ ...CALL, seq: 51, isDeed: true }])).toEqual([]);
    expect(empty([{ ...CALL, seq: 50, isDeed: true }])).toEqual([7, 90]);
    expect(empty([{ ...CALL, seq: 51 }])).toEqual([7, 90]);
  });
});

describe('a prompt', () => {
  const turn = (text: string, more: object = {}): EventContext =>
    ({
      seq: 9,
      boundary: 'turn',
      event: { kind: 'turn', role: 'user', text, ...more },
    }) as unknown as EventContext;
  const heard = (...texts: readonly string[]): State['prompted'] =>
    texts.reduce((state, text) => hearTurn(state, turn(text)), NOTHING_SAID).prompted;

  it.each<[string, readonly string[], State['prompted']]>([
    ['the first', ['amber birch cedar'], 'yes'],
    ['one with as many known words as new ones', ['amber birch', 'amber birch cedar daisy'], 'again'],
    ['one with more new words', ['amber birch', 'amber birch cedar daisy elder'], 'yes'],
    ['one that names the same number', ['order 4711', 'where is 4711 now please'], 'named'],
    ['one that names another number', ['order 4711', 'where is 4712 now please'], 'yes'],
    ['one that names both', ['order 4711', 'where are 4711 and 4712 now'], 'yes'],
  ])('%s', (_, texts, expected) => {
    expect(heard(...texts)).toBe(expected);
  });

  it.each<[string, object, boolean]>([
    ['of a person counts', {}, true],
    ['of a person, with its reason', { reason: 'prompt' }, true],
    ['for another reason', { reason: 'other' }, true],
    ['by the guard does not', { reason: 'nudge' }, false],
    ['of the harness does not', { role: 'harness' }, false],
  ])('%s', (_, more, isHeard) => {
    const state = hearTurn(NOTHING_SAID, turn('amber', more));
    expect(state === NOTHING_SAID).toBe(!isHeard);
    if (isHeard) expect(state.promptedAt).toBe(9);
  });

  it('remembers 64 words', () => {
    const text = range(70).map((i) => `w${'abcdefghij'[i % 10]!}${'abcdefg'[Math.floor(i / 10)]!}x`);
    expect(unpackHashes(hearTurn(NOTHING_SAID, turn(text.join(' '))).prompts)).toHaveLength(64);
  });
});

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CallFeatures, extractFeatures } from '../../features/call-features.js';
import { REFUSAL_WORDS } from '../../lexicon/outcome-words.js';
import { type Ledger, NEW_LEDGER } from '../../session/ledger.js';
import { recordCall } from '../../session/record-call.js';
import { hashOf } from '../../text/hash.js';
import type { Group } from '../mechanisms/similar.js';
import { type AnswerContext, countAnswer, withoutStale } from './same-answer.js';

type Outcome = CallFeatures['outcome'];
type Progress = AnswerContext['progress'];

interface Call {
  readonly features?: Partial<CallFeatures>;
  readonly outcome?: Partial<Outcome>;
  readonly progress?: Partial<Progress>;
  readonly before?: Partial<Ledger>;
  readonly round?: number;
}

const BASE = extractFeatures({ tool: 'look', args: {}, result: 'ok' });
const { progress: PROGRESS } = recordCall(NEW_LEDGER, BASE, { seq: 0, round: null, at: 0 });
const ARGUMENTS = { argWords: [1, 2, 3, 4], argSequence: [1, 2, 3, 4, 40], argValues: [40], argIds: [] };

/** The arguments of the second call, by their relation to those of the first. */
const CHANGES: Readonly<Record<string, Partial<CallFeatures>>> = {
  same: {},
  near: { argWords: [1, 2, 3], argSequence: [1, 2, 3] },
  'near, fresh': { argWords: [1, 2, 3, 4, 9], argSequence: [1, 2, 3, 4, 9, 40] },
  reworded: { argWords: [1, 2, 9], argSequence: [1, 2, 9] },
  numbers: { argSequence: [1, 2, 3, 4, 40, 77], argValues: [40, 77] },
  'next number': { argSequence: [1, 2, 3, 4, 50], argValues: [50] },
  'next word': { argWords: [1, 2, 3, 9], argSequence: [1, 2, 3, 9, 40] },
  other: { argWords: [20, 21], argSequence: [20, 21] },
};
const KINDS: Readonly<Record<string, Partial<Outcome>>> = {
  'long text': { kind: 'information', wordCount: 8 },
  'short text': { kind: 'information', wordCount: 7 },
  passed: { kind: 'information', wordCount: 7, passes: true },
  refused: { kind: 'information', wordCount: 15, vocabulary: [hashOf(REFUSAL_WORDS[0].word)] },
  'nearly refused': { kind: 'information', wordCount: 14, vocabulary: [hashOf(REFUSAL_WORDS[0].word)] },
  nothing: { kind: 'nothing' },
  receipt: { kind: 'acknowledgement' },
  'receipt with an id': { kind: 'acknowledgement', ids: [77] },
};
const EFFECTS = ['read', 'write', 'send', 'other'] as const;
/** How the second answer compares: equal, equal but for what it quotes, or only of the same words. */
const ANSWERS: Readonly<Record<string, Partial<Progress>>> = {
  equal: {},
  echo: { content: 6 },
  alike: { content: 6, answer: 6 },
};

function contextOf(seq: number, { features, outcome, progress, before, round }: Call): AnswerContext {
  const ledger = { ...NEW_LEDGER, ...before };
  return {
    ...{
      seq,
      ledgerBefore: ledger,
      event: { kind: 'call', tool: 'look', ...(round !== undefined && { round }) },
    },
    features: {
      ...{ ...BASE, ...ARGUMENTS, tool: 5, target: 5, isRich: true, ...features },
      outcome: { ...BASE.outcome, ...{ words: 3, failureKey: 3, wordCount: 2, passes: false, ...outcome } },
    },
    progress: { ...PROGRESS, change: 'first', content: 5, answer: 5, ...progress },
    session: { ledger } as AnswerContext['session'],
  };
}

/** How much the last call added to its group, or `new` if it started one. */
function worthOf(...calls: readonly Call[]): string {
  let groups: readonly Group[] = [];
  let added = 'new';
  calls.forEach((call, seq) => {
    const { group, isReady } = countAnswer(groups, contextOf(seq, call));
    const known = groups.find(({ key }) => key === group.key);
    added = known ? `${(group.weight - known.weight).toFixed(4)}${isReady ? '' : ', not ready'}` : 'new';
    groups = [...groups.filter((one) => one !== known), group];
  });
  return added;
}

/** One line per pair of calls, with the weight in each case. */
const row = (name: string, cases: Readonly<Record<string, string>>): string =>
  `${name}: ${Object.entries(cases)
    .map(([one, worth]) => `${one} ${worth}`)
    .join('; ')}`;
const mapValues = <T, R>(
  given: Readonly<Record<string, T>>,
  change: (one: T) => R,
): Readonly<Record<string, R>> =>
  Object.fromEntries(Object.entries(given).map(([name, one]) => [name, change(one)]));

function byAnswers(): readonly string[] {
  return EFFECTS.flatMap((effect) =>
    Object.entries(KINDS).flatMap(([kind, outcome]) =>
      Object.entries(CHANGES).map(([change, args]) => {
        const second = { features: { effect, ...args }, outcome };
        const worth = (progress: Partial<Progress>): string =>
          worthOf({ features: { effect }, outcome }, { ...second, progress });
        return row(`${effect}, ${kind}, ${change}`, mapValues(ANSWERS, worth));
      }),
    ),
  );
}

/** The same two calls in other circumstances. */
const CIRCUMSTANCES: Readonly<Record<string, Call>> = {
  plain: {},
  'an invented id': { progress: { isInvented: true } },
  'something done between': { before: { deeds: 1 } },
  'something changed between': { before: { acts: 1 } },
  'six calls between': { before: { calls: 6 } },
  'eight calls between': { before: { calls: 8 } },
  'seven calls between': { before: { calls: 7 } },
  pending: { outcome: { isPending: true } },
  'after a wait': { progress: { hasWaited: true } },
  'with a wait': { features: { hasWait: true } },
  'the same round': { round: 0 },
  'the next round': { round: 1 },
  'the same call': { progress: { change: 'same' } },
  'the same call, wobbling': { progress: { change: 'volatile' } },
  'another target': { features: { target: 6 } },
  'a question to a person': { features: { isAsk: true } },
  'no text to reword': { features: { isRich: false } },
  'a path': { features: { pathHash: 9 } },
  'an id in the answer': { outcome: { idNames: [4] } },
  'a slot in the answer': { outcome: { slotNames: [4] } },
};

function byCircumstances(): readonly string[] {
  const kinds = ['long text', 'short text', 'refused', 'nothing', 'receipt', 'receipt with an id'];
  return EFFECTS.flatMap((effect) =>
    kinds.flatMap((kind) =>
      ['near', 'near, fresh', 'reworded', 'next word'].map((change) => {
        const worth = ({ features, outcome, ...more }: Call): string => {
          const own = { ...KINDS[kind], ...outcome };
          const second = { round: 5, features: { effect, ...CHANGES[change], ...features }, outcome: own };
          return worthOf({ features: { effect }, outcome: own, round: 0 }, { ...second, ...more });
        };
        return row(`${effect}, ${kind}, ${change}`, mapValues(CIRCUMSTANCES, worth));
      }),
    ),
  );
}

// The difference of these files shows what a change of a weight means. `npx vitest run weights/same-answer -u` writes them.
it.each([
  ['by arguments and answers', 'answers', byAnswers],
  ['by circumstances', 'circumstances', byCircumstances],
])('weighs a second answer %s', async (_, name, all) => {
  const text = all().join('\n');
  expect(text).toContain(' 1.0000');
  await expect(`${text}\n`).toMatchFileSnapshot(join(import.meta.dirname, `same-answer.${name}.txt`));
});

it('weighs a run of answers, which fade and leak', () => {
  const near = { features: CHANGES['near']! };
  const word = (i: number): Call => ({
    features: { argWords: [1, 2, 3, 90 + i], argSequence: [1, 2, 3, 90 + i, 40] },
    outcome: { kind: 'nothing' },
  });
  const text = { kind: 'information', wordCount: 8 } as const;
  const later = (calls: number): Call => ({ ...near, outcome: text, before: { calls } });
  expect({
    leaking: worthOf(word(0), word(1), word(2), word(3)),
    fading: worthOf({ outcome: text }, { ...near, outcome: text }, later(3)),
    fadingNothing: worthOf(word(0), { ...word(1), ...near }, { ...word(2), before: { calls: 3 } }),
    varied: worthOf({ outcome: text }, later(0), later(0), { outcome: text, progress: { change: 'same' } }),
    variedOnce: worthOf({ outcome: text }, later(0), { outcome: text, progress: { change: 'same' } }),
  }).toMatchInlineSnapshot(`
    {
      "fading": "0.4127",
      "fadingNothing": "0.6230",
      "leaking": "0.2054",
      "varied": "0.8750",
      "variedOnce": "0.5000, not ready",
    }
  `);
});

it('news of a tool ends its empty answers, and no others', () => {
  const empty = contextOf(0, { outcome: { kind: 'nothing' } });
  const { group } = countAnswer([], empty);
  const { group: told } = countAnswer([], contextOf(1, { outcome: { kind: 'information' } }));
  const news = (isNews: boolean): AnswerContext => contextOf(2, { progress: { isNews } });
  expect(withoutStale([group, told], news(true))).toEqual([told]);
  expect(withoutStale([group, told], news(false))).toEqual([group, told]);
});

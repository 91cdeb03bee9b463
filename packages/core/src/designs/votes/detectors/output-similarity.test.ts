import { expect, it } from 'vitest';
import { readOptions } from '../../../detection/options.js';
import type { AgentEvent } from '../../../event/event.js';
import { recordEvent, newSession } from '../../../session/session.js';
import { call, delta, message, range, testDetector, times, turn } from '../../../testing/index.js';
import { outputSimilarity } from './output-similarity.js';

/** Forty words; the last `own` of them occur in no message with another name. */
const text = (name: string, own: number, total = 40): string =>
  range(total)
    .map((i) => (i < total - own ? `common${i}` : `${name}${i}`))
    .join(' ');
const said = (name: string, own: number, total = 40): ReturnType<typeof message> =>
  message(text(name, own, total));

/** Each message ends with `own` new words; the others are those of the previous message. */
function chain(...owns: readonly number[]): ReturnType<typeof message>[] {
  let words = range(40).map((i) => `start${i}`);
  return owns.map((own, n) => {
    words = words.map((word, i) => (i < 40 - own ? word : `m${n}x${i}`));
    return message(words.join(' '));
  });
}

/** Counts words only, so that a test can compute a similarity by hand. */
const BY_WORD = { wordWeight: 1, pairWeight: 0, shapeWeight: 0 };

const stuck = 'Here is my response about the topic.';

testDetector(outputSimilarity, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'one message', events: [message(stuck)] },
    { name: 'messages that have nothing in common', events: range(12).map((i) => said(`m${i}x`, 40)) },
    { name: 'a similarity of 0.947 to the previous message', events: [said('a', 1, 26), said('b', 1, 26)] },
    {
      name: 'one recent message with a similarity of 0.93 where two are needed',
      events: [said('a', 2), said('b', 2), said('c', 40)],
    },
    {
      name: 'several messages with a similarity below 0.85',
      events: ['a', 'b', 'c', 'd'].map((name) => said(name, 5)),
    },
    {
      name: 'the same list of files with different findings',
      events: ['parser', 'lexer', 'printer'].map((name) =>
        message(
          `I have read ${name}.ts.\n- it exports make${name}\n- it has no tests for ${name} errors\nNext I will ${name === 'lexer' ? 'run the tests' : 'look at its callers'}.`,
        ),
      ),
    },
    {
      name: 'similarities that rise, but stay low',
      events: chain(40, 30, 20, 15),
    },
    {
      name: 'a rise that breaks off',
      events: chain(40, 20, 10, 12),
    },
    { name: 'only two rising similarities', events: chain(40, 20, 10) },
    {
      name: 'empty messages, as between calls',
      events: times(5, [message(''), call('ls', {}, 'x'), message(' \n')]),
    },
    { name: 'messages without a word', events: [message('...'), message('---'), message('!!!')] },
    {
      name: 'a threshold that the similarity does not reach',
      options: { verbatim: 0.97 },
      events: [said('a', 1), said('b', 1)],
    },
    {
      name: '`occurrences` set higher',
      options: { occurrences: 3 },
      events: ['a', 'b', 'c'].map((name) => said(name, 2)),
    },
    {
      name: 'an equal message outside the window',
      options: { window: 2, occurrences: 1 },
      events: [message(stuck), said('a', 40), said('b', 40), message(stuck)],
    },
    {
      name: '`convergence` set higher',
      options: { convergence: 4 },
      events: chain(40, 20, 10, 5),
    },
    {
      name: 'a similarity exactly at the limit is not above it',
      options: { ...BY_WORD, verbatim: 0.5, paraphrase: 0.5, occurrences: 1 },
      events: ['a b c', 'b c d', 'c d e'].map((one) => message(one)),
    },
    {
      name: 'similarities that rise to exactly 0.15 below the limit for several',
      options: { ...BY_WORD, convergence: 2, paraphrase: 0.65 },
      events: ['a b c', 'c d e', 'd e f'].map((one) => message(one)),
    },
    {
      name: 'events that are not messages',
      events: [delta('x'), delta('x'), delta('x'), turn('again'), turn('again')],
    },
    {
      name: 'CJK messages that differ',
      events: ['読み込みに失敗しました', '構文を直しました', '試験に通りました'].map((one) => message(one)),
    },
  ],
  looping: [
    {
      name: 'identical messages, from the second on, with score 1',
      events: times(3, message(stuck)),
      signals: [
        { at: 1, messageId: 'verbatim', score: 1 },
        { at: 2, messageId: 'verbatim', score: 1 },
      ],
    },
    {
      name: 'times, ids, line numbers, case and white space do not make a message different',
      events: [
        message('At 10:31:07 line 12 failed for 123e4567-e89b-12d3-a456-426614174000.'),
        message('at  11:00:00 line 99 FAILED for 00000000-0000-4000-8000-000000000000'),
      ],
      signals: [{ at: 1, messageId: 'verbatim', score: 1 }],
    },
    {
      name: 'a similarity of 0.965 to the previous message',
      events: [said('a', 1), said('b', 1)],
      signals: [{ at: 1, messageId: 'verbatim' }],
    },
    {
      name: 'a lower line',
      options: { verbatim: 0.94 },
      events: [said('a', 1, 26), said('b', 1, 26)],
      signals: [{ at: 1, messageId: 'verbatim' }],
    },
    {
      name: 'a third message with a similarity of 0.93 to two recent ones',
      events: ['a', 'b', 'c'].map((name) => said(name, 2)),
      signals: [{ at: 2, messageId: 'paraphrase', score: 0.92 }],
    },
    {
      name: 'other messages in between do not hide it',
      events: [said('a', 2), said('x', 40), said('b', 2), said('y', 40), said('c', 2)],
      signals: [{ at: 4, messageId: 'paraphrase' }],
    },
    {
      name: 'one recent message is enough if `occurrences` is 1',
      options: { occurrences: 1 },
      events: [said('a', 2), said('b', 2)],
      signals: [{ at: 1, messageId: 'paraphrase' }],
    },
    {
      name: 'a lower threshold for several',
      options: { paraphrase: 0.83 },
      events: ['a', 'b', 'c'].map((name) => said(name, 5)),
      signals: [{ at: 2, messageId: 'structural' }],
    },
    {
      name: 'one sentence pattern with larger differences in the words',
      events: ['a', 'b', 'c'].map((name) => said(name, 4)),
      signals: [{ at: 2, messageId: 'structural', score: 0.92 }],
    },
    {
      name: 'the tenth message back is in the window, the eleventh is not',
      options: { occurrences: 1 },
      events: [
        message(stuck),
        ...range(9).map((i) => said(`m${i}x`, 40)),
        message(stuck),
        ...range(10).map((i) => said(`n${i}x`, 40)),
        message(stuck),
      ],
      signals: [{ at: 10, messageId: 'paraphrase' }],
    },
    {
      name: 'messages that grow ever more alike: three rising similarities are only noted',
      events: chain(40, 20, 10, 5),
      signals: [{ at: 3, messageId: 'convergence', score: 0.75 }],
    },
    {
      name: 'a shorter rise is enough if `convergence` is lower',
      options: { convergence: 2 },
      events: chain(40, 20, 10),
      signals: [{ at: 2, messageId: 'convergence' }],
    },
    {
      name: 'similarities that rise a little further',
      options: { ...BY_WORD, convergence: 2, paraphrase: 0.64 },
      events: ['a b c', 'c d e', 'd e f'].map((one) => message(one)),
      signals: [{ at: 2, messageId: 'convergence' }],
    },
    {
      name: 'calls between the messages do not hide them',
      events: [message(stuck), call('ls', {}, 'x'), turn(), message(stuck)],
      signals: [{ at: 3, messageId: 'verbatim' }],
    },
    {
      name: 'empty messages between equal ones do not hide them',
      events: [message(stuck), message(''), message(stuck)],
      signals: [{ at: 2, messageId: 'verbatim' }],
    },
    {
      name: 'the weights decide what counts: here only words, in any order',
      options: BY_WORD,
      events: [message('one two three four'), message('four two one\nthree')],
      signals: [{ at: 1, messageId: 'verbatim', score: 1 }],
    },
    {
      name: 'CJK messages',
      events: times(2, message('もう一度、同じ手順を試します。')),
      signals: [{ at: 1, messageId: 'verbatim', score: 1 }],
    },
    {
      name: 'huge messages',
      events: times(2, message('the quick brown fox '.repeat(20_000))),
      signals: [{ at: 1, messageId: 'verbatim', score: 1 }],
    },
  ],
});

/** The last signal about these messages. */
function lastSignal(events: readonly AgentEvent[]): ReturnType<typeof outputSimilarity.step>['signal'] {
  const options = readOptions('output-similarity', outputSimilarity.meta.options);
  let session = newSession();
  let step: ReturnType<typeof outputSimilarity.step> = { state: outputSimilarity.init() };
  for (const event of events) {
    const context = recordEvent(session, event, { window: 1, hasFeatures: false, tools: {} });
    session = context.session;
    step = outputSimilarity.step(step.state, context, options);
  }
  return step.signal;
}

it('output-similarity: a repeat is warned of, a convergence is only noted', () => {
  expect(lastSignal(times(2, message(stuck)))?.urgency).toBe('warn');
  expect(lastSignal(chain(40, 20, 10, 5))?.urgency).toBe('note');
});

it('output-similarity: a loop is the same loop at every further message, and shows the last two', () => {
  const [two, three] = [2, 3].map((count) => lastSignal(times(count, message(stuck))));
  expect(three?.identity).toBe(two?.identity);
  expect(three?.evidence).toMatchObject({ events: [0, 1, 2], count: 3, examples: [stuck, stuck] });
});

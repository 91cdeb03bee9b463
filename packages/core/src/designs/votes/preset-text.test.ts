import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../event/event.js';
import { acts, actOf, play } from '../../testing/play.js';
import { call, delta, deltas, message, times, turn } from '../../testing/trace.js';

type Rows = readonly (readonly [name: string, events: readonly AgentEvent[], expected: readonly unknown[]])[];

/** `size` different words. */
const words = (size: number): string[] => Array.from({ length: size }, (_, i) => `word${i}`);
/** The text with `count` words from `from` on replaced by new ones. */
const reworded = (text: readonly string[], from: number, count: number, tag: string): string[] =>
  text.map((word, i) => (i >= from && i < from + count ? `${tag}${i}` : word));
/** Messages of `size` words that differ from each other in one word in the middle. */
const nearly = (size: number, count: number) =>
  Array.from({ length: count }, (_, i) => message(reworded(words(size), 6, 1, `tag${i}x`).join(' ')));
/** Messages that share nothing but their shape. */
const unlike = (i: number) =>
  message(
    words(12)
      .map((word) => `${word}of${i}`)
      .join(' '),
  );

describe('R2 output similarity', () => {
  const reports = [1, 2].map((i) =>
    message(
      `[12:00:0${i}] run 3f2504e0-4f89-11d3-9a0c-0305e82c330${i} failed at app.ts:4${i}\n  the  server did not answer`,
    ),
  );
  /** Six lines of ten words; one word is new, and one line has another indentation. */
  const reflowed = [1, 2, 3].map((i) => {
    const text = reworded(words(60), 33, 1, `tag${i}x`);
    const lines = [0, 10, 20, 30, 40, 50].map((start) => text.slice(start, start + 10).join(' '));
    return message(lines.map((line, k) => (k === 2 ? `${' '.repeat(i)}${line}` : line)).join('\n'));
  });

  const rows: Rows = [
    ['R2 different messages say nothing', [0, 1, 2, 3, 4].map(unlike), []],
    ['R2 a likeness of 0.951 to the predecessor fires', nearly(44, 2), [[1, 'nudge', 'OUTPUT_VERBATIM']]],
    ['R2 a likeness of 0.949 to the predecessor says nothing', nearly(42, 2), []],
    [
      'R2 identical messages fire at the second',
      times(2, message('Here is my response about the topic.')),
      [[1, 'nudge', 'OUTPUT_VERBATIM']],
    ],
    ['R2 only the predecessor counts for that', [nearly(44, 1)[0]!, unlike(0), nearly(44, 2)[1]!], []],
    ['R2 a likeness of 0.853 to 2 recent messages fires', nearly(14, 3), [[2, 'nudge', 'OUTPUT_STRUCTURAL']]],
    ['R2 a likeness of 0.853 to 1 recent message says nothing', nearly(14, 2), []],
    ['R2 a likeness of 0.843 to 2 recent messages says nothing', nearly(13, 3), []],
    ['R2 nearly the same words in another layout fire', reflowed, [[2, 'nudge', 'OUTPUT_PARAPHRASE']]],
    [
      'R2 a message inside the window of 10 is recent',
      [...nearly(14, 2), ...[0, 1, 2, 3, 4, 5, 6, 7].map(unlike), nearly(14, 3)[2]!],
      [[10, 'nudge', 'OUTPUT_STRUCTURAL']],
    ],
    [
      'R2 a message that left the window of 10 is not',
      [...nearly(14, 2), ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map(unlike), nearly(14, 3)[2]!],
      [],
    ],
    [
      'R2 timestamps, UUIDs, line numbers and white space do not count',
      reports,
      [[1, 'nudge', 'OUTPUT_VERBATIM']],
    ],
  ];
  it.each(rows)('%s', (_, events, expected) => {
    expect(acts(play('votes', events))).toEqual(expected);
  });

  /** Each message is closer to the previous one: 0.733, 0.783, 0.836. */
  const closer = (() => {
    const first = words(20);
    const second = reworded(first, 2, 4, 'b');
    const third = reworded(second, 8, 3, 'c');
    return [first, second, third, reworded(third, 13, 2, 'd')].map((text) => message(text.join(' ')));
  })();

  it.each([
    ['R2 2 growing likenesses in a row are no trend', closer.slice(0, 3), []],
    [
      'R2 3 growing likenesses in a row are a trend, which is noted',
      closer,
      [[3, 'observe', 'OUTPUT_PARAPHRASE']],
    ],
    ['R2 a likeness that falls ends the trend', [closer[1]!, closer[0]!, closer[3]!, closer[2]!], []],
  ])('%s', (_, events, expected) => {
    expect(acts(play('votes', events))).toEqual(expected);
  });

  /** [words, pairs, structure] that the two texts share. */
  const wordsOnly = ['one two three', '   three two one'];
  const wordsAndPairs = ['one two one two', '   one two one two one two'];
  const structureOnly = ['one two three', 'four five six'];
  it.each([
    ['R2 shared words weigh 0.3', wordsOnly, 0.3],
    ['R2 shared words and word pairs weigh 0.3 + 0.4', wordsAndPairs, 0.7],
    ['R2 shared structure weighs 0.3', structureOnly, 0.3],
  ])('%s', (_, texts, likeness) => {
    const fires = (verbatim: number) =>
      acts(
        play(
          'votes',
          texts.map((text) => message(text)),
          { 'output-similarity': { verbatim } },
        ),
      ).length;
    expect([fires(likeness), fires(likeness - 0.005)]).toEqual([0, 1]);
  });
});

describe('R5 token patterns', () => {
  /** A text of that length without repetition. */
  const phrase = (length: number): string => {
    const text =
      'Let me look once more at what the failing login test expects, because 7 of 9 assertions hold while "session" never turns up; quickly jump back to handlers/auth.ts, verify zones, fix two typos and wrap up. Maybe!';
    return text.slice(0, length);
  };
  const streamed = (text: string, size = 1) => deltas(text, size);
  const TOKEN = 'TOKEN_REPETITION';
  const PHRASE = 'PHRASE_LOOP';
  const SHAPE = 'STRUCTURAL_LOOP';
  const list = (count: number) =>
    ['red', 'blue', 'green', 'pink', 'white', 'black', 'brown']
      .slice(0, count)
      .map((name) => `- ${name}: ${name.length}\n`)
      .join('');

  it.each([
    ['R5 a character 19 times says nothing', 'a'.repeat(19), []],
    ['R5 a character 20 times halts', 'a'.repeat(20), [[19, 'block', TOKEN]]],
    ['R5 a word 5 times says nothing', 'the '.repeat(5), []],
    ['R5 a word 6 times halts', ' the'.repeat(6), [[23, 'block', TOKEN]]],
    [
      'R5 a word 6 times halts, whether or not a blank follows',
      'the the the the the the',
      [[22, 'block', TOKEN]],
    ],
    ['R5 a word 5 times, and a blank before it, says nothing', ' the'.repeat(5), []],
    ['R5 a phrase of 20 characters twice says nothing', phrase(20).repeat(2), []],
    ['R5 a phrase of 20 characters 3 times halts', phrase(20).repeat(3), [[59, 'block', PHRASE]]],
    [
      'R5 a phrase 3 times halts, whether or not a blank follows',
      Array(3).fill(phrase(31)).join('\n'),
      [[94, 'block', PHRASE]],
    ],
    ['R5 a phrase twice, and a blank after it, says nothing', `${phrase(30)} `.repeat(2), []],
    ['R5 what is shorter than 20 characters is no phrase: 3 times say nothing', phrase(19).repeat(3), []],
    ['R5 a phrase of 200 characters 3 times halts', phrase(200).repeat(3), [[599, 'block', PHRASE]]],
    ['R5 what is longer than 200 characters is no phrase', phrase(201).repeat(3), []],
    ['R5 5 lines of one shape say nothing', list(5), []],
    [
      'R5 6 lines of one shape are noted, and the generation goes on',
      list(6),
      [[list(6).length - 1, 'observe', SHAPE]],
    ],
    [
      'R5 dividers and blank space are no loop',
      `${'-'.repeat(60)}\n${' '.repeat(60)}\n${'=-'.repeat(30)}`,
      [],
    ],
  ])('%s', (_, text, expected) => {
    expect(acts(play('votes', streamed(text)))).toEqual(expected);
  });

  it.each([1, 3, 7, 1000])('R5 the size of the chunks does not matter: %i characters at a time', (size) => {
    const kinds = (text: string): unknown[] =>
      acts(play('votes', streamed(text, size))).map(([, rung, category]) => [rung, category]);
    expect(kinds('a'.repeat(20))).toEqual([['block', TOKEN]]);
    expect(kinds(phrase(50).repeat(3))).toEqual([['block', PHRASE]]);
    expect(kinds(phrase(200))).toEqual([]);
  });

  it.each([
    [
      'R5 a whole message that was not streamed is looked at too',
      [message(phrase(40).repeat(3))],
      [[0, 'block', PHRASE]],
    ],
    [
      'R5 a message that was streamed is not looked at twice',
      [delta('a'.repeat(20)), message('a'.repeat(20))],
      [[0, 'block', TOKEN]],
    ],
    ['R5 a call ends the stream', [delta('a'.repeat(19)), call('x'), delta('a')], []],
    ['R5 a turn ends the stream', [delta('a'.repeat(19)), turn(), delta('a')], []],
    [
      'R5 each channel is a stream of its own',
      [delta('a'.repeat(19)), delta('a', { channel: 'reasoning' })],
      [],
    ],
    ['R5 reasoning is halted too', [delta('a'.repeat(20), { channel: 'reasoning' })], [[0, 'block', TOKEN]]],
  ])('%s', (_, events, expected) => {
    expect(acts(play('votes', events))).toEqual(expected);
  });

  it('R5 the decision asks to halt at once, and gives the reason', () => {
    expect(actOf(play('votes', [delta('the '.repeat(10))]).at(0))).toMatchObject({
      rung: 'block',
      text: 'Generation halted: "the" 10x in a row.',
      actions: ['halt-generation'],
    });
  });

  it('R5 a caution tells the model nothing and asks for nothing', () => {
    expect(actOf(play('votes', [delta(list(6))]).at(0))).toMatchObject({
      rung: 'observe',
      text: '',
      actions: [],
    });
  });

  it.each([
    ['R5 a confidence of 0.957 blocks', 14, 'block'],
    ['R5 a confidence of 0.945 is a caution', 11, 'observe'],
  ])('%s', (_, charRepeats, rung) => {
    const decisions = play('votes', streamed('a'.repeat(charRepeats)), { 'token-pattern': { charRepeats } });
    expect(acts(decisions)).toEqual([[charRepeats - 1, rung, TOKEN]]);
  });
});

describe('R5 the pace of interventions', () => {
  const piece = (at: number | undefined) => delta('a'.repeat(20), at === undefined ? {} : { at });
  const blocks = (events: readonly AgentEvent[], options = {}) =>
    acts(play('votes', events, { 'token-pattern': options })).map(([at]) => at);

  it.each([
    ['R5 the first is never delayed', [piece(3)], [0]],
    ['R5 14,999 ms after the previous one there is none', [piece(0), piece(14_999)], [0]],
    ['R5 15,000 ms after the previous one there may be another', [piece(0), piece(15_000)], [0, 1]],
    [
      'R5 there are 6 in a stream at most',
      [0, 1, 2, 3, 4, 5, 6, 7].map((i) => piece(i * 15_000)),
      [0, 1, 2, 3, 4, 5],
    ],
    ['R5 a new stream counts anew', [piece(0), message('hm'), piece(1)], [0, 2]],
    ['R5 without a time a second one cannot show that it waited', [piece(undefined), piece(undefined)], [0]],
  ])('%s', (_, events, expected) => {
    expect(blocks(events)).toEqual(expected);
  });

  it('R5 both limits can be set', () => {
    expect(blocks([piece(0), piece(10)], { minInterval: 10 })).toEqual([0, 1]);
    expect(blocks([piece(0), piece(15_000)], { maxInterventions: 1 })).toEqual([0]);
    expect(blocks([piece(0)], { maxInterventions: 0 })).toEqual([]);
  });
});

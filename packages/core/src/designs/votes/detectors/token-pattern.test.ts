import { expect, it } from 'vitest';
import { readOptions } from '../../../detection/options.js';
import { recordEvent, newSession } from '../../../session/session.js';
import { call, delta, deltas, edit, message, range, testDetector, turn } from '../../../testing/index.js';
import { tokenPattern } from './token-pattern.js';

/** A sentence of that many characters without repetition. */
function phrase(length: number): string {
  let value = 1;
  const letters = range(length - 2).map(() => {
    value = (Math.imul(value, 1103515245) + 12345) >>> 0;
    return String.fromCharCode(97 + ((value >>> 16) % 26));
  });
  return `${letters.join('')}. `;
}

const A20 = 'a'.repeat(20);
const STUCK = 'Let me look at that file again. ';
const PROSE =
  'The parser reads one token at a time. When it meets a bracket, it calls itself, and what it gets back becomes a ' +
  'node of the tree. Errors are collected on the way; the first one is shown to the user, with its line.\n\n';
const CODE =
  'for (const [name, value] of Object.entries(fields)) {\n  if (value === undefined) continue;\n  out[name] = value;\n}\n';

testDetector(tokenPattern, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'prose and code', events: deltas(PROSE + CODE) },
    {
      name: 'a long text that uses the same words again',
      events: deltas(
        range(30)
          .map((i) => `${PROSE.slice(i, i + 90)} ${i}.`)
          .join('\n'),
      ),
    },
    { name: '19 times one character', events: deltas(`So: ${'a'.repeat(19)}!`) },
    { name: '5 times one word', events: deltas('so the the the the the end') },
    { name: 'two copies of a phrase', events: deltas(`${STUCK}${STUCK}Then I will run it.`) },
    {
      name: 'three copies of a phrase, the last one short of a letter',
      events: deltas(phrase(20).repeat(3).slice(0, -3)),
    },
    {
      name: 'a phrase of 19 characters, which counts as a word, 5 times',
      events: deltas(phrase(19).repeat(5)),
    },
    { name: 'a phrase of 201 characters, however often', events: deltas(phrase(201).repeat(6)) },
    {
      name: 'copies that do not follow each other directly',
      events: deltas(
        range(8)
          .map((i) => `${STUCK}${i}. `)
          .join(''),
      ),
    },
    {
      name: 'dividers in ASCII',
      events: deltas(`a\n${'-'.repeat(200)}\nb\n${'='.repeat(200)}\nc\n${'* '.repeat(80)}\n`),
    },
    {
      name: 'dividers made of lines, dots and blocks',
      events: deltas(`${'─'.repeat(80)} x ${'·'.repeat(80)} y ${'█'.repeat(80)} z ${'—'.repeat(80)}`),
    },
    { name: 'the head of a table', events: deltas(`| a | b |\n|${' --- |'.repeat(40)}\n`) },
    {
      name: 'blank space',
      events: deltas(`a${' '.repeat(300)}b${'\n'.repeat(300)}c${'\t'.repeat(300)}d${'\u3000'.repeat(60)}`),
    },
    { name: '19 times one emoji', events: deltas(`Done! ${'🎉'.repeat(19)}`) },
    { name: 'one emoji with a colour modifier 19 times', events: deltas(`Done! ${'❤️'.repeat(19)}`) },
    {
      name: '5 lines of one shape',
      events: deltas(
        range(5)
          .map((i) => `- item ${i}: fine\n`)
          .join(''),
      ),
    },
    { name: 'lines of different shapes', events: deltas(CODE) },
    {
      name: 'channels are kept apart',
      events: [
        delta('a'.repeat(19)),
        delta('a'.repeat(19), { channel: 'reasoning' }),
        delta('a'.repeat(19), { channel: 'arguments' }),
      ],
    },
    {
      name: 'a call ends the stream',
      events: [delta('a'.repeat(15)), call('ls', {}, 'x'), delta('a'.repeat(15))],
    },
    { name: 'a turn ends the stream', events: [delta('a'.repeat(15)), turn(), delta('a'.repeat(15))] },
    {
      name: 'a message ends the stream',
      events: [delta('a'.repeat(15)), message('a'.repeat(15)), delta('a'.repeat(15))],
    },
    {
      name: 'a message does not continue the next one',
      events: [message('a'.repeat(15)), message('a'.repeat(15))],
    },
    { name: 'empty texts', events: [delta(''), message(''), delta(''), turn('')] },
    { name: '`charRepeats` set higher', options: { charRepeats: 21 }, events: deltas(A20) },
    { name: '`wordRepeats` set higher', options: { wordRepeats: 7 }, events: deltas('the '.repeat(6)) },
    {
      name: '`phraseRepeats` set higher',
      options: { phraseRepeats: 4 },
      events: deltas(STUCK.repeat(3)),
    },
    { name: 'a shorter longest phrase', options: { maxPhrase: 31 }, events: deltas(STUCK.repeat(5)) },
    {
      name: '`shapeLines` set higher',
      options: { shapeLines: 7 },
      events: deltas(
        range(6)
          .map((i) => `- item ${i}: fine\n`)
          .join(''),
      ),
    },
    { name: 'no interventions allowed', options: { maxInterventions: 0 }, events: deltas(A20) },
  ],
  looping: [
    {
      name: 'one character 20 times, at the 20th; without timestamps there is no second intervention',
      events: range(40).map(() => delta('a')),
      signals: [{ at: 19, messageId: 'character', score: 0.97 }],
    },
    {
      name: 'twice as many copies leave half the doubt',
      events: [delta('a'.repeat(40))],
      signals: [{ at: 0, messageId: 'character', score: 0.985 }],
    },
    {
      name: 'one word 6 times, at its last letter',
      events: [delta('the the the the the th'), delta('e')],
      signals: [{ at: 1, messageId: 'word', score: 0.97 }],
    },
    {
      name: 'words in the middle of a line, one word per line, two alternating words',
      events: [
        delta('so the the the the the the'),
        turn(),
        delta('the\n'.repeat(6)),
        turn(),
        delta('to be '.repeat(6)),
      ],
      signals: [
        { at: 0, messageId: 'word' },
        { at: 2, messageId: 'word' },
        { at: 4, messageId: 'word' },
      ],
    },
    {
      name: 'a word of two letters, without spaces',
      events: [delta('h'), delta('ahahahahah'), delta('a')],
      signals: [{ at: 2, messageId: 'word', score: 0.97 }],
    },
    {
      name: '3 copies of a phrase of 20 characters',
      events: [delta(phrase(20).repeat(2)), delta(phrase(20))],
      signals: [{ at: 1, messageId: 'phrase', score: 0.97 }],
    },
    {
      name: '3 copies of a phrase of 200 characters',
      events: [delta(phrase(200).repeat(2)), delta(phrase(200))],
      signals: [{ at: 1, messageId: 'phrase', score: 0.97 }],
    },
    {
      name: 'a phrase of 19 characters 6 times',
      events: [delta(phrase(19).repeat(5)), delta(phrase(19))],
      signals: [{ at: 1, messageId: 'word', score: 0.97 }],
    },
    {
      name: 'a phrase after other text, and with other text after it',
      events: [delta(PROSE), delta(STUCK.repeat(3)), delta(PROSE)],
      signals: [{ at: 1, messageId: 'phrase' }],
    },
    {
      name: 'a phrase that itself contains repeats',
      events: [delta('the same words the same the same the same words '.repeat(3))],
      signals: [{ at: 0, messageId: 'phrase' }],
    },
    {
      name: 'paragraphs',
      events: [
        delta(
          ['I will fix the parser now.', 'I will fix the parser now.', 'I will fix the parser now.'].join(
            '\n\n',
          ),
        ),
      ],
      signals: [{ at: 0, messageId: 'phrase' }],
    },
    {
      name: 'CJK text',
      events: [
        delta('この手順をもう一度確認してから次に進みます。'.repeat(3)),
        turn(),
        delta('は'.repeat(20)),
      ],
      signals: [
        { at: 0, messageId: 'phrase' },
        { at: 2, messageId: 'character' },
      ],
    },
    {
      name: '20 times one emoji',
      events: [delta('🎉'.repeat(20)), turn(), delta('❤️'.repeat(20))],
      signals: [
        { at: 0, messageId: 'character', score: 0.97 },
        { at: 2, messageId: 'character', score: 0.97 },
      ],
    },
    {
      name: '6 lines of one shape are only noted',
      events: range(6).map((i) => delta(`- item ${i}: fine\n`)),
      signals: [{ at: 5, messageId: 'structure', score: 0.8 }],
    },
    {
      name: 'a note does not delay a halt',
      events: [...range(6).map((i) => delta(`- item ${i}: fine\n`, { at: 0 })), delta(A20, { at: 1 })],
      signals: [
        { at: 5, messageId: 'structure' },
        { at: 6, messageId: 'character' },
      ],
    },
    {
      name: 'other numbers',
      options: { minPhrase: 10, charRepeats: 12, wordRepeats: 4, phraseRepeats: 2, shapeLines: 2 },
      events: [
        delta('a'.repeat(12)),
        turn(),
        delta('the '.repeat(4)),
        turn(),
        delta('one two three four. '.repeat(2)),
        turn(),
        delta('a: 1\nb: 2\n'),
      ],
      signals: [
        // Fewer copies than usual leave more doubt, so the signal only raises caution.
        { at: 0, messageId: 'character', score: 0.9 },
        { at: 2, messageId: 'word', score: 0.955 },
        { at: 4, messageId: 'phrase', score: 0.955 },
        { at: 6, messageId: 'structure', score: 0.8 },
      ],
    },
    {
      name: 'a higher confidence limit: the same sign is only noted',
      options: { blockAbove: 0.98 },
      events: [delta(STUCK.repeat(3))],
      signals: [{ at: 0, messageId: 'phrase', score: 0.9 }],
    },
    {
      name: 'at least 15 seconds between two interventions',
      events: [
        delta(A20, { at: 0 }),
        delta('a', { at: 14_999 }),
        delta('a', { at: 15_000 }),
        delta('a', { at: 29_999 }),
        delta('a', { at: 30_000 }),
      ],
      signals: [
        { at: 0, messageId: 'character' },
        { at: 2, messageId: 'character' },
        { at: 4, messageId: 'character' },
      ],
    },
    {
      name: 'another interval',
      options: { minInterval: 100 },
      events: [delta(A20, { at: 0 }), delta('a', { at: 99 }), delta('a', { at: 100 })],
      signals: [
        { at: 0, messageId: 'character' },
        { at: 2, messageId: 'character' },
      ],
    },
    {
      name: 'at most 6 interventions per stream',
      events: range(9).map((i) => delta(A20, { at: i * 20_000 })),
      signals: range(6).map((at) => ({ at, messageId: 'character' as const })),
    },
    {
      name: 'a lower limit of interventions; each new stream starts its own count',
      options: { maxInterventions: 1 },
      events: [delta(A20, { at: 0 }), delta(A20, { at: 20_000 }), turn(), delta(A20, { at: 20_001 })],
      signals: [
        { at: 0, messageId: 'character' },
        { at: 3, messageId: 'character' },
      ],
    },
    {
      name: 'each channel has its own stream',
      events: [
        delta(A20),
        delta('b'.repeat(20), { channel: 'reasoning' }),
        delta('c'.repeat(20), { channel: 'arguments' }),
      ],
      signals: [
        { at: 0, messageId: 'character' },
        { at: 1, messageId: 'character' },
        { at: 2, messageId: 'character' },
      ],
    },
    {
      name: 'deltas of other channels in between do not split a stream',
      events: [
        delta('a'.repeat(15)),
        delta('hm', { channel: 'reasoning' }),
        edit('f', '1', '2'),
        delta('a'.repeat(5)),
      ],
      signals: [{ at: 3, messageId: 'character' }],
    },
    {
      name: 'a message without deltas is checked',
      events: [message(`${STUCK}${STUCK}${STUCK}`.trim())],
      signals: [{ at: 0, messageId: 'phrase' }],
    },
    {
      name: 'a message after its deltas is not checked twice; the next message is',
      events: [delta(A20), message(A20), message(A20)],
      signals: [
        { at: 0, messageId: 'character' },
        { at: 2, messageId: 'character' },
      ],
    },
    {
      name: 'reasoning is not the message: the message is checked after it, and after an empty delta',
      events: [delta('hm', { channel: 'reasoning' }), delta(''), message(A20)],
      signals: [{ at: 2, messageId: 'character' }],
    },
    {
      name: 'a huge message',
      events: [message(PROSE + STUCK.repeat(2000))],
      signals: [{ at: 0, messageId: 'phrase' }],
    },
  ],
});

/** The signals about a text that streams in pieces of that many characters. */
function signalsAbout(
  text: string,
  size: number,
): Required<ReturnType<typeof tokenPattern.step>>['signal'][] {
  const options = readOptions('token-pattern', tokenPattern.meta.options, { minInterval: 0 });
  let session = newSession();
  let state = tokenPattern.init();
  return deltas(text, size).flatMap((event, at) => {
    const context = recordEvent(session, { ...event, at }, { window: 1, hasFeatures: false, tools: {} });
    const step = tokenPattern.step(state, context, options);
    session = context.session;
    state = step.state;
    return step.signal ?? [];
  });
}

it('token-pattern: a loop keeps its key however the text is cut and however long it lasts', () => {
  const identities = [1, 2, 5, 7, 50, 1000]
    .flatMap((size) => signalsAbout(STUCK.repeat(6), size))
    .map((one) => one.identity);
  expect(identities.length).toBeGreaterThan(6);
  expect(new Set(identities).size).toBe(1);
  expect(signalsAbout(phrase(30).repeat(3), 7)[0]?.identity).not.toBe(identities[0]);
});

it('token-pattern: the shown phrase starts at a word, and halting signals differ from notes', () => {
  expect(signalsAbout(STUCK.repeat(3), 5)[0]).toMatchObject({
    urgency: 'hard',
    data: { unit: 'Let me look at that file again.', count: 3 },
  });
  expect(
    signalsAbout(
      range(6)
        .map((i) => `- item ${i}: fine\n`)
        .join(''),
      5,
    )[0],
  ).toMatchObject({ urgency: 'note' });
});

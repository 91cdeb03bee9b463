import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../event/event.js';
import { call, edit, message, turn } from '../testing/index.js';
import { absorb, newSession } from './session.js';
import {
  isOneForm,
  likenessOf,
  listenTo,
  meanNovelty,
  newSpeech,
  type Saying,
  type Speech,
} from './speech.js';

const LENS = { window: 5, isClose: true, tools: {} };
const LONG =
  'we found that the oldest of the three pumps runs hot at night because its filter is full and nobody has looked after it';

/** What is heard of the messages among these events; new prompts are told to the speech. */
function sayings(events: readonly AgentEvent[], minWords = 3): Saying[] {
  let session = newSession();
  let speech: Speech = newSpeech();
  return events.flatMap((event) => {
    const moment = absorb(session, event, LENS);
    session = moment.session;
    if (moment.boundary !== 'none') speech = { ...speech, asked: true };
    if (event.kind !== 'message') return [];
    const heard = listenTo(speech, event.text, moment, minWords);
    speech = heard?.speech ?? speech;
    return heard ? [heard.saying] : [];
  });
}
const last = (...events: readonly AgentEvent[]): Saying => sayings(events).at(-1)!;
const say = (...texts: readonly string[]): Saying => last(...texts.map((text) => message(text)));

describe('listenTo', () => {
  it.each([
    ['too short', 'one two', 0],
    ['numbers are no words', 'one two 3 4 5', 0],
    ['just long enough', 'one two three', 1],
  ])('%s', (_, text, expected) => {
    expect(sayings([message(text)])).toHaveLength(expected);
  });

  it('knows its place', () => {
    const events = [turn('go'), call('ls', {}, 'a'), edit('a', '1', '2'), message('one two three')];
    expect(last(...events)).toMatchObject({
      seq: 3,
      label: 'one two three',
      size: 3,
      task: 1,
      world: 1,
    });
  });

  it('one print for what differs in numbers, signs and case', () => {
    expect(say('Ticket 17: all is well.').print).toBe(say('ticket 18, all is well!').print);
    expect(say('all is well').print).not.toBe(say('well is all').print);
  });

  it.each([
    ['the first is all new', ['one two three four five'], 1],
    ['the same again is not new', ['one two three four five', 'one two three four five'], 0],
    ['half of it', ['one two three four five', 'one two three four six'], 0.5],
    ['the same words in another order are new sequences', ['a b c d e', 'e d c b a'], 1],
    ['heard long ago', ['a b c d', 'e f g h', 'i j k l', 'a b c d'], 0],
  ])('novelty: %s', (_, texts, expected) => {
    expect(say(...texts).novelty).toBe(expected);
  });

  it.each([
    ['a new word', ['one two three', 'one two four'], true],
    ['old words in another order', ['one two three', 'three two one'], false],
    ['another case', ['one two three', 'One Two THREE'], false],
  ])('says something new: %s', (_, texts, expected) => {
    expect(say(...texts).saysNew).toBe(expected);
  });

  it.each([
    ['a path', ['look at it now', 'look at src/a.ts now'], true],
    ['the same path', ['look at src/a.ts now', 'now look at src/a.ts'], false],
    ['plain words', ['look at it now', 'look at them now'], false],
  ])('names something new: %s', (_, texts, expected) => {
    expect(say(...texts).namesNew).toBe(expected);
  });

  it.each([
    ['nothing', [message('one two three'), message('one two three')], false],
    ['a new prompt', [message('one two three'), turn('more'), message('one two three')], true],
    [
      'a nudge is no new prompt',
      [
        message('one two three'),
        turn('more', { role: 'harness', reason: 'nudge' }),
        message('one two three'),
      ],
      false,
    ],
    [
      'a prompt is used up by the first answer',
      [turn('more'), message('one two three'), message('one two three')],
      false,
    ],
    ['a new name', [message('one two three'), message('one two src/a.ts')], true],
    ['a new word alone', [message('one two three'), message('one two four')], false],
    ['new work alone', [message('one two three'), edit('a', '1', '2'), message('one two three')], false],
    [
      'a new word about a change',
      [message('one two three'), edit('a', '1', '2'), message('one two four')],
      true,
    ],
    [
      'a new word about a new result',
      [message('one two three'), call('ls', {}, 'a'), message('one two four')],
      true,
    ],
    [
      'a new word about an old result',
      [call('ls', {}, 'a'), message('one two three'), call('ls', {}, 'a'), message('one two four')],
      false,
    ],
  ])('earns credit: %s', (_, events, expected) => {
    expect(last(...events).isCredited).toBe(expected);
  });

  it.each([
    ['nothing has moved', [], 0],
    ['a new result', [call('ls', {}, 'a')], 1],
    ['the same result again', [call('ls', {}, 'a'), call('ls', {}, 'a')], 1],
    ['a changed file', [edit('a', '1', '2')], 1],
    ['an edit that changes nothing', [edit('a', '1', '1')], 0],
    ['a long message that is new', [message(LONG)], 1],
    ['a short one', [message('one two three')], 0],
    ['the same long one again', [message(LONG), message(LONG)], 1],
  ])('progress: %s', (_, events, expected) => {
    expect(last(...events, message('nine ten eleven')).progress).toBe(expected);
  });

  it('a long message that is new is on one level with its repetitions', () => {
    const said = sayings([message(LONG), message(LONG)]);
    expect(said.map(({ progress }) => progress)).toEqual([1, 1]);
  });

  it.each([
    ['nothing', [], 0],
    ['a call', [call('ls', {}, 'a')], 1],
    ['a changed file', [edit('a', '1', '2')], 1],
    ['an edit that changes nothing', [edit('a', '1', '1')], 0],
    ['a call that changes something is two', [call('Write', { path: 'a', content: 'x' }, 'ok')], 2],
  ])('deeds: %s', (_, events, expected) => {
    expect(last(...events, message('nine ten eleven')).deeds).toBe(expected);
  });

  it('changes nothing that it was given, and its state is plain', () => {
    const speech = newSpeech();
    const before = JSON.stringify(speech);
    const heard = listenTo(speech, LONG, { seq: 0, session: newSession() }, 3)!;
    expect(JSON.stringify(speech)).toBe(before);
    expect(JSON.parse(JSON.stringify(heard))).toEqual(heard);
  });

  it('stays small however much is said', () => {
    let speech = newSpeech();
    const words = Array.from(
      { length: 3000 },
      (_, i) => `w${String.fromCharCode(97 + (i % 26), 97 + ((i / 26) % 26), 97 + ((i / 676) % 26))}`,
    );
    for (let i = 0; i < 3000; i += 10) {
      speech = listenTo(
        speech,
        words.slice(i, i + 10).join(' '),
        { seq: i, session: newSession() },
        3,
      )!.speech;
    }
    expect(JSON.stringify(speech).length).toBeLessThan(12_000);
  });
});

describe('meanNovelty', () => {
  const saying = (novelty: number, isCredited = false): Saying => ({
    ...say('one two three'),
    novelty,
    isCredited,
  });

  it.each([
    ['the average', [saying(0.2), saying(0.4)], 0.5, 0.3],
    ['what earns credit counts at least that', [saying(0.2, true), saying(0.4)], 0.6, 0.5],
    ['more than that where it is newer', [saying(0.8, true), saying(0.4)], 0.6, 0.6],
    ['no credit to give', [saying(0.2, true)], 0, 0.2],
  ])('%s', (_, said, credit, expected) => {
    expect(meanNovelty(said, credit)).toBeCloseTo(expected, 10);
  });
});

describe('isOneForm', () => {
  const form = (name: string, sign = '-'): string =>
    `# ${name}\n\n${sign} all is well\n  ${sign} no findings\n\nNext I go on.`;

  it.each([
    ['other words in the same lines', [form('Pumps'), form('Valves')], true],
    ['another sign before a line', [form('Pumps'), form('Valves', '*')], false],
    ['a line more', [form('Pumps'), `${form('Valves')}\nBye.`], false],
    ['letters of any script are one sign', [form('Pumps'), form('Pumps').replace('Next', 'Ähnlich')], true],
    ['digits are one sign', [`${form('a')}\n1. x`, `${form('b')}\n2. x`], true],
    ['three lines are too few', ['one two\nthree\nfour', 'one two\nthree\nfour'], false],
    ['blank lines are none', ['one two\n\n\n\nthree', 'one two\n\n\n\nthree'], false],
    ['nothing', [], false],
  ])('%s', (_, texts, expected) => {
    expect(isOneForm(sayings(texts.map((text) => message(text))))).toBe(expected);
  });
});

it.each([
  ['the same words', 'one two three', 'three two one', 1],
  ['half of all words', 'one two three', 'one two four', 0.5],
  ['no common word', 'one two three', 'four five six', 0],
])('likenessOf: %s', (_, one, other, expected) => {
  expect(likenessOf(say(one), say(other))).toBe(expected);
});

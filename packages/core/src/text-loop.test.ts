import { describe, expect, it } from 'vitest';
import type { AgentEvent } from './event/event.js';
import { recordEvent, newSession } from './session/session.js';
import { delta, deltas as stream, error, message } from './testing/index.js';
import { LEAD, noun, PARAGRAPH, restart, rows, sentence, verb } from './testing/made-up-text.js';
import { readOptions } from './detection/options.js';
import { textLoop } from './detection/detectors/text-loop.js';

restart();

const limits = readOptions(textLoop.meta.id, textLoop.meta.options);
type State = ReturnType<typeof textLoop.init>;

function run(events: readonly AgentEvent[], from: State) {
  let state = from;
  const found: { at: number; identity: string }[] = [];
  for (const [at, event] of events.entries()) {
    const context = recordEvent(newSession(), event, { window: 1, hasFeatures: false, tools: {} });
    const step = textLoop.step(state, context, limits);
    state = step.state;
    if (step.signal) found.push({ at, identity: step.signal.identity });
  }
  return { state, found };
}

const play = (events: readonly AgentEvent[], from = textLoop.init()) => run(events, from).found;
const stateAfter = (events: readonly AgentEvent[]): State => run(events, textLoop.init()).state;

/** Plays a text as the model writes it, with one signal for each piece that has one. */
function urgencies(text: string, channel?: 'arguments'): Map<number, string> {
  let state = textLoop.init();
  const found = new Map<number, string>();
  for (let i = 0; i < text.length; i++) {
    const event = delta(text.charAt(i), channel ? { channel } : {});
    const context = recordEvent(newSession(), event, { window: 1, hasFeatures: false, tools: {} });
    const step = textLoop.step(state, context, limits);
    state = step.state;
    if (step.signal) found.set(i + 1, step.signal.urgency);
  }
  return found;
}

/** The number of characters before it first becomes that urgent. */
const first = (found: Map<number, string>, urgency: string): number =>
  [...found].find(([, one]) => one === urgency)?.[0] ?? Infinity;

describe('symbols', () => {
  it.each([
    ['!'],
    ['=-'],
    ['\n'],
    ['<td>'],
    ['░'],
    [')'],
    ['?!'],
    ['🚀'],
    [' '],
    ['\\n'],
    ['&nbsp;'],
    ['}\n'],
    ['. '],
  ])('%j is left alone up to 199 characters and cut by 400', (unit) => {
    expect(urgencies(unit.repeat(200).slice(0, 199)).size).toBe(0);
    expect(first(urgencies(unit.repeat(400).slice(0, 400)), 'hard')).toBeLessThanOrEqual(400);
  });

  it.each([['-'], ['='], ['_'], ['─'], ['╭─']])('%j is a rule of up to 1000 characters', (unit) => {
    expect(urgencies(unit.repeat(1000).slice(0, 1000)).size).toBe(0);
  });

  it.each([['ha '], ['very '], ['court\n\n'], ['да '], ['no, ']])(
    'the word %j may come 18 times, not 24',
    (word) => {
      expect(urgencies(word.repeat(18)).size).toBe(0);
      expect(first(urgencies(word.repeat(27)), 'hard')).toBeLessThanOrEqual(27 * word.length);
    },
  );
});

describe('lines that differ only in a counter', () => {
  it.each([
    ['a step', (i: number) => `Step ${i}: check the file\n`],
    ['a numbered item', (i: number) => `${i}. I will now check the file again.\n`],
    ['an attempt', (i: number) => `Attempt ${i} failed.\n`],
    ['a bullet', (i: number) => `- Looking at page ${i} of the document again\n`],
    [
      'a long line',
      (i: number) =>
        `Round ${i}: I open the file, look at every value in it, compare all of them with the manual, and close it.\n`,
    ],
  ])('%s gets a warning at 6 and a cut at 20', (_, line) => {
    const text = (count: number): string => rows(count, (i) => line(i + 1));
    expect(urgencies(text(5)).size).toBe(0);
    expect(first(urgencies(text(7)), 'warn')).toBeLessThanOrEqual(text(7).length);
    expect(first(urgencies(text(19)), 'hard')).toBe(Infinity);
    expect(first(urgencies(text(21)), 'hard')).toBeLessThanOrEqual(text(21).length);
  });

  it.each([
    ['rows of a table', (i: number) => `| service-${i} | healthy | team-a |\n`],
    ['records', (i: number) => `{"id": ${i}, "type": "user", "active": true},\n`],
    ['a checklist', (i: number) => `- [x] Migrate component number ${i} to the new design system\n`],
    ['CSV', (i: number) => `${i},north,open,EUR\n`],
    ['SQL', (i: number) => `INSERT INTO seats (id, room, taken) VALUES (${i}, 1, false);\n`],
    ['a list of tests', (i: number) => `✓ parses case ${i} (3 ms)\n`],
    ['a log', (i: number) => `10:00:${10 + i} WARN retrying connection to the database\n`],
    ['assignments', (i: number) => `  this.field${i} = options.field${i} ?? defaults.field${i};\n`],
  ])('%s are data: they are never cut', (_, line) => {
    expect(urgencies(rows(80, line)).size).toBe(0);
  });

  it('equal rows of data are cut', () => {
    expect(first(urgencies('| service | healthy | team-a | yes |\n'.repeat(20)), 'hard')).toBeLessThan(
      Infinity,
    );
  });
});

it('ignores a traceback that occurs three times', () => {
  const trace = `Traceback (most recent call last):\n${rows(4, (i) => `  File "/lib/python3.9/${noun(i)}.py", line ${40 + i}, in ${verb(i)}\n    return self._${verb(i)}(${noun(i)}, retry=retry + 1)\n`)}ValueError: no ${noun(2)}\n\nDuring handling of the above exception, another exception occurred:\n\n`;
  expect(play([message(trace.repeat(3))])).toEqual([]);
});

it('keeps reporting a loop with one identity while it lasts, and stops when it ends', () => {
  const loop = stream(`${LEAD}${'Let me look at that file again. '.repeat(30)}`, 20);
  const found = play([...loop, ...stream(`${sentence()} ${PARAGRAPH}`, 20)]);
  const at = found.map((one) => one.at);
  expect(new Set(found.map(({ identity }) => identity)).size).toBe(1);
  expect(at).toEqual(Array.from({ length: at.length }, (_, i) => at[0]! + i));
  expect(at.at(-1)).toBeGreaterThanOrEqual(loop.length - 1);
  expect(at.at(-1)).toBeLessThan(loop.length + 3);
});

it('gives the same result for a state that was continued before', () => {
  const before = stream(`${LEAD}${'Let me look at that file again. '.repeat(8)}`);
  const more = stream('Let me look at that file again. '.repeat(8));
  const state = stateAfter(before);
  const one = play(more, state);
  expect(play(stream(PARAGRAPH), state)).toEqual([]);
  expect(play(more, state)).toEqual(one);
  expect(one.length).toBeGreaterThan(0);
});

it('gives a loop one identity for any chunk boundaries', () => {
  const identities = [0, 1, 5, 9, 17].flatMap((lead) =>
    play(stream(`${LEAD.slice(0, lead)}${'Let me look at that file again. '.repeat(14)}`)).map(
      ({ identity }) => identity,
    ),
  );
  expect(new Set(identities).size).toBe(1);
});

it('drops the streams at any other event', () => {
  expect(JSON.stringify(stateAfter([...stream(PARAGRAPH), error('network')]))).toBe('{}');
});

it('keeps less than 20 kB of an open stream, as JSON', () => {
  const text = rows(300, () => `${sentence()} `);
  expect(JSON.stringify(stateAfter(stream(text, 40))).length).toBeLessThan(20_000);
});

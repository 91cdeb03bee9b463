import { call, edit, failure, message, testDetector, times, turn } from '../../testing/index.js';
import { trendlessNumbers } from './trendless-numbers.js';

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const look = (text: string): ReturnType<typeof call> => call('status', { job: 'j' }, text);
const level = (n: number): ReturnType<typeof call> => look(`level ${n} of 10`);
const size = (n: number): ReturnType<typeof call> => look(`context holds ${n} tokens`);
const WILD = [7, 3, 9, 2, 8, 4, 6, 1, 5, 7, 3];
const STILL = [198_204, 198_146, 198_473, 198_274, 198_210, 198_300];
const sleep = call('sleep', { seconds: 5 }, '');

testDetector(trendlessNumbers, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'a counter that climbs', events: range(20).map((i) => look(`scanned ${100 * i} of 900 hosts`)) },
    { name: 'a queue that gets shorter', events: range(20).map((i) => look(`${50 - i} jobs left`)) },
    {
      name: 'a counter that rests now and then',
      events: range(20).map((i) => look(`scanned ${Math.floor(i / 2)} hosts`)),
    },
    { name: 'one number climbs, another jitters', events: WILD.map((n, i) => look(`load ${n}, done ${i}`)) },
    { name: 'nine looks at numbers that go nowhere', events: WILD.slice(0, 9).map(level) },
    { name: 'four looks at numbers that hardly move', events: STILL.slice(0, 4).map(size) },
    { name: 'equal numbers are for another detector', events: times(20, level(5)) },
    { name: 'no numbers at all', events: times(20, look('nothing yet')) },
    {
      name: 'new words each time',
      events: range(20).map((i) => look(`${'abcdefghijklmnopqrst'.charAt(i)} ${WILD[i % 9] ?? 0}`)),
    },
    { name: 'other targets', events: WILD.map((n, i) => call('status', { job: i }, `level ${n} of 10`)) },
    {
      name: 'something new in between ends the run',
      events: [
        ...WILD.slice(0, 6).map(level),
        call('read', { path: 'a' }, 'text'),
        ...WILD.slice(0, 6).map(level),
      ],
    },
    {
      name: 'a new task ends the run',
      events: [...WILD.slice(0, 6).map(level), turn('next'), ...WILD.slice(0, 6).map(level)],
    },
    {
      name: 'small numbers are never still',
      events: [1, 2, 1, 2, 1, 2, 1].map((n) => look(`${n} of 10 ready`)),
    },
    {
      name: 'a large number that moves is not still because another one is',
      events: STILL.map((n, i) => look(`${n} tokens in ${[40, 90, 30, 70, 20, 80][i]!} parts`)),
    },
    { name: 'more looks asked for', options: { looks: 100 }, events: WILD.map(level) },
    { name: 'a narrower spread', options: { spread: 0.0001 }, events: STILL.map(size) },
    { name: 'what is no call', events: times(12, message('level 5 of 10')) },
  ],
  looping: [
    {
      name: 'ten looks at numbers that go nowhere',
      events: WILD.map(level),
      signals: [
        { at: 9, messageId: 'trendless', score: 0.8 },
        { at: 10, messageId: 'trendless', score: 0.8259 },
      ],
    },
    {
      name: 'fewer looks asked for',
      options: { looks: 3 },
      events: [7, 3, 9].map(level),
      signals: [{ at: 2, messageId: 'trendless', score: 0.8 }],
    },
    {
      name: 'five looks at numbers that hardly move',
      events: STILL.map(size),
      signals: [
        { at: 4, messageId: 'trendless', score: 0.8 },
        { at: 5, messageId: 'trendless', score: 0.8484 },
      ],
    },
    {
      name: 'fewer of these asked for',
      options: { still: 3 },
      events: STILL.slice(0, 3).map(size),
      signals: [{ at: 2, messageId: 'trendless', score: 0.8 }],
    },
    {
      name: 'a wider spread',
      options: { spread: 0.5 },
      events: [100, 130, 90, 120, 110].map(size),
      signals: [{ at: 4, messageId: 'trendless', score: 0.8 }],
    },
    {
      name: 'a constant beside them changes nothing',
      events: STILL.slice(0, 5).map((n) => look(`${n} of 200000 tokens`)),
      signals: [{ at: 4, messageId: 'trendless', score: 0.8 }],
    },
    {
      name: 'small numbers beside them say nothing',
      events: STILL.slice(0, 5).map((n, i) =>
        look(`${n} tokens, saved ${[0.3, 0.2, 0.4, 0.3, 0.5][i]!} percent`),
      ),
      signals: [{ at: 4, messageId: 'trendless', score: 0.8 }],
    },
    {
      name: 'numbers that jump once and then rest have no trend of three',
      events: [5, 5, 5, 5, 5, 5, 5, 5, 5, 6].map(level),
      signals: [{ at: 9, messageId: 'trendless', score: 0.8 }],
    },
    {
      name: 'a look aside does not end the run',
      events: [
        call('ls', {}, 'a b'),
        ...WILD.slice(0, 5).map(level),
        call('ls', {}, 'a b'),
        ...WILD.slice(5, 10).map(level),
      ],
      signals: [{ at: 11, messageId: 'trendless', score: 0.8 }],
    },
    {
      name: 'waits, edits and talk do not either',
      events: WILD.slice(0, 10).flatMap((n, i) => [
        level(n),
        sleep,
        message('hm'),
        edit('a', `${i}`, `${i + 1}`),
      ]),
      signals: [{ at: 36, messageId: 'trendless', score: 0.8 }],
    },
    {
      name: 'failures count like any look',
      events: WILD.slice(0, 10).map((n) => failure('status', {}, `busy, load ${n}`)),
      signals: [{ at: 9, messageId: 'trendless', score: 0.8 }],
    },
    {
      name: 'after the end of one run another begins',
      events: [level(1), level(9), call('read', { path: 'a' }, 'text'), ...WILD.slice(0, 10).map(level)],
      signals: [{ at: 12, messageId: 'trendless', score: 0.8 }],
    },
    {
      name: 'in long runs the last twelve looks decide',
      events: [...range(8).map((i) => level(100 + i)), ...WILD.map(level)],
      signals: [
        { at: 9, messageId: 'trendless', score: 0.8 },
        { at: 10, messageId: 'trendless', score: 0.8259 },
        { at: 11, messageId: 'trendless', score: 0.8484 },
        { at: 12, messageId: 'trendless', score: 0.868 },
        { at: 13, messageId: 'trendless', score: 0.8851 },
        { at: 14, messageId: 'trendless', score: 0.9 },
        { at: 15, messageId: 'trendless', score: 0.9129 },
        { at: 16, messageId: 'trendless', score: 0.9242 },
        { at: 17, messageId: 'trendless', score: 0.934 },
        { at: 18, messageId: 'trendless', score: 0.9426 },
      ],
    },
  ],
});

import { call, edit, error, message, testDetector, times, turn } from '../../testing/index.js';
import { reportedError } from './reported-error.js';

type ReportedError = ReturnType<typeof error>;

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

const NAMES = [
  'ledger',
  'guests',
  'routes',
  'stock',
  'prices',
  'visits',
  'wagons',
  'pumps',
  'valves',
  'bolts',
];
const type = error('TypeError', 'x is not a function');
const imports = error('ImportError', 'no module of that name');
const syntax = error('SyntaxError', 'unexpected end of input');
const other = (i: number): ReportedError => error(`Odd${NAMES[i]!}`, `trouble with ${NAMES[i]!}`);
const fixed = (fix: string, i: number): ReportedError => error(`Odd${NAMES[i]!}`, NAMES[i], { fix });

testDetector(reportedError, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'one error', events: [type] },
    { name: 'many different errors', events: range(10).map(other) },
    { name: 'two errors, once each', events: [type, imports] },
    {
      name: 'three errors, once each, and others behind',
      events: [type, imports, syntax, other(0), other(1)],
    },
    {
      name: 'one type of error about different things',
      events: range(6).map((i) => error('KeyError', NAMES[i])),
    },
    { name: 'bare codes that differ', events: [404, 500, 502, 418].map((code) => error('', String(code))) },
    {
      name: 'different fixes for different errors',
      events: range(6).map((i) => fixed(`rewrite ${NAMES[i]!}`, i)),
    },
    {
      name: 'one fix with other figures: a value is being looked for',
      events: [30, 60, 45, 50].map((seconds, i) => fixed(`set the limit to ${seconds} items`, i)),
    },
    {
      name: 'errors whose fix is empty: none was tried',
      events: range(4).map((i) => fixed(i % 2 === 0 ? '' : ' ', i)),
    },
    {
      name: 'the same error twice, and the agent says something else before each',
      options: { same: 4, fresh: 0.6 },
      events: [message('I rename the field first.'), type, message('Now the import of the helper.'), type],
    },
    {
      name: 'the first has left the window',
      options: { window: 5 },
      events: [type, ...range(4).map(other), type],
    },
    { name: 'a new task begins anew', events: range(6).flatMap((i) => [type, turn(`task ${NAMES[i]!}`)]) },
    {
      name: 'what is no error',
      events: [...times(9, message('TypeError')), call('run', {}, 'x', { isError: true })],
    },
  ],
  looping: [
    {
      name: 'the same error: a sign at the second, a loop at the fourth',
      events: times(5, type),
      signals: [
        { at: 1, messageId: 'same', score: 0.375 },
        { at: 2, messageId: 'same', score: 0.5625 },
        { at: 3, messageId: 'same', score: 0.8 },
        { at: 4, messageId: 'same', score: 0.8586 },
      ],
    },
    {
      name: 'fewer asked for',
      options: { same: 2 },
      events: times(2, type),
      signals: [{ at: 1, messageId: 'same', score: 0.8 }],
    },
    {
      name: 'places, times and counts do not hide it',
      events: range(4).map((i) => error('TypeError', `x is not a function at line ${i}, after ${i + 2} ms`)),
      signals: [
        { at: 1, messageId: 'same' },
        { at: 2, messageId: 'same' },
        { at: 3, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'other errors in between do not hide it',
      events: [type, ...range(3).map(other), type, ...range(3).map((i) => other(i + 3)), type],
      signals: [
        { at: 4, messageId: 'same', score: 0.375 },
        { at: 8, messageId: 'same', score: 0.5625 },
      ],
    },
    {
      name: 'the window still holds the first',
      options: { window: 5 },
      events: [type, ...range(3).map(other), type],
      signals: [{ at: 4, messageId: 'same', score: 0.375 }],
    },
    {
      name: 'it counts 0.6 where the agent said something else before it',
      events: [
        message('I rename the field first.'),
        type,
        message('Now the import of the helper.'),
        type,
        message('Perhaps the cache is old?'),
        type,
      ],
      signals: [{ at: 5, messageId: 'same', score: 0.75 * (2.2 / 4) }],
    },
    {
      name: 'or as much as the option says',
      options: { fresh: 1 },
      events: [message('I rename the field first.'), type, message('Now the import of the helper.'), type],
      signals: [{ at: 3, messageId: 'same', score: 0.375 }],
    },
    {
      name: 'it counts 0.6 as well where a file was changed before it',
      events: range(3).flatMap((i) => [edit('src/a.ts', `v${i}`, `v${i + 1}`), type]),
      signals: [{ at: 5, messageId: 'same', score: 0.75 * (2.2 / 4) }],
    },
    {
      name: 'in full where the agent said the same before it',
      events: times(4, [message('I rename the field and run it again.'), type]),
      signals: [
        { at: 3, messageId: 'same', score: 0.375 },
        { at: 5, messageId: 'same', score: 0.5625 },
        { at: 7, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'nearly the same error',
      events: ['one', 'two'].map((name) => error('E', `a b c d e f g h i j k l m ${name}`)),
      signals: [{ at: 1, messageId: 'same', score: 0.375 }],
    },
    {
      name: 'less likeness asked for',
      options: { likeness: 0.3 },
      events: [error('E', 'a b c d'), error('E', 'a b x y')],
      signals: [{ at: 1, messageId: 'same', score: 0.375 }],
    },
    {
      name: 'one fix for other errors: a sign at the second, a loop at the third',
      events: range(3).map((i) => fixed('reinstall the packages', i)),
      signals: [
        { at: 1, messageId: 'fix', score: 0.5 },
        { at: 2, messageId: 'fix', score: 0.8 },
      ],
    },
    {
      name: 'fewer attempts asked for',
      options: { fix: 2 },
      events: range(2).map((i) => fixed('reinstall the packages', i)),
      signals: [{ at: 1, messageId: 'fix', score: 0.8 }],
    },
    {
      name: 'a fix in other letters and signs is the same',
      options: { fix: 2 },
      events: ['Reinstall the packages.', 'reinstall the packages'].map((fix, i) => fixed(fix, i)),
      signals: [{ at: 1, messageId: 'fix', score: 0.8 }],
    },
    {
      name: 'two errors in turn: a sign at the third, a loop at the fourth',
      events: [type, imports, type, imports],
      signals: [
        { at: 2, messageId: 'mole', score: 0.5625 },
        { at: 3, messageId: 'mole', score: 0.8 },
      ],
    },
    {
      name: 'three errors in turn: a loop after two laps',
      events: times(2, [type, imports, syntax]),
      signals: [
        { at: 3, messageId: 'mole', score: 0.75 * (8 / 3 / 4) },
        { at: 4, messageId: 'mole', score: 0.75 * (10 / 3 / 4) },
        { at: 5, messageId: 'mole', score: 0.8 },
      ],
    },
    {
      name: 'more turns asked for',
      options: { turns: 6 },
      events: times(2, [type, imports]),
      signals: [
        { at: 2, messageId: 'mole', score: 0.375 },
        { at: 3, messageId: 'mole', score: 0.5 },
      ],
    },
    {
      name: 'a scheduled run goes on where the last one ended',
      events: range(2).flatMap(() => [type, turn('nightly', { role: 'harness', reason: 'schedule' })]),
      signals: [{ at: 2, messageId: 'same', score: 0.375 }],
    },
  ],
});

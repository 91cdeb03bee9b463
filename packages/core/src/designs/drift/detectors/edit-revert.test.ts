import { call, edit, failure, message, range, testDetector, times, turn } from '../../../testing/index.js';
import { editRevert } from './edit-revert.js';

const make = edit('a.ts', '1', '2');
const undo = edit('a.ts', '2', '1');
const write = (content: string, path = 'a.ts'): ReturnType<typeof call> =>
  call('write_file', { path, content }, 'ok');
const LARGE = 'a'.repeat(2_000_000);
/** Calls that do not write to a file. */
const others = (count: number): ReturnType<typeof call>[] =>
  range(count).map((i) => call('search', { i }, `result ${i}`));

testDetector(editRevert, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'one edit', events: [make] },
    { name: 'only new contents', events: range(12).map((i) => edit('a.ts', `${i}`, `${i + 1}`)) },
    {
      name: 'writing what the file already holds is a no-op',
      events: [make, edit('a.ts', '2', '2'), edit('a.ts', undefined, '2')],
    },
    { name: 'the same, with write calls instead of edit events', events: times(4, write('x')) },
    { name: 'the same content in another file', events: ['a', 'b', 'c'].map((path) => write('x', path)) },
    { name: 'a revert to a content outside the window', events: [make, ...others(19), undo] },
    { name: 'a shorter window', options: { window: 2 }, events: [make, ...others(1), undo] },
    {
      name: 'writes that failed',
      events: [write('x'), failure('write_file', { path: 'a.ts', content: 'y' }, 'denied'), write('x')],
    },
    {
      name: 'writes that do not carry the whole content',
      events: times(4, [
        call('append', { path: 'a.log', content: 'x' }, 'ok'),
        call('append', { path: 'a.log', content: 'y' }, 'ok'),
      ]),
    },
    {
      name: 'pieces of text replaced one after the other',
      events: ['a', 'b', 'c'].map((name) =>
        call('Edit', { path: 'a.ts', old: `${name} = 1`, new: `${name} = 2` }, 'ok'),
      ),
    },
    {
      name: 'a failed replacement that would have restored a piece',
      events: [
        call('Edit', { path: 'a.ts', old: 'x', new: 'y' }, 'ok'),
        failure('Edit', { path: 'a.ts', old: 'y', new: 'x' }, 'the file is read-only'),
      ],
    },
    { name: 'reads', events: times(4, call('read_file', { path: 'a.ts' }, 'x')) },
    { name: 'events that are neither calls nor edits', events: [...times(4, message('undo')), turn()] },
  ],
  looping: [
    {
      name: 'a piece of text replaced and then restored',
      events: [
        call('Edit', { path: 'a.ts', old: 'x', new: 'y' }, 'ok'),
        call('Edit', { path: 'a.ts', old: 'y', new: 'x' }, 'ok'),
      ],
      signals: [{ at: 1, messageId: 'soft' }],
    },
    {
      name: 'an edit back to the previous content',
      events: [make, undo],
      signals: [{ at: 1, messageId: 'soft' }],
    },
    {
      name: 'an edit back to any earlier content',
      events: [make, edit('a.ts', '2', '3'), edit('a.ts', '3', '4'), edit('a.ts', '4', '2')],
      signals: [{ at: 3, messageId: 'soft' }],
    },
    {
      name: 'edits that do not name the replaced content',
      events: ['1', '2', '1'].map((after) => edit('a.ts', undefined, after)),
      signals: [{ at: 2, messageId: 'soft' }],
    },
    {
      name: 'somebody else changed the file in between: going back still counts as a revert',
      events: [make, edit('a.ts', '9', '2')],
      signals: [{ at: 1, messageId: 'soft' }],
    },
    {
      name: 'a content that somebody else wrote also counts as an earlier content',
      events: [make, edit('a.ts', '9', '3'), edit('a.ts', '3', '9')],
      signals: [{ at: 2, messageId: 'soft' }],
    },
    {
      name: 'writes that carry the whole content',
      events: ['x', 'y', 'x'].map((content) => write(content)),
      signals: [{ at: 2, messageId: 'soft' }],
    },
    {
      name: 'contents however large',
      events: ['x', 'y', 'x'].map((end) => write(`${LARGE}${end}`)),
      signals: [{ at: 2, messageId: 'soft' }],
    },
    {
      name: 'back to an empty file',
      events: ['', '循環', ''].map((content) => write(content)),
      signals: [{ at: 2, messageId: 'soft' }],
    },
    {
      name: 'one path in different spellings',
      events: [edit('./src//a.ts', '1', '2'), edit('src/a.ts', '2', '1')],
      signals: [{ at: 1, messageId: 'soft' }],
    },
    {
      name: 'the earlier content is the oldest of the last 20 events',
      events: [make, ...others(18), undo],
      signals: [{ at: 19, messageId: 'soft' }],
    },
    {
      name: 'a longer window',
      options: { window: 30 },
      events: [make, ...others(28), undo],
      signals: [{ at: 29, messageId: 'soft' }],
    },
    {
      name: 'the 5th event after an alert is silent',
      events: [make, undo, ...others(4), make],
      signals: [{ at: 1, messageId: 'soft' }],
    },
    {
      name: 'the 6th event after an alert may raise a new one',
      events: [make, undo, ...others(5), make],
      signals: [
        { at: 1, messageId: 'soft' },
        { at: 7, messageId: 'soft' },
      ],
    },
    {
      name: 'a trend raises one hard alert, even inside the cooldown; the 10th event after it is silent, the 11th may alert',
      events: times(7, [make, undo]),
      signals: [
        { at: 1, messageId: 'soft' },
        { at: 2, messageId: 'hard' },
        { at: 13, messageId: 'hard' },
      ],
    },
    {
      name: 'after the average has fallen, the next alert is soft again',
      events: [make, undo, make, ...others(5), undo],
      signals: [
        { at: 1, messageId: 'soft' },
        { at: 2, messageId: 'hard' },
        { at: 8, messageId: 'soft' },
      ],
    },
    {
      name: 'other thresholds for the trend',
      options: { alpha: 0.6, saturation: 0.9, cooldown: 1, longCooldown: 2 },
      events: times(4, [make, undo]),
      signals: [
        { at: 1, messageId: 'soft' },
        { at: 3, messageId: 'hard' },
        { at: 6, messageId: 'hard' },
      ],
    },
  ],
});

import { call, edit, failure, message, range, testDetector, times, turn } from '../../../testing/index.js';
import { readLoop } from './read-loop.js';

const read = call('Read', { file_path: 'src/auth.py' }, 'text');
const write = (content: string): typeof read => call('Write', { file_path: 'src/auth.py', content }, 'ok');
/** Calls that do not touch a file. */
const others = (count: number): (typeof read)[] =>
  range(count).map((i) => call('search', { i }, `result ${i}`));

testDetector(readLoop, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'two reads of one file', events: times(2, read) },
    {
      name: 'reading many files',
      events: range(12).map((i) => call('Read', { path: `src/${i}.py` }, 'text')),
    },
    {
      name: 'a write between the reads',
      events: times(4, [read, read, call('Edit', { path: 'src/auth.py', new: 'x' }, 'ok')]),
    },
    {
      name: 'writes of different contents between the reads',
      events: range(6).flatMap((i) => [read, write(`try ${i}`), read]),
    },
    {
      name: 'an edit between the reads',
      events: range(4).flatMap((i) => [read, read, edit('src/auth.py', `${i}`, `${i + 1}`)]),
    },
    {
      name: 'the file changed some other way: the same read returns another text',
      events: range(8).map((i) => call('Read', { path: 'build.log' }, `line ${i}`)),
    },
    { name: 'a third read after the first has left the window', events: [read, read, ...others(18), read] },
    {
      name: 'an edit that names another content as replaced counts as a change',
      events: [edit('src/auth.py', undefined, '2'), read, read, edit('src/auth.py', '1', '2'), read, read],
    },
    {
      name: 'the earlier write has left the window: writing the same again may be a change',
      events: [write('x'), ...others(17), read, read, write('x'), read],
    },
    { name: '`reads` set higher', options: { reads: 4 }, events: times(3, read) },
    {
      name: 'a shorter window',
      options: { window: 3 },
      events: [read, call('ls', {}, 'x'), read, call('ls', {}, 'y'), read],
    },
    {
      name: 'tools whose name does not say that they read',
      events: times(5, call('lint', { path: 'src/auth.py' }, 'ok')),
    },
    {
      name: 'reads that name no file',
      events: [...times(5, call('read_clipboard', {}, 'x')), ...times(5, call('read'))],
    },
    {
      name: 'a shell command that contains a word for reading',
      events: times(5, call('run', { command: 'go get x', path: '.' }, 'ok')),
    },
    {
      name: 'events that are neither calls nor edits',
      events: [...times(5, message('reading src/auth.py')), turn()],
    },
  ],
  looping: [
    {
      name: 'the third read of an unchanged file',
      events: times(3, read),
      signals: [{ at: 2, messageId: 'soft' }],
    },
    {
      name: '`reads` set lower',
      options: { reads: 2 },
      events: times(2, read),
      signals: [{ at: 1, messageId: 'soft' }],
    },
    {
      name: 'other work between the reads does not hide them',
      events: [read, ...others(3), message('hm'), read, ...others(3), read],
      signals: [{ at: 9, messageId: 'soft' }],
    },
    {
      name: 'the first read is the oldest of the last 20 events',
      events: [read, read, ...others(17), read],
      signals: [{ at: 19, messageId: 'soft' }],
    },
    {
      name: 'messages are not events here: they do not push reads out of the window',
      events: [read, read, ...times(40, message('let me think')), read],
      signals: [{ at: 42, messageId: 'soft' }],
    },
    {
      name: 'one file in any spelling, read by any tool',
      events: [
        call('read_file', { path: './src//auth.py' }, 'text'),
        call('editor', { command: 'view', path: 'src/lib/../auth.py' }, 'text'),
        call('cat', { file: 'src\\auth.py' }, 'text'),
      ],
      signals: [{ at: 2, messageId: 'soft' }],
    },
    {
      name: 'reads of parts of one file count as reads of it',
      events: range(3).map((i) => call('Read', { path: 'big.py', offset: i * 100 }, `part ${i}`)),
      signals: [{ at: 2, messageId: 'soft' }],
    },
    {
      name: 'reads that fail or return nothing',
      events: [
        ...times(3, failure('Read', { path: 'gone.py' }, 'no such file')),
        ...times(3, call('Read', { path: 'b.py' })),
      ],
      signals: [{ at: 2, messageId: 'soft' }],
    },
    {
      name: 'a write that failed changes nothing',
      events: [read, read, failure('Edit', { path: 'src/auth.py' }, 'no match'), read],
      signals: [{ at: 3, messageId: 'soft' }],
    },
    {
      name: 'writing what the file already holds changes nothing',
      events: [write('x'), read, write('x'), read, write('x'), read],
      signals: [{ at: 5, messageId: 'soft' }],
    },
    {
      name: 'the earlier write is the oldest of the last 20 events: writing the same again is no change',
      events: [write('x'), ...others(16), read, read, write('x'), read],
      signals: [{ at: 20, messageId: 'soft' }],
    },
    {
      name: 'an edit to the hash that the file already has changes nothing',
      events: [edit('src/auth.py', undefined, '2'), read, read, edit('src/auth.py', undefined, '2'), read],
      signals: [{ at: 4, messageId: 'soft' }],
    },
    {
      name: 'an edit from one hash to the same hash changes nothing',
      events: [read, read, edit('src/auth.py', '1', '1'), read],
      signals: [{ at: 3, messageId: 'soft' }],
    },
    {
      name: 'a write to another file changes nothing here',
      events: [read, read, edit('src/main.py', '1', '2'), read],
      signals: [{ at: 3, messageId: 'soft' }],
    },
    {
      name: 'the count starts again after a change',
      events: [read, read, edit('src/auth.py', '1', '2'), ...times(3, read)],
      signals: [{ at: 5, messageId: 'soft' }],
    },
    {
      name: 'the 5th event after an alert is silent',
      events: [...times(3, read), ...others(4), read],
      signals: [{ at: 2, messageId: 'soft' }],
    },
    {
      name: 'the 6th event after an alert may raise a new one',
      events: [...times(3, read), ...others(5), read],
      signals: [
        { at: 2, messageId: 'soft' },
        { at: 8, messageId: 'soft' },
      ],
    },
    {
      name: 'a trend raises one hard alert, even inside the cooldown; while it lasts, the 10th event after it is silent',
      events: times(14, read),
      signals: [
        { at: 2, messageId: 'soft' },
        { at: 3, messageId: 'hard' },
      ],
    },
    {
      name: 'and the 11th speaks',
      events: times(15, read),
      signals: [
        { at: 2, messageId: 'soft' },
        { at: 3, messageId: 'hard' },
        { at: 14, messageId: 'hard' },
      ],
    },
    {
      name: 'after the average has fallen, the next alert is soft again',
      events: [...times(4, read), ...others(5), read],
      signals: [
        { at: 2, messageId: 'soft' },
        { at: 3, messageId: 'hard' },
        { at: 9, messageId: 'soft' },
      ],
    },
    {
      name: 'other thresholds for the trend',
      options: { alpha: 0.6, saturation: 0.9, cooldown: 1, longCooldown: 2 },
      events: times(9, read),
      signals: [
        { at: 2, messageId: 'soft' },
        { at: 4, messageId: 'hard' },
        { at: 7, messageId: 'hard' },
      ],
    },
  ],
});

import { call, edit, failure, testDetector, times, turn } from '../../testing/index.js';
import { repeatedCall } from './repeated-call.js';

testDetector(repeatedCall, {
  healthy: [
    {
      name: 'one call more than once is not yet a sign',
      events: times(2, call('read', { path: 'a.ts' }, 'alpha beta')),
    },
    {
      name: 'polling that makes progress',
      events: [10, 20, 30, 40, 50, 60].map((percent) =>
        call('status', { job: 'j' }, `built ${percent} percent of it`),
      ),
    },
    {
      name: 'one tool over many targets',
      events: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => call('read', { path: `${name}.ts` }, 'empty')),
    },
    {
      name: 'a test after each edit',
      events: ['1', '2', '3', '4', '5', '6'].flatMap((hash) => [
        edit('a.ts', undefined, hash),
        call('bash', { command: 'npm test' }, 'all tests passed'),
      ]),
    },
    {
      name: 'calls of one round count once',
      events: times(6, call('search', { q: 'x y' }, 'three hits', { round: 1 })),
    },
    {
      name: 'a new task starts anew',
      events: ['one', 'two', 'three'].flatMap((text) => [
        turn(text),
        ...times(2, call('ls', {}, 'a.ts b.ts')),
      ]),
    },
  ],
  looping: [
    {
      name: 'the fifth identical call with the same outcome',
      events: times(6, call('bash', { command: 'git status' }, 'nothing to commit')),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
        { at: 5, messageId: 'same', score: 0.8484 },
      ],
    },
    {
      name: 'a clock in the outcome does not hide it',
      events: ['09:00:01', '09:00:02', '09:00:03', '09:00:04', '09:00:05'].map((at) =>
        call('get', { id: 'x' }, `state open at ${at}`),
      ),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'the third identical failure',
      events: times(3, failure('bash', { command: 'make' }, 'make: missing separator')),
      signals: [
        { at: 1, messageId: 'failing', score: 0.5 },
        { at: 2, messageId: 'failing', score: 0.8 },
      ],
    },
    {
      name: 'the seventh unchanged look that waits first',
      events: times(7, call('bash', { command: 'sleep 30 && gh run view' }, 'in progress')),
      signals: [
        { at: 3, messageId: 'waiting', score: 0.4286 },
        { at: 4, messageId: 'waiting', score: 0.5357 },
        { at: 5, messageId: 'waiting', score: 0.6429 },
        { at: 6, messageId: 'waiting', score: 0.8 },
      ],
    },
    {
      name: 'the same content written again and again, whatever comes back',
      events: [1, 2, 3, 4].map((n) =>
        call('write_file', { path: 'a.md', content: 'one two three four five' }, `ok, version ${n} of many`),
      ),
      signals: [
        { at: 1, messageId: 'rewriting', score: 0.375 },
        { at: 2, messageId: 'rewriting', score: 0.5625 },
        { at: 3, messageId: 'rewriting', score: 0.8 },
      ],
    },
  ],
});

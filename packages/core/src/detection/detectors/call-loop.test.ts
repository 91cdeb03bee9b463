import { call, edit, testDetector, times } from '../../testing/index.js';
import { callLoop } from './call-loop.js';

testDetector(callLoop, {
  healthy: [
    {
      name: 'two laps of three calls are a sign at most',
      events: times(
        1,
        ['a', 'b', 'c'].map((q) => call('search', { q }, `hits for ${q}`)),
      ),
    },
    {
      name: 'the same rhythm over new targets',
      events: ['a', 'b', 'c', 'd', 'e'].flatMap((q) => [
        call('search', { q }, `found ${q}`),
        call('fetch', { url: q }, `page ${q}`),
      ]),
    },
    {
      name: 'work between the laps',
      events: ['1', '2', '3', '4'].flatMap((hash) => [
        call('read', { path: 'a' }, 'x y'),
        call('bash', { command: 'npm test' }, 'ok'),
        edit('a', undefined, hash),
      ]),
    },
  ],
  looping: [
    {
      name: 'two calls in turn, the third lap',
      events: times(3, [call('grep', { q: 'a' }, 'none here'), call('tail', { f: 'b' }, 'still the same')]),
      signals: [
        { at: 3, messageId: 'alternation', score: 0.5 },
        { at: 4, messageId: 'alternation', score: 0.5 },
        { at: 5, messageId: 'alternation', score: 0.8 },
      ],
    },
    {
      name: 'a ring of four, three times',
      events: times(
        3,
        ['a', 'b', 'c', 'd'].map((q) => call('search', { q }, `hits for ${q}`)),
      ),
      signals: [
        { at: 5, messageId: 'alternation', score: 0.5 },
        { at: 6, messageId: 'cycle', score: 0.5 },
        { at: 7, messageId: 'cycle', score: 0.5 },
        { at: 8, messageId: 'cycle', score: 0.5 },
        { at: 9, messageId: 'cycle', score: 0.5 },
        { at: 10, messageId: 'cycle', score: 0.5 },
        { at: 11, messageId: 'cycle', score: 0.8 },
      ],
    },
    {
      name: 'an odd call in each lap does not hide it',
      events: ['u', 'v', 'w'].flatMap((odd) => [
        call('read', { path: 'a' }, 'x y'),
        call('read', { path: 'b' }, 'z'),
        call('read', { path: odd }, odd),
      ]),
      signals: [
        { at: 4, messageId: 'alternation', score: 0.5 },
        { at: 6, messageId: 'alternation', score: 0.5 },
        { at: 7, messageId: 'alternation', score: 0.8 },
      ],
    },
  ],
});

import { call, testDetector } from '../../testing/index.js';
import { staleWork } from './stale-work.js';

testDetector(staleWork, {
  healthy: [
    {
      name: 'new results pay for old ones',
      events: ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((path) => [
        call('read', { path: 'index' }, 'the index of all'),
        call('read', { path }, `content of ${path}`),
      ]),
    },
    {
      name: 'short acknowledgements about new things',
      events: Array.from({ length: 12 }, (_, i) => call('rename', { from: `f${i}`, to: `g${i}` }, 'ok')),
    },
  ],
  looping: [
    {
      name: 'the same files in irregular order',
      events: ['a', 'b', 'a', 'a', 'b', 'b', 'a', 'b', 'a', 'a'].map((path) =>
        call('read', { path }, `content of ${path}`),
      ),
      signals: [
        { at: 5, messageId: 'stale', score: 0.5 },
        { at: 6, messageId: 'stale', score: 0.6667 },
        { at: 7, messageId: 'stale', score: 0.8286 },
        { at: 8, messageId: 'stale', score: 0.874 },
        { at: 9, messageId: 'stale', score: 0.9074 },
      ],
    },
  ],
});

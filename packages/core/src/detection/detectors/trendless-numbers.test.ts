import { call, testDetector } from '../../testing/index.js';
import { trendlessNumbers } from './trendless-numbers.js';

testDetector(trendlessNumbers, {
  healthy: [
    {
      name: 'a counter that climbs',
      events: Array.from({ length: 12 }, (_, i) => call('status', {}, `scanned ${100 * i} of 900 hosts`)),
    },
    {
      name: 'a queue that gets shorter',
      events: Array.from({ length: 12 }, (_, i) => call('queue', {}, `${50 - i} jobs left`)),
    },
    {
      name: 'equal numbers are for another detector',
      events: Array.from({ length: 12 }, () => call('status', {}, 'load 5 of 9')),
    },
    {
      name: 'new words each time',
      events: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'].map((word, i) =>
        call('next', {}, `${word} ${i}`),
      ),
    },
  ],
  looping: [
    {
      name: 'ten looks at numbers that go nowhere',
      events: [7, 3, 9, 2, 8, 4, 6, 1, 5, 7].map((n) => call('sensor', {}, `level ${n} of 10`)),
      signals: [{ at: 9, messageId: 'trendless', score: 0.8 }],
    },
    {
      name: 'five looks at numbers that hardly move',
      events: [198204, 198146, 198473, 198274, 198210].map((n) =>
        call('compact', {}, `context holds ${n} tokens`),
      ),
      signals: [{ at: 4, messageId: 'trendless', score: 0.8 }],
    },
  ],
});

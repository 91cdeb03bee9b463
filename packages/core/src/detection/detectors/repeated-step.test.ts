import { step, testDetector, times } from '../../testing/index.js';
import { repeatedStep } from './repeated-step.js';

testDetector(repeatedStep, {
  healthy: [
    { name: 'different intents', events: ['a', 'b', 'c', 'd', 'e'].map((intent) => step(intent, 'search')) },
    { name: 'two equal steps that succeed', events: times(2, step('look', 'search')) },
    {
      name: 'the same rhythm with new intents',
      events: ['a', 'b', 'c', 'd'].flatMap((topic) => [
        step(`find ${topic}`, 'search'),
        step(`read ${topic}`, 'fetch'),
      ]),
    },
  ],
  looping: [
    {
      name: 'the third equal step that fails',
      events: times(3, step('deploy', 'ship', 'failure')),
      signals: [
        { at: 1, messageId: 'same', score: 0.5 },
        { at: 2, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'the fifth equal step that succeeds',
      events: times(5, step('look', 'search')),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'two steps in turn, the third lap',
      events: times(3, [step('hedge', 'preview', 'skipped'), step('recompute', 'risk')]),
      signals: [
        { at: 3, messageId: 'cycle', score: 0.5 },
        { at: 4, messageId: 'cycle', score: 0.5 },
        { at: 5, messageId: 'cycle', score: 0.8 },
      ],
    },
  ],
});

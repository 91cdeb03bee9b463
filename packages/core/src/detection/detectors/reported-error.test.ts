import { call, error, failure, testDetector, times, turn } from '../../testing/index.js';
import { reportedError } from './reported-error.js';

const WORDS = ['amber', 'birch', 'cedar', 'daisy', 'elder', 'fern', 'gorse', 'hazel', 'iris', 'juniper'];
const LOST = error('NetworkError', 'the connection to the registry was lost');

testDetector(reportedError, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'one error', events: [LOST] },
    {
      name: 'different errors',
      events: WORDS.map((word) => error('BuildError', `${word} broke ${word}s`)),
    },
    {
      name: 'failing calls are left to other detectors',
      events: times(6, failure('bash', { command: 'make' }, 'lost')),
    },
    {
      name: 'a new task restarts the count',
      events: ['one', 'two', 'three', 'four'].flatMap((text) => [turn(text), LOST]),
    },
    {
      name: 'another fix for each error',
      events: WORDS.map((word) =>
        error('BuildError', `${word} broke ${word}s`, { fix: `remove the ${word} patch` }),
      ),
    },
  ],
  looping: [
    {
      name: 'the fourth report of one error',
      events: times(5, LOST),
      signals: [
        { at: 1, messageId: 'error', score: 0.375 },
        { at: 2, messageId: 'error', score: 0.5625 },
        { at: 3, messageId: 'error', score: 0.8 },
        { at: 4, messageId: 'error', score: 0.8586 },
      ],
    },
    {
      name: 'fewer asked for',
      options: { limit: 2 },
      events: times(2, LOST),
      signals: [{ at: 1, messageId: 'error', score: 0.8 }],
    },
    {
      name: 'with work between',
      events: times(4, [LOST, call('bash', { command: 'ls' }, 'a.ts')]),
      signals: [
        { at: 2, messageId: 'error', score: 0.375 },
        { at: 4, messageId: 'error', score: 0.5625 },
        { at: 6, messageId: 'error', score: 0.8 },
      ],
    },
    {
      name: 'other numbers',
      events: [12, 90, 7, 31].map((n) => error('X', `worker ${n} lost its connection to the registry`)),
      signals: [
        { at: 1, messageId: 'error', score: 0.375 },
        { at: 2, messageId: 'error', score: 0.5625 },
        { at: 3, messageId: 'error', score: 0.8 },
      ],
    },
    {
      name: 'reports that differ by a word',
      events: ['', ' again', '', ' again'].map((end) =>
        error('X', `the connection to our registry was lost${end}`),
      ),
      signals: [
        { at: 1, messageId: 'error', score: 0.375 },
        { at: 2, messageId: 'error', score: 0.5625 },
        { at: 3, messageId: 'error', score: 0.8 },
      ],
    },
    {
      name: 'one fix for every error',
      events: WORDS.slice(0, 4).map((word) =>
        error('BuildError', `${word} broke ${word}s`, { fix: 'clear the cache and build once more' }),
      ),
      signals: [
        { at: 1, messageId: 'fix', score: 0.375 },
        { at: 2, messageId: 'fix', score: 0.5625 },
        { at: 3, messageId: 'fix', score: 0.8 },
      ],
    },
  ],
});

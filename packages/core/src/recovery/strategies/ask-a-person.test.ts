import { occasionOf, testStrategy } from '../../testing/test-strategy.js';
import { defaultWords } from '../words/default.js';
import { askAPerson } from './ask-a-person.js';

const occasion = occasionOf('ERROR_REPETITION', 'pause', {
  attempts: [{ approach_summary: 'installed the library', failed_at: '2026-01-05T10:00:00Z' }],
});

testStrategy(askAPerson, [
  [
    'the question holds what was tried',
    occasion,
    {
      kind: 'ask',
      question: defaultWords(occasion).text,
      choices: ['continue', 'hint', 'skip', 'end'],
    },
  ],
]);

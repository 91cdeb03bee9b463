import { decisionContextOf, testStrategy } from '../../testing/test-strategy.js';
import { defaultTexts } from '../texts/default.js';
import { askAPerson } from './ask-a-person.js';

const context = decisionContextOf('ERROR_REPETITION', 'pause', {
  attempts: [{ approach_summary: 'installed the library', failed_at: '2026-01-05T10:00:00Z' }],
});

testStrategy(askAPerson, [
  [
    'the question holds what was tried',
    context,
    {
      kind: 'ask',
      question: defaultTexts(context).text,
      choices: ['continue', 'hint', 'skip', 'end'],
    },
  ],
]);

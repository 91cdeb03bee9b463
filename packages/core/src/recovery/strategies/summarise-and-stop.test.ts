import { HEALTHY } from '../../verdict/verdict.js';
import { decisionContextOf, testStrategy } from '../../testing/test-strategy.js';
import { summariseAndStop } from './summarise-and-stop.js';

testStrategy(summariseAndStop, [
  [
    'names the loop',
    decisionContextOf('TOOL_REPETITION', 'stop'),
    {
      kind: 'summarise',
      text:
        '[rutbreak] Notice of the loop guard, not of the user. The run ends here ' +
        '(`Bash(git status) called 5x with the same outcome`). Call no further tools. Say in a few lines what was ' +
        'done, what was found, what is still open, and what is needed to go on.',
    },
  ],
  ['without a loop too', { verdict: HEALTHY, rung: 'stop', count: 0 }, { kind: 'summarise' }],
]);

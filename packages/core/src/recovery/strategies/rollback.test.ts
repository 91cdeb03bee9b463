import { expect } from 'vitest';
import { decisionContextOf, testStrategy } from '../../testing/test-strategy.js';
import { rollback } from './rollback.js';

testStrategy(rollback, [
  [
    'to before the first event of the loop',
    decisionContextOf('STATE_REGRESSION', 'block', { files: ['a.css'] }),
    {
      kind: 'roll-back',
      files: ['a.css'],
      before: 0,
      text: expect.stringMatching(
        /^\[rutbreak\] Notice of the loop guard, not of the user\. `an earlier state is back, 3x.*`\. These files are as they were before the loop: `a\.css`\. Read them again before the next edit\. Write down what each of the values is needed for, and choose one for the rest of the task\.$/,
      ) as string,
    },
  ],
  [
    'many files are counted',
    decisionContextOf('FIX_REPETITION', 'block', { files: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }),
    { files: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
  ],
  ['which files is not known', decisionContextOf('STATE_REGRESSION', 'block'), undefined],
]);

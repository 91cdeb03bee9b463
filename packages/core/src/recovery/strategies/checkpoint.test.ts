import { HEALTHY } from '../../verdict/verdict.js';
import { decisionContextOf, testStrategy } from '../../testing/test-strategy.js';
import { checkpoint } from './checkpoint.js';

testStrategy(checkpoint, [
  [
    'named after the last event of the loop',
    decisionContextOf('STATE_REGRESSION', 'redirect'),
    { kind: 'checkpoint', name: 'loop-3', files: [] },
  ],
  [
    'with the files that the loop changed, where they are known',
    decisionContextOf('STATE_REGRESSION', 'stop', { files: ['a.css'] }),
    { files: ['a.css'] },
  ],
  ['without a loop there is nothing to save from', { verdict: HEALTHY, rung: 'stop', count: 0 }, undefined],
]);

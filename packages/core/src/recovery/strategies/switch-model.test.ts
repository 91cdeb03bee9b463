import { decisionContextOf, testStrategy } from '../../testing/test-strategy.js';
import { describeLoop } from '../render/describe.js';
import { switchModel } from './switch-model.js';

const last = decisionContextOf('ERROR_REPETITION', 'stop', { count: 4, model: 'small-1' });

testStrategy(switchModel, [
  [
    'the other model gets the block about the loop',
    last,
    { kind: 'switch-model', from: 'small-1', text: describeLoop(last).full },
  ],
  ['which model it was need not be known', decisionContextOf('ERROR_REPETITION', 'stop'), { from: '' }],
  ['not at the first redirection', decisionContextOf('ERROR_REPETITION', 'redirect'), undefined],
  [
    'from the second on',
    decisionContextOf('ERROR_REPETITION', 'redirect', { count: 2 }),
    { kind: 'switch-model' },
  ],
]);

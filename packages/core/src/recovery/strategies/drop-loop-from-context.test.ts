import { HEALTHY } from '../../verdict/verdict.js';
import { decisionContextOf, testStrategy } from '../../testing/test-strategy.js';
import { describeLoop } from '../render/describe.js';
import { dropLoopFromContext } from './drop-loop-from-context.js';

const context = decisionContextOf('TOOL_REPETITION', 'redirect', { count: 2 });

testStrategy(dropLoopFromContext, [
  [
    'the block about the loop goes along',
    context,
    { kind: 'reset-context', block: describeLoop(context).full },
  ],
  ['without a loop there is nothing to drop', { verdict: HEALTHY, rung: 'redirect', count: 1 }, undefined],
]);

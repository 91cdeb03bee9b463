import { decisionContextOf, testStrategy } from '../../testing/test-strategy.js';
import { decomposeTask } from './decompose-task.js';

testStrategy(decomposeTask, [
  ['as a message', decisionContextOf('GOAL_DRIFT', 'stop'), { kind: 'say', places: ['message'] }],
  ['not at the first redirection', decisionContextOf('GOAL_DRIFT', 'redirect'), undefined],
  ['from the second on', decisionContextOf('GOAL_DRIFT', 'redirect', { count: 2 }), { kind: 'say' }],
]);

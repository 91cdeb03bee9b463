import { occasionOf, testStrategy } from '../../testing/test-strategy.js';
import { decomposeTask } from './decompose-task.js';

testStrategy(decomposeTask, [
  ['as a message', occasionOf('GOAL_DRIFT', 'stop'), { kind: 'say', places: ['message'] }],
  ['not at the first redirection', occasionOf('GOAL_DRIFT', 'redirect'), undefined],
  ['from the second on', occasionOf('GOAL_DRIFT', 'redirect', { count: 2 }), { kind: 'say' }],
]);

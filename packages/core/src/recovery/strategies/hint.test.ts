import { occasionOf, testStrategy } from '../../testing/test-strategy.js';
import { hint } from './hint.js';

testStrategy(hint, [
  [
    'a nudge stands beside the result',
    occasionOf('TOOL_REPETITION', 'nudge'),
    { kind: 'say', places: ['result', 'message'] },
  ],
  [
    'a redirection is a message',
    occasionOf('TOOL_REPETITION', 'redirect'),
    { kind: 'say', places: ['message', 'result'] },
  ],
  ['a text that was cut off is spoken of', occasionOf('PHRASE_LOOP', 'block'), { kind: 'say' }],
  ['a refused call speaks for itself', occasionOf('TOOL_REPETITION', 'block'), undefined],
  ['who observes says nothing', occasionOf('TOOL_REPETITION', 'observe'), undefined],
]);

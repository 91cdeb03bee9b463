import { decisionContextOf, testStrategy } from '../../testing/test-strategy.js';
import { hint } from './hint.js';

testStrategy(hint, [
  [
    'a nudge stands beside the result',
    decisionContextOf('TOOL_REPETITION', 'nudge'),
    { kind: 'say', places: ['result', 'message'] },
  ],
  [
    'a redirection is a message',
    decisionContextOf('TOOL_REPETITION', 'redirect'),
    { kind: 'say', places: ['message', 'result'] },
  ],
  ['a text that was cut off is spoken of', decisionContextOf('PHRASE_LOOP', 'block'), { kind: 'say' }],
  ['a refused call speaks for itself', decisionContextOf('TOOL_REPETITION', 'block'), undefined],
  ['who observes says nothing', decisionContextOf('TOOL_REPETITION', 'observe'), undefined],
]);

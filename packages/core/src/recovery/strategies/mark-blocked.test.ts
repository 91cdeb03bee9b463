import { HEALTHY } from '../../verdict/verdict.js';
import { decisionContextOf, testStrategy } from '../../testing/test-strategy.js';
import { markBlocked } from './mark-blocked.js';

testStrategy(markBlocked, [
  [
    'with a status that can be caught',
    decisionContextOf('TOOL_REPETITION', 'stop'),
    { kind: 'mark-blocked', status: 'LOOP_DETECTED', category: 'TOOL_REPETITION' },
  ],
  [
    'without a loop that is known',
    { verdict: HEALTHY, rung: 'stop', count: 0 },
    { status: 'LOOP_DETECTED', category: null, reason: '[rutbreak] Stopped: LOOP_DETECTED.' },
  ],
]);

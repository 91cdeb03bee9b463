import { errorStreak } from './error-streak.js';
import { identicalCalls } from './identical-calls.js';
import { identicalOutcomes } from './identical-outcomes.js';
import { pingPong } from './ping-pong.js';
import { repeatedTail } from './repeated-tail.js';
import type { Rule } from './rule.js';
import { similarMessages } from './similar-messages.js';

export const RULES: readonly Rule[] = [
  identicalCalls,
  identicalOutcomes,
  pingPong,
  repeatedTail,
  errorStreak,
  similarMessages,
];

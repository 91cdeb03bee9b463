import { OWN_MARK } from '../../event/own-words.js';
import { factsOf } from '../render/facts.js';
import { defineStrategy } from '../strategy.js';

/** A smaller step has fewer ways to loop. */
export const decomposeTask = defineStrategy({
  meta: {
    id: 'decompose-task',
    summary: 'Asks for the task in smaller pieces, each with a check, and for one of them only.',
    needs: ['injectMessage', 'resetContext'],
    rungs: ['redirect', 'stop'],
    suits: ['GOAL_DRIFT', 'STATE_OSCILLATION', 'ERROR_WHACK_A_MOLE', 'FIX_REPETITION', 'TOOL_PING_PONG'],
  },
  plan(context) {
    const facts = factsOf(context);
    if (!facts || (context.rung === 'redirect' && context.count < 2)) return undefined;
    const text = [
      `${OWN_MARK} Notice of the loop guard, not of the user. ${facts.pattern}. The task is too large to be solved in one piece.`,
      '1. Write down at most five smaller pieces, each with a check that shows whether it is done.',
      '2. Name the piece that the loop is about, and what is not known about it.',
      '3. Do one piece that does not depend on it, check it, and report.',
    ];
    return { kind: 'say', text: text.join('\n'), places: ['message'] };
  },
});

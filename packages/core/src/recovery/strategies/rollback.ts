import { OWN_MARK } from '../../event/own-words.js';
import { factsOf } from '../render/facts.js';
import { KINDS } from '../render/kinds.js';
import { quote } from '../render/quote.js';
import { defineStrategy } from '../strategy.js';

const MAX_NAMED = 5;

/** Restores the files to their state before the loop changed them. */
export const rollback = defineStrategy({
  meta: {
    id: 'rollback',
    summary: 'Puts the files that the loop changed back to what they were before it began.',
    needs: ['rollBack'],
    rungs: ['block', 'stop'],
    suits: [
      'STATE_OSCILLATION',
      'STATE_REGRESSION',
      'ERROR_WHACK_A_MOLE',
      'FIX_REPETITION',
      'TOOL_PING_PONG',
    ],
  },
  plan(context) {
    const { files = [] } = context;
    const facts = factsOf(context);
    if (!facts || files.length === 0) return undefined;
    const named = files.slice(0, MAX_NAMED).map((file) => quote(file));
    const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
    const text =
      `${OWN_MARK} Notice of the loop guard, not of the user. ${facts.pattern}. These files are as they were before ` +
      `the loop: ${named.join(', ')}${more}. Read them again before the next edit. ${KINDS[facts.category].next[0]}`;
    return { kind: 'roll-back', files, before: facts.first, text };
  },
});

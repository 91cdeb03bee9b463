import { defineDetector } from '../../../detection/detector.js';
import { evidenceOf } from '../../../detection/evidence.js';
import { integer } from '../../../detection/options.js';

/** The safety net below the other detectors: it catches an agent that keeps going without a user turn. */
export const roundLimit = defineDetector({
  meta: {
    id: 'round-limit',
    summary: 'Too many rounds since the last user turn, or too many turns.',
    listens: ['call', 'turn'],
    options: {
      rounds: integer(200, { max: 1_000_000, meaning: 'rounds of tool calls allowed after one user turn' }),
      turns: integer(500, { max: 1_000_000, meaning: 'user turns allowed in one session' }),
    },
    messages: {
      rounds: { text: '{{count}} rounds without a user turn', category: 'TOOL_REPETITION' },
      turns: { text: '{{count}} turns in one session', category: 'TOOL_REPETITION' },
    },
  },

  init: () => ({}),

  step(state, { session, seq, call }, limits) {
    const isRounds = session.rounds > limits.rounds;
    if (!isRounds && session.turns <= limits.turns) return { state };
    const count = isRounds ? session.rounds : session.turns;
    return {
      state,
      signal: {
        messageId: isRounds ? 'rounds' : 'turns',
        score: 0.95,
        urgency: 'hard',
        identity: isRounds ? 'limit:rounds' : 'limit:turns',
        data: { count },
        evidence: evidenceOf([{ seq, label: call?.label ?? 'turn' }], { window: count, count }),
      },
    };
  },
});

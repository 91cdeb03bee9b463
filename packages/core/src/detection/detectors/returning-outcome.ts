import { combine } from '../../event/fingerprint.js';
import type { Percept } from '../../event/percept.js';
import { defineDetector } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { integer } from '../options.js';
import { turningLength } from '../period.js';
import { limitScore } from '../score.js';

interface Check {
  /** Tool and arguments, numbers aside: the check that is made again and again. */
  readonly kin: number;
  readonly outcomes: readonly number[];
  readonly seqs: readonly number[];
  readonly world: number;
}

const MAX_CHECKS = 8;
const MAX_OUTCOMES = 12;

/** Between two looks something is changed, yet the same two answers take turns: each fix brings the other fault back. */
export const returningOutcome = defineDetector({
  meta: {
    id: 'returning-outcome',
    summary: 'Changes make two outcomes take turns instead of getting anywhere.',
    listens: ['call'],
    family: 'failures',
    isClose: true,
    memory: 'task',
    options: {
      turns: integer(4, { min: 3, max: 12, meaning: 'outcomes in turn (A, B, A, B) that make a loop' }),
    },
    messages: {
      mole: { text: '{{call}} brings the same two outcomes in turn, {{count}}x', category: 'ERROR_WHACK_A_MOLE' },
    },
  },

  init: () => ({ checks: [] as readonly Check[] }),

  step(state, { percept, call, session }, { turns }) {
    if (!percept || !call || percept.kind === 'wait' || percept.kind === 'write' || percept.outcome.isEmpty) return { state };
    const before = state.checks.find(({ kin }) => kin === percept.kin) ?? { kin: percept.kin, outcomes: [], seqs: [], world: -1 };
    const others = state.checks.filter(({ kin }) => kin !== percept.kin);
    // Without a change in between, another answer is the world's doing and not the agent's.
    const changed = session.world !== before.world;
    const check: Check = changed
      ? {
          kin: percept.kin,
          outcomes: [...before.outcomes, answerOf(percept)].slice(-MAX_OUTCOMES),
          seqs: [...before.seqs, call.seq].slice(-MAX_OUTCOMES),
          world: session.world,
        }
      : before;
    const next = { checks: [...others, check].slice(-MAX_CHECKS) };
    const length = changed && isOneKind(check.outcomes) ? turningLength(check.outcomes) : 0;
    if (length < turns) return { state: next };
    return {
      state: next,
      signal: {
        messageId: 'mole',
        score: limitScore(length / turns),
        urgency: 'warn',
        identity: `mole:${percept.kin}`,
        data: { call: call.label, count: Math.floor(length / 2) },
        evidence: evidenceOf(check.seqs.slice(-Math.ceil(length)).map((seq) => ({ seq, label: call.label })), { window: MAX_OUTCOMES }),
      },
    };
  },
});

/** Pass and fail in turn is a search or a test-first rhythm; two failures in turn, or two findings, are not. */
function isOneKind(outcomes: readonly number[]): boolean {
  return outcomes.slice(-2).every((one) => one < 0) || outcomes.slice(-2).every((one) => one >= 0);
}

/** Of a failure its cause, below zero: line numbers and counts around it may move. */
function answerOf({ outcome }: Percept): number {
  if (outcome.failed === 'no') return outcome.print;
  return -(outcome.cause.length >= 3 ? combine(...outcome.cause) : outcome.skeleton);
}

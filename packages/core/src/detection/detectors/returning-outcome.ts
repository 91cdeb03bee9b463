import { combine } from '../../event/fingerprint.js';
import type { Percept } from '../../event/percept.js';
import { pushBounded } from '../../session/window.js';
import { defineDetector } from '../detector.js';
import { failureWords } from '../failures.js';
import { signalOf } from '../finding.js';
import { integer } from '../options.js';
import { turningAt } from '../period.js';

/** One call that is made again and again, and what it brought after each change. */
interface Check {
  /** Tool and arguments, numbers aside. */
  readonly kin: number;
  readonly outcomes: readonly number[];
  readonly seqs: readonly number[];
  /** How often the world had been changed when it last looked. */
  readonly world: number;
}

const MAX_CHECKS = 8;
const MAX_OUTCOMES = 12;

/** Between two looks something is changed, yet the same answers take turns: each fix brings the other fault back. */
export const returningOutcome = defineDetector({
  meta: {
    id: 'returning-outcome',
    summary: 'Changes make the same outcomes take turns instead of getting anywhere.',
    listens: ['call'],
    family: 'failures',
    isClose: true,
    memory: 'task',
    options: {
      turns: integer(4, {
        min: 3,
        max: MAX_OUTCOMES,
        meaning: 'outcomes in turn (A, B, A, B) that make a loop',
      }),
    },
    messages: {
      mole: {
        text: '{{call}} brings the same outcomes in turn, {{count}} so far',
        category: 'ERROR_WHACK_A_MOLE',
      },
    },
  },

  init: () => ({ checks: [] as readonly Check[] }),

  step(state, { percept, call, session }, limits) {
    if (!percept || !call || !isLook(percept)) return { state };
    const before = state.checks.find(({ kin }) => kin === percept.kin);
    // Without a change in between, another answer is the world's doing and not the agent's.
    if (before?.world === session.world) return { state };
    const check: Check = {
      kin: percept.kin,
      outcomes: pushBounded(before?.outcomes ?? [], answerOf(percept), MAX_OUTCOMES),
      seqs: pushBounded(before?.seqs ?? [], call.seq, MAX_OUTCOMES),
      world: session.world,
    };
    const others = before ? state.checks.filter((one) => one !== before) : state.checks;
    const next = { checks: pushBounded(others, check, MAX_CHECKS) };
    const { length, turns } = turningAt(check.outcomes);
    if (turns < limits.turns || !isOneKind(check.outcomes)) return { state: next };
    const signal = signalOf({
      messageId: 'mole',
      share: turns / limits.turns,
      found: check.seqs.slice(-length).map((seq) => ({ seq, label: call.label })),
      identity: `mole:${percept.kin}`,
      data: { call: call.label },
      window: MAX_OUTCOMES,
    });
    return { state: next, ...(signal && { signal }) };
  },
});

function isLook({ kind, outcome }: Percept): boolean {
  return kind !== 'wait' && kind !== 'write' && !outcome.isEmpty;
}

/** Pass and fail in turn is a search or a test-first rhythm; two failures in turn, or two findings, are not. */
function isOneKind(outcomes: readonly number[]): boolean {
  return outcomes.at(-1)! < 0 === outcomes.at(-2)! < 0;
}

/** Of a failure its cause, below zero: line numbers and counts around it may move. */
function answerOf(percept: Percept): number {
  return percept.outcome.failed === 'no' ? percept.outcome.print : -combine(...failureWords(percept));
}

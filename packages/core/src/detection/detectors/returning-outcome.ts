import { combine } from '../../event/fingerprint.js';
import type { Percept } from '../../event/percept.js';
import { shortened } from '../../session/packed.js';
import { pushNumber } from '../../session/window.js';
import { type Check, findCheck, keepCheck } from '../checks.js';
import { defineDetector } from '../detector.js';
import { failureWords } from '../failures.js';
import { signalOf } from '../finding.js';
import { integer } from '../options.js';
import { turningAt } from '../period.js';

/** One call that is made again and again, and what it brought after each change. */
const MAX_CHECKS = 8;
const MAX_OUTCOMES = 12;
const NONE = { checks: '' };

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

  init: () => NONE,

  step(state, { percept, call, session }, limits) {
    if (!percept || !call || !isLook(percept)) return { state };
    const kin = shortened(percept.kin);
    const before = findCheck(state.checks, kin);
    // Without a change in between, another answer is the world's doing and not the agent's.
    if (before?.world === session.world) return { state };
    const check: Check = {
      kin,
      outcomes: pushNumber(before?.outcomes ?? [], answerOf(percept), MAX_OUTCOMES),
      seqs: pushNumber(before?.seqs ?? [], call.seq, MAX_OUTCOMES),
      world: session.world,
    };
    const next = { checks: keepCheck(state.checks, check, MAX_CHECKS) };
    const { length, turns } = turningAt(check.outcomes);
    if (turns < limits.turns || !isOneKind(check.outcomes)) return { state: next };
    const signal = signalOf({
      messageId: 'mole',
      share: turns / limits.turns,
      found: check.seqs.slice(-length).map((seq) => ({ seq, label: call.label })),
      identity: `mole:${kin}`,
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
  return outcomes.at(-1)! % 2 === outcomes.at(-2)! % 2;
}

/** An odd number for a failure, by its cause: line numbers and counts around it may move. */
function answerOf(percept: Percept): number {
  const isFailure = percept.outcome.failed !== 'no';
  const print = isFailure ? combine(...failureWords(percept)) : percept.outcome.print;
  return 2 * (shortened(print) >>> 1) + (isFailure ? 1 : 0);
}

import { combine } from '../../event/fingerprint.js';
import { oneLine } from '../../event/label.js';
import type { Percept } from '../../event/percept.js';
import { pushBounded } from '../../session/window.js';
import { defineDetector } from '../detector.js';
import { evidenceOf, type Occurrence } from '../evidence.js';
import { LASTING, TRANSIENT } from '../failures.js';
import { integer } from '../options.js';
import { turningLength } from '../period.js';
import { limitScore, SIGN, urgencyOf } from '../score.js';

interface Streak {
  readonly found: readonly Occurrence[];
  readonly count: number;
  readonly reason: string;
  readonly reasonCount: number;
  readonly round: number;
  readonly call: number;
  readonly print: number;
  readonly causes: readonly number[];
}

const NONE: Streak = { found: [], count: 0, reason: '', reasonCount: 0, round: NaN, call: 0, print: 0, causes: [] };

/** Nothing works: call after call fails, by one cause or by many; a single success ends it. */
export const failureStreak = defineDetector({
  meta: {
    id: 'failure-streak',
    summary: 'Call after call fails, and none succeeds in between.',
    listens: ['call'],
    family: 'failures',
    isClose: true,
    memory: 'run',
    options: {
      kind: integer(6, { min: 2, meaning: 'failures of one lasting kind in a row, whatever the tool' }),
      turns: integer(5, { min: 4, meaning: 'failures in turn (A, B, A, B, A) that make a loop' }),
      any: integer(8, { min: 2, meaning: 'failures of any kind in a row' }),
    },
    messages: {
      kind: { text: '{{count}} calls in a row failed ({{reason}}): {{error}}', category: 'ERROR_REPETITION' },
      mole: { text: 'the same errors take turns over {{count}} failed calls: {{error}}', category: 'ERROR_WHACK_A_MOLE' },
      any: { text: '{{count}} calls in a row failed: {{error}}', category: 'ERROR_REPETITION' },
    },
  },

  init: () => ({ streak: NONE }),

  step(state, { event, percept, call, session }, limits) {
    if (!percept || !call || event.kind !== 'call' || percept.kind === 'wait') return { state };
    if (percept.outcome.failed === 'no') return { state: { streak: NONE } };
    const { reason } = percept.outcome;
    const before = state.streak;
    const round = session.round ?? -1 - call.seq;
    // One mistake fanned out over a parallel round counts once; another answer of a passing failure is something moving.
    const isMoving = TRANSIENT.has(reason) && before.call === percept.call && before.print !== percept.outcome.print;
    const more = round === before.round || isMoving ? 0 : 1;
    const streak: Streak = {
      found: pushBounded(before.found, { seq: call.seq, label: call.label }, 12),
      count: before.count + more,
      reason,
      reasonCount: reason === before.reason ? before.reasonCount + more : 1,
      round,
      call: percept.call,
      print: percept.outcome.print,
      causes: pushBounded(before.causes, causeOf(percept), 12),
    };
    const ofKind = LASTING.has(reason) || reason === 'validation' ? streak.reasonCount / limits.kind : 0;
    const inTurn = turningLength(streak.causes) / limits.turns;
    const share = Math.max(ofKind, inTurn, streak.count / limits.any);
    if (share < SIGN) return { state: { streak } };
    const isKind = ofKind === share;
    const isMole = !isKind && inTurn === share;
    return {
      state: { streak },
      signal: {
        messageId: isKind ? 'kind' : isMole ? 'mole' : 'any',
        score: limitScore(share),
        urgency: urgencyOf(share),
        identity: `streak:${isKind ? reason : isMole ? 'mole' : 'any'}`,
        data: { count: isKind ? streak.reasonCount : streak.count, reason, error: oneLine(typeof event.result === 'string' ? event.result : call.label, 80) },
        evidence: evidenceOf(streak.found, { window: limits.any, count: streak.count }),
      },
    };
  },
});

function causeOf({ outcome, echo }: Percept): number {
  return combine(...(outcome.cause.length >= 3 ? outcome.cause : outcome.words.slice(0, 40)).filter((word) => !echo.has(word)));
}

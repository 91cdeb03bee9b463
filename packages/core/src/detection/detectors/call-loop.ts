import { callsOf, type CallRecord } from '../../session/calls.js';
import { type Columns, columnsOf, FAILED, HAS_WAIT, isPairAgain, SOFT, WAIT } from '../../session/history.js';
import { type Cycle, findCycle, isTrend, isUniform } from '../cycle.js';
import { defineDetector } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { integer, type OptionsOf } from '../options.js';
import { limitScore, SIGN, urgencyOf } from '../score.js';

const options = {
  laps: integer(3, { min: 2, meaning: 'laps of a cycle that make a loop' }),
  stepLaps: integer(6, { min: 2, meaning: 'the same, where all calls are one call with changing outcomes' }),
  waitLaps: integer(7, { min: 2, meaning: 'the same, where the cycle waits' }),
  strangers: integer(1, { min: 0, meaning: 'calls a lap that do not belong to the cycle, at most' }),
};

type Limits = OptionsOf<typeof options>;

/** The calls of the last lap are named; a longer lap is named in part. */
const NAMED = 12;

/** It keeps nothing: one for all sessions. */
const NONE = {};

/** Several calls with their outcomes come round again in the same order; an odd call in between does not hide them. */
export const callLoop = defineDetector({
  meta: {
    id: 'call-loop',
    summary: 'A sequence of calls and outcomes repeats as a whole.',
    listens: ['call'],
    family: 'calls',
    isClose: true,
    memory: 'run',
    calls: () => NAMED,
    options,
    messages: {
      alternation: { text: '{{call}} and {{other}} in turn, {{count}}x', category: 'TOOL_PING_PONG' },
      cycle: { text: 'the same {{period}} calls {{count}}x, from {{call}}', category: 'TOOL_PING_PONG' },
    },
  },

  init: () => NONE,

  step(state, { session, percept }, limits) {
    // Most calls are new, and then nothing comes round again.
    if (!percept || percept.kind === 'wait' || !isPairAgain(session.history)) return { state };
    const history = columnsOf(session.history);
    const strict = findCycle(history, history.call, history.outcome, limits.strangers);
    const cycle = strict ?? findLoose(history, limits) ?? findShaped(history);
    if (!cycle) return { state };
    const { period, laps, at, identity } = cycle;
    const share = laps / (lapLimit(history, cycle, limits) + (strict ? 0 : 1));
    if (share < SIGN) return { state };
    const calls = callsOf(session);
    const labels = at.slice(-period).map((i) => labelOf(calls, history.seq[i]!));
    const found = at.slice(-2 * period).map((i, k) => ({ seq: history.seq[i]!, label: labels[k % period]! }));
    return {
      state,
      signal: {
        messageId: period === 2 ? 'alternation' : 'cycle',
        score: limitScore(share),
        urgency: urgencyOf(share),
        identity: `cycle:${identity}`,
        data: { call: labels[0]!, other: labels.at(-1)!, period, count: laps },
        evidence: evidenceOf(found, { window: history.call.length, count: laps, examples: labels }),
      },
    };
  },
});

/** Blind to reworded texts, or to numbers that go nowhere; then at least two tools must take part. */
function findLoose(history: Columns, { strangers }: Limits): Cycle | undefined {
  const { tool, frame, call, outcome, skeleton, figure, total } = history;
  const cycle = findCycle(history, frame, outcome, strangers) ?? findCycle(history, call, skeleton, 0);
  if (!cycle || isUniform(cycle.at.map((i) => tool[i]!))) return undefined;
  for (const i of cycle.at.slice(-cycle.period)) {
    const isSame = (_: number, k: number): boolean => call[k] === call[i];
    if (isTrend(figure.filter(isSame)) || isTrend(total.filter(isSame))) return undefined;
  }
  return cycle;
}

/** Blind to ids and numbers in the arguments: the same fault behind ever new names. */
function findShaped(history: Columns): Cycle | undefined {
  const cycle = findCycle(history, history.shape, history.outcome, 0);
  const hasAnchor = cycle?.at.slice(-cycle.period).some((i) => (history.flags[i]! & ANCHOR) !== 0);
  return hasAnchor ? cycle : undefined;
}

/** Without a failure in each lap it may be a queue that is worked off. */
const ANCHOR = FAILED | SOFT;

function lapLimit({ flags, call }: Columns, { at, period, laps }: Cycle, limits: Limits): number {
  let waits = 0;
  for (let i = at[0]!; i < flags.length; i++) if ((flags[i]! & (WAIT | HAS_WAIT)) !== 0) waits++;
  // The wait of the last lap may be still to come.
  if (waits >= laps - 1) return limits.waitLaps;
  return isUniform(at.slice(-period).map((i) => call[i]!)) ? limits.stepLaps : limits.laps;
}

function labelOf(calls: readonly CallRecord[], seq: number): string {
  return calls.find((one) => one.seq === seq)?.label ?? `call ${seq}`;
}

import { type CallFact, defineDetector } from '../../../detection/detector.js';
import { evidenceOf, factOf } from '../../../detection/evidence.js';
import { integer } from '../../../detection/options.js';
import { halveDoubt } from '../../../detection/score.js';
import { combine } from '../../../fingerprint/fingerprint.js';

interface Run {
  readonly period: number;
  /** How many of the newest calls follow the cycle. */
  readonly length: number;
}

interface State {
  /** Signatures of the last two laps at most. */
  readonly recent: readonly Seen[];
  readonly run: Run | null;
}

interface Seen {
  readonly seq: number;
  readonly label: string;
  readonly call: number;
  readonly fact: CallFact;
}

const NOTHING: State = { recent: [], run: null };

/** One, two or three calls that repeat as a whole, lap directly after lap; results do not matter. */
export const callCycle = defineDetector({
  meta: {
    id: 'call-cycle',
    summary: 'A short sequence of calls repeats without a break.',
    listens: ['call', 'turn'],
    options: {
      maxPeriod: integer(3, { max: 3, meaning: 'longest cycle, in calls' }),
    },
    messages: {
      repeat: { text: '{{call}} called {{count}}x', category: 'TOOL_REPETITION' },
      alternation: { text: '{{call}} and {{other}} in turn, {{count}}x', category: 'TOOL_PING_PONG' },
      cycle: { text: 'a cycle of {{period}} calls from {{call}}, {{count}}x', category: 'TOOL_PING_PONG' },
    },
  },

  init: (): State => NOTHING,

  step(state, { call, event }, { maxPeriod }) {
    // A prompt begins a new run.
    if (event.kind === 'turn' && event.role === 'user') return { state: NOTHING };
    if (!call) return { state };
    const recent = [
      ...state.recent,
      { seq: call.seq, label: call.label, call: call.call, fact: factOf(call) },
    ].slice(-2 * maxPeriod);
    const run = continued(state.run, recent) ?? started(recent, maxPeriod);
    const next = { recent, run };
    // One detection per lap: the middle of a lap shows nothing new.
    if (!run || run.length % run.period !== 0) return { state: next };

    const lap = recent.slice(-run.period);
    const laps = run.length / run.period;
    return {
      state: next,
      signal: {
        messageId: run.period === 1 ? 'repeat' : run.period === 2 ? 'alternation' : 'cycle',
        score: halveDoubt(0.75, laps - 2),
        urgency: 'warn',
        identity: `cycle:${leastRotation(lap.map((seen) => seen.call))}`,
        data: { call: lap[0]!.label, other: lap.at(-1)!.label, period: run.period, count: laps },
        evidence: evidenceOf(recent.slice(-2 * run.period), {
          window: 2 * maxPeriod,
          count: laps,
          examples: lap.map(({ label }) => label),
        }),
      },
    };
  },
});

function continued(run: Run | null, recent: readonly Seen[]): Run | null {
  if (!run || recent.at(-1 - run.period)?.call !== recent.at(-1)?.call) return null;
  return { period: run.period, length: run.length + 1 };
}

function started(recent: readonly Seen[], maxPeriod: number): Run | null {
  for (let period = 1; period <= maxPeriod; period++) {
    const laps = recent.slice(-2 * period);
    if (laps.length < 2 * period) return null;
    if (laps.every(({ call }, i) => call === laps[(i + period) % (2 * period)]!.call))
      return { period, length: 2 * period };
  }
  return null;
}

/** A-B and B-A are one cycle. */
function leastRotation(calls: readonly number[]): number {
  return Math.min(...calls.map((_, i) => combine(...calls.slice(i), ...calls.slice(0, i))));
}

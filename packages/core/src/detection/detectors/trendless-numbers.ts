import { flagsAt, NEWS } from '../../session/history.js';
import { packNumbers, shortened, unpackNumbers } from '../../session/packed.js';
import { pushBounded } from '../../session/window.js';
import { isTrend, isUniform } from '../cycle.js';
import { defineDetector } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { integer, ratio } from '../options.js';
import { limitScore } from '../score.js';

/** The same look, again and again; what came back differs in numbers only. */
interface Run {
  readonly call: number;
  readonly skeleton: number;
  readonly looks: number;
  /** Of each of the last looks its number and those that it showed, packed. */
  readonly rows: readonly string[];
}

const NONE: Run = { call: 0, skeleton: 0, looks: 0, rows: [] };
const MAX_ROWS = 12;
/** Of smaller numbers a small spread says nothing. */
const LARGE = 10;

/** The same look brings other numbers each time, but they go nowhere: no counter climbs, no queue gets shorter. */
export const trendlessNumbers = defineDetector({
  meta: {
    id: 'trendless-numbers',
    summary: 'The same call brings numbers that change without a trend.',
    listens: ['call'],
    family: 'calls',
    cap: 'redirect',
    isClose: true,
    memory: 'run',
    options: {
      looks: integer(10, { min: 3, max: 100, meaning: 'looks without a trend that make a loop' }),
      still: integer(5, { min: 3, meaning: 'the same, where the numbers hardly move' }),
      spread: ratio(0.01, { meaning: 'relative spread up to which numbers hardly move' }),
    },
    messages: {
      trendless: { text: '{{call}} called {{count}}x, its numbers go nowhere', category: 'TOOL_REPETITION' },
    },
  },

  init: () => ({ run: NONE }),

  step(state, { percept, call, session }, limits) {
    if (!percept || !call || percept.kind === 'wait') return { state };
    const { numbers } = percept.outcome;
    const [now, skeleton] = [shortened(percept.call), shortened(percept.outcome.skeleton)];
    const isSameCall = state.run.call === now;
    const goesOn = isSameCall && state.run.skeleton === skeleton;
    // Something else that is new ends the run; a look aside does not.
    const isAside = !isSameCall && state.run.looks > 0 && (flagsAt(session.history) & NEWS) === 0;
    if (isAside) return { state };
    const before = goesOn ? state.run : NONE;
    const run: Run = {
      call: now,
      skeleton,
      looks: before.looks + 1,
      rows: pushBounded(before.rows, packNumbers([call.seq, ...numbers]), MAX_ROWS),
    };
    const limit =
      run.looks < Math.min(limits.still, limits.looks)
        ? Infinity
        : limitOf(
            run.rows.map((row) => unpackNumbers(row).slice(1)),
            limits,
          );
    if (run.looks < limit) return { state: { run } };
    return {
      state: { run },
      signal: {
        messageId: 'trendless',
        score: limitScore(run.looks / limit),
        urgency: 'warn',
        identity: `numbers:${percept.call}`,
        data: { call: call.label, count: run.looks },
        evidence: evidenceOf(
          run.rows.map((row) => ({ seq: unpackNumbers(row)[0]!, label: call.label })),
          { window: MAX_ROWS, count: run.looks },
        ),
      },
    };
  },
});

/** Infinite where some number has a trend, or none changes: that is somebody else's business. */
function limitOf(
  rows: readonly (readonly number[])[],
  limits: { looks: number; still: number; spread: number },
): number {
  const columns = rows[0]!.map((_, column) => rows.map((row) => row[column] ?? 0));
  const moving = columns.filter((values) => !isUniform(values));
  if (moving.length === 0 || moving.some(isTrend)) return Infinity;
  const large = moving.filter((values) => Math.max(...values) >= LARGE);
  const isStill = large.length > 0 && large.every((values) => spreadOf(values) <= limits.spread);
  return isStill ? limits.still : limits.looks;
}

function spreadOf(values: readonly number[]): number {
  const most = Math.max(...values);
  return (most - Math.min(...values)) / most;
}

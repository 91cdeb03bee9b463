import { NEWS } from '../../session/history.js';
import { defineDetector } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { integer, ratio } from '../options.js';
import { limitScore } from '../score.js';

interface Run {
  readonly call: number;
  readonly skeleton: number;
  readonly rows: readonly (readonly number[])[];
  readonly seqs: readonly number[];
}

const MAX_ROWS = 12;

/** The same look brings other numbers each time, but they go nowhere: no counter climbs, no queue gets shorter. */
export const trendlessNumbers = defineDetector({
  meta: {
    id: 'trendless-numbers',
    summary: 'The same call brings numbers that change without a trend.',
    listens: ['call'],
    family: 'calls',
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

  init: () => ({ run: null as Run | null, looks: 0 }),

  step(state, { percept, call, session }, limits) {
    if (!percept || !call || percept.kind === 'wait') return { state };
    const { outcome } = percept;
    const goesOn = state.run?.call === percept.call && state.run.skeleton === outcome.skeleton;
    if (!goesOn) {
      // Something else that was new ends the run; a look aside does not.
      const isAside = state.run !== null && (session.history.flags.at(-1)! & NEWS) === 0 && state.run.call !== percept.call;
      return { state: isAside ? state : { run: rowOf(null, percept.call, outcome, call.seq), looks: 1 } };
    }
    const run = rowOf(state.run, percept.call, outcome, call.seq);
    const looks = state.looks + 1;
    const next = { run, looks };
    if (run.rows.every((row) => row.every((value, i) => value === run.rows[0]![i])) || hasTrend(run.rows)) return { state: next };
    const limit = isStill(run.rows, limits.spread) ? limits.still : limits.looks;
    if (looks < limit) return { state: next };
    const found = run.seqs.map((seq) => ({ seq, label: call.label }));
    return {
      state: next,
      signal: {
        messageId: 'trendless',
        score: limitScore(looks / limit),
        urgency: 'warn',
        identity: `numbers:${percept.call}`,
        data: { call: call.label, count: looks },
        evidence: evidenceOf(found, { window: MAX_ROWS, count: looks }),
      },
    };
  },
});

function rowOf(run: Run | null, call: number, outcome: { skeleton: number; numbers: readonly number[] }, seq: number): Run {
  const rows = [...(run?.rows ?? []), outcome.numbers].slice(-MAX_ROWS);
  return { call, skeleton: outcome.skeleton, rows, seqs: [...(run?.seqs ?? []), seq].slice(-MAX_ROWS) };
}

/** Some number only rises, or only falls, through three values or more. */
function hasTrend(rows: readonly (readonly number[])[]): boolean {
  return rows[0]!.some((_, column) => {
    let up = 0;
    let down = 0;
    for (let i = 1; i < rows.length; i++) {
      const step = (rows[i]![column] ?? 0) - (rows[i - 1]![column] ?? 0);
      if (step > 0) up++;
      if (step < 0) down++;
    }
    return (up === 0 || down === 0) && up + down >= Math.min(2, rows.length - 1);
  });
}

/** All numbers of some size stay within a small spread. */
function isStill(rows: readonly (readonly number[])[], spread: number): boolean {
  const columns = rows[0]!.map((_, column) => rows.map((row) => row[column] ?? 0)).filter((values) => Math.max(...values) >= 10);
  return columns.length > 0 && columns.every((values) => Math.max(...values) - Math.min(...values) <= spread * Math.max(...values));
}

import { defineDetector } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { integer } from '../options.js';
import { pushBounded } from '../../session/window.js';
import { alertSignal, followTrend, newTrend, trendOptions } from '../trend.js';

interface Failing {
  readonly at: number;
  readonly call: number;
  readonly outcome: number;
  readonly streak: number;
  readonly seen: readonly { readonly seq: number; readonly label: string }[];
}

/** One command, the same failure, time after time; a success or another error ends the row. */
export const testFailLoop = defineDetector({
  meta: {
    id: 'test-fail-loop',
    summary: 'The same command keeps failing with the same error.',
    listens: ['call', 'edit'],
    options: {
      window: integer(20, { min: 2, meaning: 'how many events are looked back' }),
      failures: integer(3, { min: 2, meaning: 'how many equal failures in a row make a loop' }),
      ...trendOptions,
    },
    messages: {
      soft: { text: '{{call}} failed {{count}}x with the same error', category: 'ERROR_REPETITION' },
      hard: { text: '{{call}} failed {{count}}x with the same error', category: 'ERROR_REPETITION' },
    },
  },

  init: () => ({ trend: newTrend(), failing: [] as readonly Failing[] }),

  step(state, { call }, options) {
    const at = state.trend.count + 1;
    const recent = state.failing.filter((one) => one.at > at - options.window);
    if (!call) return { state: { trend: followTrend(state.trend, false, options).trend, failing: recent } };

    const before = recent.find((one) => one.call === call.call);
    const others = recent.filter((one) => one !== before);
    const again = before?.outcome === call.outcome ? before : undefined;
    const row: Failing = {
      at,
      call: call.call,
      outcome: call.outcome,
      streak: (again?.streak ?? 0) + 1,
      seen: pushBounded(again?.seen ?? [], { seq: call.seq, label: call.label }, 8),
    };
    const { trend, alert } = followTrend(state.trend, call.failed && row.streak >= options.failures, options);
    const next = { trend, failing: call.failed ? [...others, row] : others };
    if (!alert) return { state: next };
    const evidence = evidenceOf(row.seen, { window: options.window, count: row.streak });
    const data = { call: call.label, count: row.streak };
    return { state: next, signal: alertSignal(alert, `fail:${call.call}`, data, evidence) };
  },
});

import { defineDetector } from '../../../detection/detector.js';
import { evidenceOf, factOf } from '../../../detection/evidence.js';
import { integer } from '../../../detection/options.js';
import { excerptOf } from '../../../event/excerpt.js';
import { textPrint } from '../../../fingerprint/fingerprint.js';
import type { EventContext } from '../../../session/session.js';
import { alertReport, alertSignal, followTrend, newTrend, trendOptions } from '../trend.js';

interface Failure {
  readonly seq: number;
  readonly label: string;
  /** The event's number among those that this detector counts. */
  readonly at: number;
  readonly call: number;
  readonly outcome: number;
}

/** One command fails the same way time after time; a success or another error ends the streak. */
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

  init: () => ({ trend: newTrend(), failures: [] as readonly Failure[] }),

  step(state, moment, options) {
    const { call } = moment;
    const at = state.trend.count + 1;
    const recent = state.failures.filter((one) => one.at > at - options.window);
    if (!call) return { state: { trend: followTrend(state.trend, false, options).trend, failures: recent } };

    const outcome = call.failed ? errorPrint(moment) : call.outcome;
    // Any other result of the command ends its streak.
    const kept = recent.filter((one) => one.call !== call.call || one.outcome === outcome);
    const { seq, label } = call;
    const failures = call.failed
      ? [...kept, { seq, label, at, call: call.call, outcome, fact: factOf(call) }]
      : kept;
    const row = call.failed ? failures.filter((one) => one.call === call.call) : [];
    const { trend, alert } = followTrend(state.trend, row.length >= options.failures, options);
    const next = { trend, failures };
    if (!alert) return { state: next };
    const evidence = evidenceOf(row, { window: options.window });
    return {
      state: next,
      signal: alertSignal(alert, `fail:${call.call}`, { call: label, count: row.length }, evidence),
      reports: alertReport('test-fail-loop', alert),
    };
  },
});

const MAX_ERROR = 8000;
const TIMES =
  /\b\d{1,6}(?:[.,:]\d{1,9})*(?: ?(?:ns|us|µs|ms|s|secs?|seconds?|m|mins?|minutes?))\b|\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\b/g;

/** The duration and the time of a run do not make its error a different one. */
function errorPrint({ event, call }: EventContext): number {
  if (event.kind !== 'call' || typeof event.result !== 'string') return call?.outcome ?? 0;
  return textPrint(excerptOf(event.result, MAX_ERROR).replaceAll(TIMES, '#'));
}

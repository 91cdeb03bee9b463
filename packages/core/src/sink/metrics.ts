import { type Decided, findsLoop, isReset } from './decided.js';
import { isNewLoop, type LoopLog } from './loop-log.js';

export interface Metric {
  readonly type: 'counter' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram; values above the last one count as well. */
  readonly buckets?: readonly number[];
}

/** Every metric as data, so that any sink can declare and export it. No label contains an agent's text. */
export const METRICS = {
  rutbreak_loops_detected_total: {
    ...{ type: 'counter', help: 'Loops detected, by category.', labels: ['type'] },
  },
  rutbreak_loop_confidence: {
    ...{ type: 'histogram', help: 'How sure the verdict on a detected loop was.', labels: [] },
    buckets: [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.99, 1],
  },
  rutbreak_interventions_total: {
    ...{ type: 'counter', help: 'Decisions to act, by rung.', labels: ['rung'] },
  },
  rutbreak_resets_total: {
    ...{ type: 'counter', help: 'Resets of an agent, by the how-manieth of its session.', labels: ['level'] },
  },
  rutbreak_recoveries_total: {
    ...{ type: 'counter', help: 'Recoveries by outcome: successful or failed.', labels: ['outcome'] },
  },
  rutbreak_user_interventions_total: {
    ...{ type: 'counter', help: 'Decisions that need a person.', labels: [] },
  },
  rutbreak_false_positives_reported_total: {
    ...{ type: 'counter', help: 'Loops that people reported as false, by category.', labels: ['type'] },
  },
  rutbreak_overrides_total: {
    ...{ type: 'counter', help: 'Loops that people let go on, by category and resets before.' },
    labels: ['type', 'resets'],
  },
  rutbreak_detection_latency_seconds: {
    ...{ type: 'histogram', help: 'Time from an event to its decision.', labels: [] },
    buckets: [0.00001, 0.00005, 0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 1],
  },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof METRICS;

interface Histogram {
  /** One count per bucket, not cumulative, and one for values above the last. */
  readonly counts: readonly number[];
  readonly sum: number;
  readonly count: number;
}

/** The counts so far. Plain JSON; labels have few values each, so it is bounded. */
export interface Metrics {
  /** By name and label values. */
  readonly counters: Readonly<Record<string, number>>;
  readonly histograms: Readonly<Record<string, Histogram>>;
}

export const NO_METRICS: Metrics = { counters: {}, histograms: {} };

/** From here on resets share one label. */
const MANY_RESETS = 4;

/** A metric's key: its name and its label values. None of these contains a space. */
function keyOf(name: MetricName, values: readonly string[]): string {
  return [name, ...values].join(' ');
}

function count(metrics: Metrics, name: MetricName, ...values: readonly string[]): Metrics {
  const key = keyOf(name, values);
  return { ...metrics, counters: { ...metrics.counters, [key]: (metrics.counters[key] ?? 0) + 1 } };
}

function observe(
  metrics: Metrics,
  name: 'rutbreak_loop_confidence' | 'rutbreak_detection_latency_seconds',
  value: number,
): Metrics {
  if (!Number.isFinite(value) || value < 0) return metrics;
  const buckets: readonly number[] = METRICS[name].buckets;
  const before = metrics.histograms[name] ?? {
    counts: new Array<number>(buckets.length + 1).fill(0),
    sum: 0,
    count: 0,
  };
  const found = buckets.findIndex((bound) => value <= bound);
  const at = found < 0 ? buckets.length : found;
  const next = {
    counts: before.counts.with(at, before.counts[at]! + 1),
    sum: before.sum + value,
    count: before.count + 1,
  };
  return { ...metrics, histograms: { ...metrics.histograms, [name]: next } };
}

export interface MetricContext {
  /**
   * The session's loops before this decision, so that a continuing loop counts once. Without it, every
   * intervention counts.
   */
  readonly log?: LoopLog;
  /** From the event to the decision, in milliseconds. */
  readonly latency?: number;
}

/**
 * Adds one decision. A loop without an intervention, in shadow mode or during a cooldown, still counts as
 * detected.
 */
export function countDecision(
  metrics: Metrics,
  decision: Decided,
  { log, latency }: MetricContext = {},
): Metrics {
  let next = metrics;
  if (latency !== undefined) next = observe(next, 'rutbreak_detection_latency_seconds', latency / 1000);
  if (decision.kind === 'act') {
    next = count(next, 'rutbreak_interventions_total', decision.rung);
    if (decision.needsPerson) next = count(next, 'rutbreak_user_interventions_total');
    if (isReset(decision)) next = count(next, 'rutbreak_resets_total', levelOf(decision.count));
  }
  const isNew = log === undefined ? decision.kind === 'act' : isNewLoop(log, decision);
  if (!isNew || !findsLoop(decision)) return next;
  const { primary, score } = decision.verdict;
  next = count(next, 'rutbreak_loops_detected_total', primary?.category ?? 'unknown');
  return observe(next, 'rutbreak_loop_confidence', score);
}

export function countRecovery(metrics: Metrics, isRecovered: boolean): Metrics {
  return count(metrics, 'rutbreak_recoveries_total', isRecovered ? 'successful' : 'failed');
}

export function countOverride(
  metrics: Metrics,
  { type, resets }: { type?: string; resets: number },
): Metrics {
  return count(metrics, 'rutbreak_overrides_total', labelOf(type), levelOf(resets));
}

export function countFalsePositive(metrics: Metrics, { type }: { type?: string }): Metrics {
  return count(metrics, 'rutbreak_false_positives_reported_total', labelOf(type));
}

function levelOf(resets: number): string {
  return resets >= MANY_RESETS ? `${MANY_RESETS}+` : String(Math.max(0, Math.trunc(resets) || 0));
}

/** A category, or `unknown`: an invented one must not become a label. */
function labelOf(type: string | undefined): string {
  return type !== undefined && /^[A-Z_]{1,32}$/.test(type) ? type : 'unknown';
}

import {
  countFact,
  escapeLabel,
  METRICS,
  type Metrics,
  NO_METRICS,
  prometheusText,
  type SinkFact,
  type LoopLog,
} from '@rutbreak/core/edge';
import type { Amount } from '../api/figures.js';

/** The metrics of this process. */
export interface Counters {
  readonly count: (fact: SinkFact, log: LoopLog) => void;
  /** One tick of a session: number of events, and how long detection took, in milliseconds. */
  readonly observe: (events: number, ms: number) => void;
  readonly save: (saved: Amount) => void;
  readonly text: (gauges: Readonly<Record<string, number>>) => string;
}

const LATENCY = 'rutbreak_detection_latency_seconds';
const BOUNDS: readonly number[] = METRICS[LATENCY].buckets;

export function createCounters(): Counters {
  let metrics: Metrics = NO_METRICS;
  let events = 0;
  const latency = { counts: BOUNDS.concat(0).map(() => 0), sum: 0, count: 0 };
  const saved = { calls: 0, tokens: 0, cost: 0 };
  const shadows = new Map<string, number>();
  return {
    count(fact, log) {
      if (fact.kind === 'report') countShadow(shadows, fact);
      ({ metrics } = countFact({ metrics, log }, fact));
    },
    observe(more, ms) {
      events += more;
      if (more > 0) addLatency(latency, more, ms / 1000 / more);
    },
    save(more) {
      saved.calls += more.calls;
      saved.tokens += more.tokens;
      saved.cost += more.cost;
    },
    text(gauges) {
      const histograms = { ...metrics.histograms, ...(latency.count > 0 && { [LATENCY]: latency }) };
      return [
        prometheusText({ ...metrics, histograms }),
        counter('rutbreak_events_total', 'Events received.', events),
        savedText(saved),
        shadowText(shadows),
        ...Object.entries(gauges).map(([name, value]) => `# TYPE ${name} gauge\n${name} ${value}\n`),
      ].join('');
    },
  };
}

/** Divides the time of a batch evenly among its events. */
function addLatency(
  latency: { readonly counts: number[]; sum: number; count: number },
  events: number,
  seconds: number,
): void {
  const found = BOUNDS.findIndex((bound) => seconds <= bound);
  const at = found < 0 ? BOUNDS.length : found;
  latency.counts[at] = (latency.counts[at] ?? 0) + events;
  latency.sum += seconds * events;
  latency.count += events;
}

function countShadow(shadows: Map<string, number>, { report }: SinkFact & { readonly kind: 'report' }): void {
  if (report.event_type !== 'shadow_detection') return;
  const name = String(report['detector']);
  shadows.set(name, (shadows.get(name) ?? 0) + 1);
}

function counter(name: string, help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} counter\n${name} ${value}\n`;
}

function savedText({ calls, tokens, cost }: Amount): string {
  return [
    counter('rutbreak_saved_calls_total', 'Calls that the guard refused.', calls),
    counter('rutbreak_saved_tokens_total', 'Tokens that refused calls would have used, estimated.', tokens),
    counter('rutbreak_saved_cost_total', 'Money that refused calls would have cost, estimated.', cost),
  ].join('');
}

function shadowText(shadows: ReadonlyMap<string, number>): string {
  const name = 'rutbreak_shadow_detections_total';
  const lines = [...shadows].map(
    ([detector, count]) => `${name}{detector="${escapeLabel(detector)}"} ${count}\n`,
  );
  return `# HELP ${name} Detections of detectors in shadow mode.\n# TYPE ${name} counter\n${lines.join('')}`;
}

import {
  countFact,
  type Metrics,
  NO_METRICS,
  prometheusText,
  type SinkFact,
  type LoopLog,
} from '@rutbreak/core';

/** What this process has counted. */
export interface Counters {
  readonly count: (fact: SinkFact, log: LoopLog) => void;
  /** One tick of a session: how many events, and how long judging took. */
  readonly observe: (events: number) => void;
  readonly text: (gauges: Readonly<Record<string, number>>) => string;
}

export function createCounters(): Counters {
  let metrics: Metrics = NO_METRICS;
  let events = 0;
  return {
    count(fact, log) {
      ({ metrics } = countFact({ metrics, log }, fact));
    },
    observe(more) {
      events += more;
    },
    text(gauges) {
      const own = Object.entries(gauges).map(([name, value]) => `# TYPE ${name} gauge\n${name} ${value}\n`);
      return `${prometheusText(metrics)}# HELP rutbreak_events_total Events taken in.\n# TYPE rutbreak_events_total counter\nrutbreak_events_total ${events}\n${own.join('')}`;
    },
  };
}

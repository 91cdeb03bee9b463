import { type Metric, type MetricName, METRICS, type Metrics } from './metrics.js';

/** One number that a sink can print. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAMES = Object.keys(METRICS) as MetricName[];

/**
 * A plain list; histograms as `_bucket` (cumulative, with `le`), `_sum` and `_count`. Metrics without labels
 * start at 0.
 */
export function samplesOf(metrics: Metrics): readonly Sample[] {
  return NAMES.flatMap((name) => samplesOfOne(metrics, name));
}

function samplesOfOne({ counters, histograms }: Metrics, name: MetricName): Sample[] {
  const metric: Metric = METRICS[name];
  if (metric.type === 'histogram') return histogramSamples(name, metric, histograms[name]);
  const keys = Object.keys(counters).filter((key) => key === name || key.startsWith(`${name} `));
  if (keys.length === 0) return metric.labels.length === 0 ? [{ name, labels: {}, value: 0 }] : [];
  return keys.sort().map((key) => {
    const values = key.split(' ').slice(1);
    const labels = Object.fromEntries(metric.labels.map((label, i) => [label, values[i] ?? '']));
    return { name, labels, value: counters[key]! };
  });
}

function histogramSamples(
  name: MetricName,
  { buckets = [] }: Metric,
  histogram: Metrics['histograms'][string] | undefined,
): Sample[] {
  let total = 0;
  const counts = histogram?.counts ?? [];
  const bounds = [...buckets.map(String), '+Inf'];
  return [
    ...bounds.map((le, i) => {
      total += counts[i] ?? 0;
      return { name: `${name}_bucket`, labels: { le }, value: total };
    }),
    { name: `${name}_sum`, labels: {}, value: histogram?.sum ?? 0 },
    { name: `${name}_count`, labels: {}, value: histogram?.count ?? 0 },
  ];
}

/** The text format of Prometheus, version 0.0.4. */
export function prometheusText(metrics: Metrics): string {
  return NAMES.map((name) => {
    const { help, type }: Metric = METRICS[name];
    const lines = samplesOfOne(metrics, name).map(sampleLine);
    return [`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
  })
    .join('\n')
    .concat('\n');
}

/** `name{label="value"} 3` */
export function sampleLine({ name, labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
}

export function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"');
}

export function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

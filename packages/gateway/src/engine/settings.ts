import { configure, type Engine, PRESETS, RutbreakError } from '@rutbreak/core';
import { configShape, type GatewayConfig } from '../api/admin.js';

export const DEFAULT_CONFIG: GatewayConfig = {
  entropy: {
    window: 5,
    loopBelow: 0.25,
    warningUpTo: 0.5,
    warningInclusive: true,
    discrepancyTolerance: 0.25,
  },
  events: { preset: 'default', mode: 'act', options: {}, models: {} },
  gates: { timeoutMs: 300_000, onTimeout: 'reject' },
  retention: { sessionDays: 30, broadcastHours: 24 },
  archive: { consent: false, adapt: 'propose' },
  privacy: { metadataOnly: false },
};

/** The configuration with the engines that it means. */
export interface Settings {
  readonly version: number;
  readonly updatedAt: number | null;
  readonly config: GatewayConfig;
  readonly steps: Engine;
  /** For sessions of a model. */
  readonly eventsOf: (model: string) => Engine;
}

type Json = Readonly<Record<string, unknown>>;

/** Throws a RutbreakError that names the value; what comes back is sound. */
export function settle(config: GatewayConfig, version = 0, updatedAt: number | null = null): Settings {
  const { window, loopBelow, warningUpTo, warningInclusive } = config.entropy;
  const { preset, mode, options, models } = config.events;
  if (!PRESETS.includes(preset))
    throw new RutbreakError('PRESET_UNKNOWN', { preset, hint: `Use one of: ${PRESETS.join(', ')}.` });
  const steps = configure('entropy', {
    'entropy-window': { window, loopBelow, warningUpTo, warningInclusive },
  });
  const usual = configure(preset, options, {}, { mode });
  const own = new Map(
    Object.entries(models).map(([model, more]) => [
      model,
      configure(preset, merge(options, more) as never, {}, { mode }),
    ]),
  );
  checkNumbers(config);
  return { version, updatedAt, config, steps, eventsOf: (model) => own.get(model) ?? usual };
}

/** The configuration with these fields changed. Throws a RutbreakError on what it does not know. */
export function changed(config: GatewayConfig, change: Json): GatewayConfig {
  const read = configShape.safeParse(merge(config, change));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const option = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])].join(
    '.',
  );
  throw new RutbreakError(issue?.code === 'unrecognized_keys' ? 'OPTION_UNKNOWN' : 'OPTION_TYPE', {
    ...{ option, hint: issue?.message ?? 'See /openapi.json.' },
  });
}

function merge(base: Json, change: Json): Json {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(change)) {
    const before = Object.hasOwn(base, key) ? base[key] : undefined;
    merged[key] = isObject(before) && isObject(value) ? merge(before, value) : value;
  }
  return merged;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const RANGES: readonly (readonly [
  path: string,
  of: (config: GatewayConfig) => number,
  least: number,
  most: number,
])[] = [
  ['entropy.discrepancyTolerance', ({ entropy }) => entropy.discrepancyTolerance, 0, 1],
  ['gates.timeoutMs', ({ gates }) => gates.timeoutMs, 100, 7 * 86_400_000],
  ['retention.sessionDays', ({ retention }) => retention.sessionDays, 0.001, 3650],
  ['retention.broadcastHours', ({ retention }) => retention.broadcastHours, 0.01, 8760],
];

function checkNumbers(config: GatewayConfig): void {
  for (const [option, of, least, most] of RANGES) {
    const got = of(config);
    if (!(got >= least && got <= most))
      throw new RutbreakError('OPTION_RANGE', {
        option,
        got,
        hint: `Use a number from ${least} to ${most}.`,
      });
  }
}

import { type Capabilities, PRESETS, RutbreakError } from '@rutbreak/core';
import { mergeConfig, readConfig, votesOptions } from '@rutbreak/core/designs/votes';
import { configure, type Engine, isRecord } from '@rutbreak/core/edge';
import { configShape, type GatewayConfig } from '../api/admin.js';
import { presetWith } from './detector-modes.js';

export const DEFAULT_CONFIG: GatewayConfig = {
  entropy: {
    mode: 'act',
    onLoop: 'alert',
    window: 5,
    loopBelow: 0.25,
    warningUpTo: 0.5,
    warningInclusive: true,
    discrepancyTolerance: 0.25,
  },
  events: {
    ...{ preset: 'default', mode: 'act', detectors: {}, options: {}, models: {} },
    ...{ settings: {}, modelSettings: {} },
  },
  gates: { timeoutMs: 300_000, onTimeout: 'reject' },
  retention: { sessionDays: 30, broadcastHours: 24 },
  archive: { consent: false, adapt: 'propose' },
  privacy: { metadataOnly: false },
  prices: {},
};

/** The configuration and the engines built from it. */
export interface Settings {
  readonly version: number;
  readonly updatedAt: number | null;
  readonly config: GatewayConfig;
  readonly steps: Engine;
  /** The engine for a model, and for an edge with limited capabilities. */
  readonly eventsOf: (model: string, capabilities?: Capabilities) => Engine;
}

type Json = Readonly<Record<string, unknown>>;

/** Validates the configuration and builds its engines. Throws a RutbreakError that names the bad value. */
export function settle(config: GatewayConfig, version = 0, updatedAt: number | null = null): Settings {
  const { mode, onLoop, window, loopBelow, warningUpTo, warningInclusive } = config.entropy;
  const steps = configure(
    'entropy',
    {
      'entropy-window': { window, loopBelow, warningUpTo, warningInclusive },
      ladder: { pauses: true },
    },
    {},
    // In shadow mode core reports loops and does not act.
    { mode: mode === 'act' && onLoop === 'alert' ? 'shadow' : mode },
  );
  const engineFor = engines(config.events);
  const usual = engineFor(null);
  const { models, modelSettings } = config.events;
  const named = new Set([...Object.keys(models), ...Object.keys(modelSettings)]);
  const own = new Map([...named].map((model) => [model, engineFor(model)]));
  checkNumbers(config);
  const limited = new Map<string, Engine>();
  return {
    ...{ version, updatedAt, config, steps },
    eventsOf(model, capabilities) {
      if (!capabilities) return own.get(model) ?? usual;
      const key = JSON.stringify([own.has(model) ? model : '', capabilities]);
      const engine = limited.get(key) ?? engineFor(own.has(model) ? model : null, capabilities);
      limited.set(key, engine);
      return engine;
    },
  };
}

/** Builds the engine for a model; null: for all models without settings of their own. */
function engines({
  preset,
  mode,
  detectors,
  ...events
}: GatewayConfig['events']): (model: string | null, capabilities?: Capabilities) => Engine {
  if (!PRESETS.includes(preset))
    throw new RutbreakError('PRESET_UNKNOWN', { preset, hint: `Use one of: ${PRESETS.join(', ')}.` });
  const place = { where: 'events.settings' };
  const layer = readConfig(events.settings, place).values;
  return (model, capabilities) => {
    const ofModel = model === null ? {} : (events.modelSettings[model] ?? {});
    const own = { ...layer, ...readConfig(ofModel, place).values };
    // These settings belong to the votes design and have no effect elsewhere.
    const base = preset === 'votes' ? votesOptions(mergeConfig(own)) : {};
    const options = merge(merge(base, events.options), model === null ? {} : (events.models[model] ?? {}));
    const edge = { mode, ...(capabilities && { capabilities }) };
    return configure(presetWith(preset, detectors), options as never, {}, edge);
  };
}

/** Applies a change to the configuration. Throws a RutbreakError for an unknown field. */
export function changed(config: GatewayConfig, change: Json): GatewayConfig {
  const read = configShape.safeParse(merge(forPreset(config, change), change));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const option = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])].join(
    '.',
  );
  throw new RutbreakError(issue?.code === 'unrecognized_keys' ? 'OPTION_UNKNOWN' : 'OPTION_TYPE', {
    ...{ option, hint: issue?.message ?? 'See /openapi.json.' },
  });
}

/** A change of preset drops the settings of the old preset's detectors. */
function forPreset(config: GatewayConfig, { events }: Json): GatewayConfig {
  const preset = isRecord(events) ? events['preset'] : undefined;
  if (preset === undefined || preset === config.events.preset) return config;
  return { ...config, events: { ...config.events, detectors: {}, options: {}, models: {} } };
}

/** Later values win; null removes a key. */
function merge(base: Json, change: Json): Json {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(change)) {
    const before = Object.hasOwn(base, key) ? base[key] : undefined;
    if (value === null) Reflect.deleteProperty(merged, key);
    else merged[key] = isRecord(before) && isRecord(value) ? merge(before, value) : value;
  }
  return merged;
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

import {
  type Capabilities,
  configure,
  type Engine,
  mergeConfig,
  PRESETS,
  readConfig,
  RutbreakError,
  votesOptions,
} from '@rutbreak/core';
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

/** The configuration with the engines that it means. */
export interface Settings {
  readonly version: number;
  readonly updatedAt: number | null;
  readonly config: GatewayConfig;
  readonly steps: Engine;
  /** For sessions of a model, and for an edge that cannot do everything. */
  readonly eventsOf: (model: string, capabilities?: Capabilities) => Engine;
}

type Json = Readonly<Record<string, unknown>>;

/** Throws a RutbreakError that names the value; what comes back is sound. */
export function settle(config: GatewayConfig, version = 0, updatedAt: number | null = null): Settings {
  const { mode, onLoop, window, loopBelow, warningUpTo, warningInclusive } = config.entropy;
  const steps = configure(
    'entropy',
    { 'entropy-window': { window, loopBelow, warningUpTo, warningInclusive } },
    {},
    // In shadow mode core finds loops and reports them, and orders nothing.
    { mode: mode === 'act' && onLoop === 'alert' ? 'shadow' : mode },
  );
  const engineFor = engines(config.events);
  const usual = engineFor(null);
  const { models, modelSettings } = config.events;
  const named = new Set([...Object.keys(models), ...Object.keys(modelSettings)]);
  const own = new Map([...named].map((model) => [model, engineFor(model)]));
  checkNumbers(config);
  const less = new Map<string, Engine>();
  return {
    ...{ version, updatedAt, config, steps },
    eventsOf(model, capabilities) {
      if (!capabilities) return own.get(model) ?? usual;
      const key = JSON.stringify([own.has(model) ? model : '', capabilities]);
      const engine = less.get(key) ?? engineFor(own.has(model) ? model : null, capabilities);
      less.set(key, engine);
      return engine;
    },
  };
}

/** One engine a model; none is every other one. */
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
    // The settings are those of one design; elsewhere they have no effect.
    const base = preset === 'votes' ? votesOptions(mergeConfig(own)) : {};
    const options = merge(merge(base, events.options), model === null ? {} : (events.models[model] ?? {}));
    const edge = { mode, ...(capabilities && { capabilities }) };
    return configure(presetWith(preset, detectors), options as never, {}, edge);
  };
}

/** The configuration with these fields changed. Throws a RutbreakError on what it does not know. */
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

/** What belongs to the detectors of one preset does not hold for those of another. */
function forPreset(config: GatewayConfig, { events }: Json): GatewayConfig {
  const preset = isObject(events) ? events['preset'] : undefined;
  if (preset === undefined || preset === config.events.preset) return config;
  return { ...config, events: { ...config.events, detectors: {}, options: {}, models: {} } };
}

/** Later values win; null takes a key away. */
function merge(base: Json, change: Json): Json {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(change)) {
    const before = Object.hasOwn(base, key) ? base[key] : undefined;
    if (value === null) Reflect.deleteProperty(merged, key);
    else merged[key] = isObject(before) && isObject(value) ? merge(before, value) : value;
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

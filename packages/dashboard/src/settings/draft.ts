import { isRecord } from '../is-record.js';
import type { DetectorMode, GatewayConfig } from '../contract-admin.js';

type Json = Readonly<Record<string, unknown>>;

/** The changed fields in the gateway's format; undefined without a change. */
export function changesOf(before: Json, after: Json): Json | undefined {
  const changed = Object.entries(after).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    const old = before[key];
    if (isRecord(old) && isRecord(value)) {
      const inner = changesOf(old, value);
      return inner === undefined ? [] : [[key, inner]];
    }
    return JSON.stringify(old) === JSON.stringify(value) ? [] : [[key, value]];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/** One option of one detector, for every model or for one. */
export function withOption(
  config: GatewayConfig,
  {
    model,
    owner,
    option,
    value,
  }: { readonly model: string; readonly owner: string; readonly option: string; readonly value: unknown },
): GatewayConfig {
  const { options, models } = config.events;
  const set = (all: GatewayConfig['events']['options']): GatewayConfig['events']['options'] => ({
    ...all,
    [owner]: { ...all[owner], [option]: value },
  });
  const events =
    model === ''
      ? { ...config.events, options: set(options) }
      : { ...config.events, models: { ...models, [model]: set(models[model] ?? {}) } };
  return { ...config, events };
}

/** Another preset has other detectors, so the settings for the old ones are dropped. */
export function withPreset(config: GatewayConfig, preset: string): GatewayConfig {
  if (preset === config.events.preset) return config;
  return { ...config, events: { ...config.events, preset, detectors: {}, options: {}, models: {} } };
}

export function modeOf({ events }: GatewayConfig, detector: string): DetectorMode {
  return Object.hasOwn(events.detectors, detector) ? (events.detectors[detector] ?? 'on') : 'on';
}

export function withMode(config: GatewayConfig, detector: string, mode: DetectorMode): GatewayConfig {
  const detectors = { ...config.events.detectors, [detector]: mode };
  return { ...config, events: { ...config.events, detectors } };
}

/** The effective value for a model: its own, or the common one; undefined for the default. */
export function optionOf(config: GatewayConfig, model: string, owner: string, option: string): unknown {
  const own = model === '' ? undefined : config.events.models[model]?.[owner]?.[option];
  return own ?? config.events.options[owner]?.[option];
}

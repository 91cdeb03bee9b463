import { readConfig } from '@rutbreak/core/designs/votes';
import { configShape } from '../../api/admin.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * Converts a change in one of the formats of the preset `votes` (`detection.thresholds`, `loop_detection`, short keys) into
 * that preset with these settings. Throws a RutbreakError that names an unknown key.
 */
export function withSeedShapes(change: Json): Json {
  const isOwn = ([name]: [string, unknown]): boolean => Object.hasOwn(configShape.shape, name);
  const entries = Object.entries(change);
  const own = Object.fromEntries(entries.filter(isOwn));
  const others = entries.filter((entry) => !isOwn(entry));
  if (others.length === 0) return own;
  const { values, models } = readConfig(Object.fromEntries(others), { where: 'the request' });
  const { enabled, ...settings } = values;
  const events = {
    ...{ preset: 'votes', settings, modelSettings: models },
    ...(enabled !== undefined && { mode: enabled ? 'act' : 'off' }),
  };
  // Fields in the gateway's own format take precedence.
  return { ...own, events: { ...events, ...(own['events'] as object | undefined) } };
}

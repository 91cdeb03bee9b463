import { configFromEnv } from '@rutbreak/core/designs/votes';
import { findConfigFile } from '../config/find.js';
import { type ConfigFlags, type ConfigPlaces, loadConfig, type Loaded } from '../config/load.js';
import { DEFAULT_OPTIONS, type HookOptions } from './judge.js';

export interface HookFlags extends Pick<ConfigFlags, 'config' | 'preset' | 'set'> {
  readonly shadow?: boolean;
  readonly maxInterventions?: number;
}

/**
 * Like for other commands: file, environment, flags. Merging and checking is skipped if nothing is configured. Throws a RutbreakError that names place, line and key.
 */
export function hookOptions(flags: HookFlags, places: ConfigPlaces): HookOptions {
  const { shadow, maxInterventions, ...config } = flags;
  const loaded = isSaid(flags, places) ? loadConfig(config, places) : undefined;
  const { preset, options, models, tools, budgets, mode } = loaded?.guard ?? {
    ...DEFAULT_OPTIONS,
    ...config,
  };
  const offFor = Object.keys(models ?? {}).filter((model) => loaded?.sessionOf(model)?.mode === 'off');
  return {
    ...DEFAULT_OPTIONS,
    ...(models && { models }),
    ...(offFor.length > 0 && { offFor }),
    ...(preset !== undefined && { preset }),
    ...(options && { options }),
    ...(tools && { tools }),
    ...(budgets && { budgets }),
    ...(loaded && shownBy(loaded.config)),
    ...(maxInterventions !== undefined && { maxInterventions }),
    mode: mode !== 'off' && shadow === true ? 'shadow' : (mode ?? DEFAULT_OPTIONS.mode),
  };
}

function shownBy({
  archiveConsent,
  toast,
  toastDuration,
}: Loaded['config']): Pick<HookOptions, 'hasConsent' | 'showsUser' | 'toastDuration'> {
  return { hasConsent: archiveConsent, showsUser: toast, toastDuration };
}

function isSaid({ config, set }: HookFlags, { folder, env }: ConfigPlaces): boolean {
  return (
    config !== undefined ||
    set !== undefined ||
    Object.keys(configFromEnv(env).values).length > 0 ||
    findConfigFile(folder) !== undefined
  );
}

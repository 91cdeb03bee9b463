import { type PresetOptions, RutbreakError } from '@rutbreak/core';
import { type ConfigLayer, readConfig } from '@rutbreak/core/designs/votes';

/** The values of `--set`: options of detectors, and settings by any of their names. */
export interface Settings {
  readonly options: PresetOptions;
  readonly layer: ConfigLayer;
}

/** `repeated-call.limit=4` or `window_size=5`. Throws an error that shows the form. */
export function settingsFrom(texts: readonly string[]): Settings {
  const options: Record<string, Record<string, unknown>> = {};
  const settings: Record<string, unknown> = {};
  for (const text of texts) {
    const [, name = '', given = ''] = /^([\w.-]+)=(.+)$/.exec(text) ?? [];
    const value = valueOf(given);
    const [, owner, option] = /^([\w-]+)\.(\w+)$/.exec(name) ?? [];
    if (name !== '' && isSetting(name, value)) settings[name] = value;
    else if (owner !== undefined && option !== undefined)
      options[owner] = { ...options[owner], [option]: value };
    else throw noSetting(text);
  }
  return { options, layer: readConfig(settings, { where: '--set' }) };
}

/** Checks only the name; a wrong value is reported later. */
function isSetting(name: string, value: unknown): boolean {
  try {
    readConfig({ [name]: value }, { where: '--set' });
  } catch (error) {
    return error instanceof RutbreakError && error.code !== 'OPTION_UNKNOWN';
  }
  return true;
}

function noSetting(text: string): RutbreakError {
  return new RutbreakError('OPTION_UNKNOWN', {
    in: '--set',
    hint: `"${text}" is no setting. Write detector.option=value, like repeated-call.limit=4, or name=value, like window_size=8.`,
  });
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

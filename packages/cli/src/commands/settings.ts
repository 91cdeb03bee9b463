import type { PresetOptions } from '@rutbreak/core';

/** `repeated-call.successes=4` as the core takes it. Throws an error that shows the form. */
export function settingsFrom(texts: readonly string[]): PresetOptions {
  const settings: Record<string, Record<string, unknown>> = {};
  for (const text of texts) {
    const [, owner, option, value] = /^([\w-]+)\.(\w+)=(.+)$/.exec(text) ?? [];
    if (owner === undefined || option === undefined || value === undefined) {
      throw new Error(
        `"${text}" is no setting. Write detector.option=value, like repeated-call.successes=4.`,
      );
    }
    settings[owner] = { ...settings[owner], [option]: valueOf(value) };
  }
  return settings;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

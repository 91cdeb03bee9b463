import {
  DEFAULT_PRESET,
  type GuardOptions,
  type Preset,
  type PresetOptions,
  RutbreakError,
  type SessionOptions,
} from '@rutbreak/core';
import {
  type Config,
  configFor,
  configFromEnv,
  type ConfigLayer,
  mergeConfig,
  readConfig,
  votesOptions,
} from '@rutbreak/core/designs/votes';
import { configure } from '@rutbreak/core/edge';
import { type ConfigFile, readConfigFile } from './file.js';
import { guardFrom, type LoadedGuard } from './guard-from.js';
import { findConfigFile } from './find.js';
import { type Settings, settingsFrom } from './set-flag.js';

/** The configuration flags of a command. */
export interface ConfigFlags {
  /** A file; else the nearest one from the working folder upwards. */
  readonly config?: string;
  readonly model?: string;
  readonly preset?: string;
  /** `name=value` each. */
  readonly set?: readonly string[];
}

/** Where the search for configuration starts. */
export interface ConfigPlaces {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The options of `createGuard` in a file, as plain data. */
type OwnKeys = Pick<GuardOptions<Preset>, 'options' | 'models' | 'tools' | 'mode' | 'budgets'> & {
  readonly preset?: string;
};

export interface Layers {
  readonly file: (ConfigFile & { readonly own: OwnKeys; readonly layer: ConfigLayer }) | undefined;
  readonly env: ConfigLayer;
  readonly flags: Settings;
  readonly model: string | undefined;
}

/** Everything that was configured, merged and validated. */
export interface Loaded {
  readonly layers: Layers;
  readonly preset: string;
  /** For the model from the flags. */
  readonly config: Config;
  /** For `createGuard`; with `models`, if only the session knows the model. */
  readonly guard: LoadedGuard;
  /**
   * For a session of this model; nothing if it needs no special options. A model in the flags applies to all.
   */
  readonly sessionOf: (model: string | undefined) => SessionOptions | undefined;
  /** Settings that have no effect here. */
  readonly notes: readonly string[];
}

const OWN: readonly string[] = ['preset', 'mode', 'options', 'models', 'tools', 'budgets'];
/** These apply to every preset. */
export const COMMON: readonly string[] = [
  ...['enabled', 'override', 'archiveConsent', 'statusLine', 'toast', 'toastDuration'],
];

/** Defaults < file < its models < environment < flags. Throws a RutbreakError that names place, line and key. */
export function loadConfig(flags: ConfigFlags, places: ConfigPlaces): Loaded {
  const layers = layersOf(flags, places);
  const { file, model } = layers;
  const preset = flags.preset ?? file?.own.preset ?? DEFAULT_PRESET;
  const isOfPreset = preset === (file?.own.preset ?? DEFAULT_PRESET);
  const optionsFor = (name: string | undefined): PresetOptions =>
    merged(
      isOfPreset ? (file?.own.options ?? {}) : {},
      isOfPreset && name !== undefined ? ownOf(ownModels(file), name) : {},
      preset === 'votes' ? saidOf(configOf(layers, name)) : {},
      layers.flags.options,
    );
  const models = model === undefined ? modelNames(layers.file, isOfPreset) : [];
  const config = configOf(layers, model);
  const { tools, budgets, mode } = file?.own ?? {};
  const loaded: Loaded = {
    ...{ layers, preset, config },
    guard: {
      ...{ preset, options: optionsFor(model) },
      ...(models.length > 0 && {
        models: Object.fromEntries(models.map((name) => [name, optionsFor(name)])),
      }),
      ...(tools && { tools }),
      ...(budgets && { budgets }),
      ...(config.enabled ? mode && { mode } : { mode: 'off' as const }),
    },
    sessionOf: (name) => (name !== undefined && models.includes(name) ? ofModel(layers, name) : undefined),
    notes: notesOn(layers, preset, isOfPreset),
  };
  check(loaded);
  return loaded;
}

/** For readers of recordings: nothing can be acted on, so only `off` counts, and budgets are ignored. */
export function readerGuard({ guard }: Loaded): Loaded['guard'] {
  const { mode, preset, options, models, tools } = guard;
  const rest = { preset, options, ...(models && { models }), ...(tools && { tools }) };
  return mode === 'off' ? { ...rest, mode } : rest;
}

function layersOf({ config, model, set = [] }: ConfigFlags, { folder, env }: ConfigPlaces): Layers {
  const path = config ?? findConfigFile(folder);
  return {
    file: path === undefined ? undefined : readLayer(readConfigFile(path)),
    env: configFromEnv(env),
    flags: settingsFrom(set),
    model,
  };
}

function readLayer(file: ConfigFile): NonNullable<Layers['file']> {
  const source = { where: file.path, lineOf: file.lineOf };
  const { value } = file;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ...file, own: {}, layer: readConfig(Array.isArray(value) ? 'a list' : value, source) };
  const entries = (Object.entries(value) as [string, unknown][]).filter(([, one]) => one !== null);
  for (const [key, one] of entries) checkForm(key, one, file);
  const part = (isOwn: boolean): object =>
    Object.fromEntries(entries.filter(([key]) => OWN.includes(key) === isOwn));
  return { ...file, own: part(true), layer: readConfig(part(false), source) };
}

/** The core validates them, once their type is right. */
function checkForm(key: string, value: unknown, { path, lineOf }: ConfigFile): void {
  if (!OWN.includes(key)) return;
  const isText = key === 'preset' || key === 'mode';
  const isFine = isText ? typeof value === 'string' : typeof value === 'object' && !Array.isArray(value);
  if (isFine) return;
  const hint = isText ? 'Use a name.' : 'Use an object: name → value.';
  throw new RutbreakError('OPTION_TYPE', { option: key, got: value, in: path, line: lineOf(key), hint });
}

function configOf({ file, env, flags }: Layers, model: string | undefined): Config {
  return configFor({
    ...(file && { file: file.layer }),
    ...{ env, flags: flags.layer },
    ...(model !== undefined && { model }),
  });
}

function ofModel(layers: Layers, model: string): SessionOptions {
  return { model, ...(!configOf(layers, model).enabled && { mode: 'off' }) };
}

function ownModels(file: Layers['file']): Readonly<Record<string, PresetOptions>> {
  return file?.own.models ?? {};
}

function ownOf(models: Readonly<Record<string, PresetOptions>>, name: string): PresetOptions {
  return (Object.hasOwn(models, name) && models[name]) || {};
}

function modelNames(file: Layers['file'], isOfPreset: boolean): readonly string[] {
  const own = isOfPreset ? Object.keys(ownModels(file)) : [];
  return [...new Set([...own, ...Object.keys(file?.layer.models ?? {})])];
}

/** The settings that differ from their defaults. They override options that the file names directly. */
function saidOf(config: Config): PresetOptions {
  const usual = votesOptions(mergeConfig());
  const said = Object.entries(votesOptions(config)).map(
    ([owner, options]): [string, PresetOptions[string]] => [
      owner,
      Object.fromEntries(Object.entries(options).filter(([name, value]) => usual[owner]?.[name] !== value)),
    ],
  );
  return Object.fromEntries(said.filter(([, options]) => Object.keys(options).length > 0));
}

/** Passes on values that are not objects, so that the core can reject them by name. */
function merged(...layers: readonly PresetOptions[]): PresetOptions {
  const next: Record<string, PresetOptions[string]> = {};
  for (const layer of layers) {
    for (const [owner, options] of Object.entries(layer) as [string, unknown][]) {
      const isObject = typeof options === 'object' && options !== null;
      next[owner] = (isObject ? { ...next[owner], ...options } : options) as PresetOptions[string];
    }
  }
  return next;
}

function notesOn({ file, env, flags }: Layers, preset: string, isOfPreset: boolean): readonly string[] {
  const notes: string[] = [];
  const said = [file?.layer, env, flags.layer].flatMap((layer) => [...(layer?.paths ?? [])]);
  const idle = said
    .filter(([key]) => !COMMON.includes(key.slice(key.lastIndexOf(' ') + 1)))
    .map(([, path]) => path);
  if (preset !== 'votes' && idle.length > 0)
    notes.push(
      `${list(idle)}: of the preset votes, without effect in ${preset}. Use --preset votes, or options by detector.`,
    );
  const own = ['options', 'models'].filter((key) => file && key in file.own);
  if (file && !isOfPreset && own.length > 0)
    notes.push(
      `${list(own)} in ${file.path}: for preset ${file.own.preset ?? DEFAULT_PRESET}, not ${preset}.`,
    );
  return notes;
}

function list(names: readonly string[]): string {
  const more = names.length > 4 ? ` and ${names.length - 4} more` : '';
  return `${[...new Set(names)].slice(0, 4).join(', ')}${more}`;
}

/** Finds errors before anything runs, and names the file and line. */
function check({ guard, layers }: Loaded): void {
  const { models = {}, ...rest } = guard;
  for (const [model, options] of Object.entries(models))
    checked(() => configure(guard.preset, options), layers, `models.${model}`);
  checked(() => guardFrom(rest), layers, 'options');
}

function checked(make: () => unknown, layers: Layers, section: string): void {
  try {
    make();
  } catch (error) {
    throw error instanceof RutbreakError ? located(error, layers, section) : error;
  }
}

/** Adds the file and line to an error, unless a flag set the value. */
function located(error: RutbreakError, { file, flags }: Layers, section: string): RutbreakError {
  const { option } = error.detail;
  const path = typeof option === 'string' ? option : 'preset';
  const [owner = '', name = ''] = path.split('.');
  if (!file || flags.options[owner]?.[name] !== undefined) return error;
  const full = OWN.includes(owner) ? path : `${section}.${path}`;
  const detail = { ...error.detail, in: file.path, line: file.lineOf(full) };
  return new RutbreakError(error.code, detail, error.sentence);
}

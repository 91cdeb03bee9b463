import type { Option } from '../../../detection/options.js';
import { RutbreakError } from '../../../error.js';
import { type Config, KNOWN_NAMES, type SettingName, settingOf, settings } from './settings.js';

/** The settings from one place: a file, the environment, the flags. */
export interface ConfigLayer {
  readonly values: Partial<Config>;
  /** Its settings for single models. */
  readonly models: Readonly<Record<string, Partial<Config>>>;
  /** The key under which each setting was found; `model setting` for those of a model. */
  readonly paths?: ReadonlyMap<string, string>;
}

/** Where something was written, for errors. */
export interface Source {
  /** The file, or another description. */
  readonly where: string;
  /** The line of a key, by its path, if the settings come from a file. */
  readonly lineOf?: (path: string) => number | undefined;
}

interface Given {
  readonly path: string;
  readonly name: string;
  readonly model?: string;
  readonly value: unknown;
}

const DEFAULTS = 'loop_detection.defaults.';
const MODELS = 'loop_detection.model_overrides.';
/** No real configuration nests deeper. */
const MAX_DEPTH = 8;

/**
 * Reads any of the three shapes; throws a RutbreakError that names the key, its line and the allowed values.
 */
export function readConfig(input: unknown, source: Source): ConfigLayer {
  const values: Partial<Record<SettingName, unknown>> = {};
  // A map, because a model may be called `__proto__`.
  const models = new Map<string, Partial<Record<SettingName, unknown>>>();
  const givenAs = new Map<string, Given>();
  for (const given of leavesOf(input, source)) {
    const setting = settingOf(given.name);
    if (setting === undefined) throw unknownKey(given, source);
    const value = checked(given, settings[setting], source);
    const key = given.model === undefined ? setting : `${given.model} ${setting}`;
    const before = givenAs.get(key);
    if (before && before.value !== given.value) throw givenTwice(before, given, source);
    givenAs.set(key, given);
    const target = given.model === undefined ? values : (models.get(given.model) ?? {});
    target[setting] = value;
    if (given.model !== undefined) models.set(given.model, target);
  }
  return {
    values: values as Partial<Config>,
    models: Object.fromEntries(models) as ConfigLayer['models'],
    paths: new Map([...givenAs].map(([key, { path }]) => [key, path])),
  };
}

/** `LOOP_DETECTION_*` of an environment; ignores other variables. */
export function configFromEnv(env: Readonly<Record<string, string | undefined>>): ConfigLayer {
  const ours = Object.entries(env).filter(
    // A variable set to the empty string counts as unset.
    ([name, text]) => name.startsWith('LOOP_DETECTION_') && (text ?? '').trim() !== '',
  );
  return readConfig(Object.fromEntries(ours.map(([name, text]) => [name, valueOf(text ?? '')])), {
    where: 'the environment',
  });
}

function valueOf(text: string): unknown {
  const plain = text.trim().toLowerCase();
  if (plain === 'true' || plain === 'false') return plain === 'true';
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : text;
}

/** Every value with its path; list items count by index. */
function leavesOf(input: unknown, source: Source, path = '', depth = 0): readonly Given[] {
  if (typeof input !== 'object' || input === null || depth > MAX_DEPTH) {
    if (path === '') throw wrongType('the configuration', input, 'Use an object: key → value.', source, path);
    return [{ path, value: input, ...nameOf(path) }];
  }
  const entries = Object.entries(input) as [string, unknown][];
  // An empty section sets nothing, but its name may still be wrong.
  if (entries.length === 0 && path !== '' && !isSection(path))
    return [{ path, value: input, ...nameOf(path) }];
  return entries.flatMap(([key, value]) =>
    value === undefined ? [] : leavesOf(value, source, path === '' ? key : `${path}.${key}`, depth + 1),
  );
}

function isSection(path: string): boolean {
  if (`${path}.` === MODELS || path.startsWith(MODELS) || DEFAULTS.startsWith(`${path}.`)) return true;
  const { name } = nameOf(path);
  return KNOWN_NAMES.some((known) => known.startsWith(`${name}.`));
}

/** Below `defaults` and below a model, keys mean the same as elsewhere. */
function nameOf(path: string): Pick<Given, 'name' | 'model'> {
  if (path.startsWith(DEFAULTS)) return { name: path.slice(DEFAULTS.length) };
  if (!path.startsWith(MODELS)) return { name: path };
  const rest = path.slice(MODELS.length);
  // Names of models contain dots, so the longest remaining name is taken as the model.
  const name = KNOWN_NAMES.find((known) => rest.endsWith(`.${known}`)) ?? rest.slice(rest.indexOf('.') + 1);
  return { name, model: rest.slice(0, -name.length - 1) };
}

function checked({ path, value }: Given, option: Option, source: Source): unknown {
  const hint =
    option.type === 'flag' ? 'Use true or false.' : `Use a number from ${option.min} to ${option.max}.`;
  if (typeof value !== typeof option.default) throw wrongType(path, value, hint, source, path);
  if (option.type === 'flag' || typeof value !== 'number') return value;
  const isInRange = value >= option.min && value <= option.max;
  if (!isInRange || (option.type === 'integer' && !Number.isInteger(value)))
    throw new RutbreakError('OPTION_RANGE', { option: path, got: value, ...placeOf(path, source), hint });
  return value;
}

function unknownKey({ path, name }: Given, source: Source): RutbreakError {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const near = KNOWN_NAMES.filter(
    (known) => known.endsWith(last) || isNear(known.slice(known.lastIndexOf('.') + 1), last),
  );
  const hint =
    near.length > 0 ? `Did you mean ${near.slice(0, 3).join(' or ')}?` : 'No setting has that name.';
  return new RutbreakError('OPTION_UNKNOWN', { option: path, ...placeOf(path, source), hint });
}

/** One typo apart: they begin and end alike. */
function isNear(one: string, other: string): boolean {
  let head = 0;
  while (head < one.length && one[head] === other[head]) head++;
  let tail = 0;
  while (tail < one.length - head && tail < other.length - head && one.at(-1 - tail) === other.at(-1 - tail))
    tail++;
  return Math.max(one.length, other.length) - head - tail <= 2 && Math.min(one.length, other.length) > 3;
}

function givenTwice(before: Given, given: Given, source: Source): RutbreakError {
  const hint = `It is also given as ${before.path}, with another value: leave one of them out.`;
  return new RutbreakError('OPTION_TWICE', { option: given.path, ...placeOf(given.path, source), hint });
}

function wrongType(option: string, got: unknown, hint: string, source: Source, path: string): RutbreakError {
  return new RutbreakError('OPTION_TYPE', { option, got, ...placeOf(path, source), hint });
}

function placeOf(path: string, { where, lineOf }: Source): { in: string; line?: number } {
  const line = lineOf?.(path);
  return { in: where, ...(line !== undefined && { line }) };
}

import { checkObject, configure, type Engine, type PresetOptions } from '../configure.js';
import { didYouMean, RutbreakError } from '../error.js';
import type { EdgeOptions } from '../escalation/policy.js';
import type { GuardOptions, SessionOptions } from './types.js';
import type { Archive } from '../memory/archive.js';
import { DEFAULT_PRESET } from '../presets/index.js';

const EDGE_KEYS = ['capabilities', 'mode', 'budgets', 'depth'];
const GUARD_KEYS = ['preset', 'options', 'tools', 'models', 'archive', 'maxSessions', ...EDGE_KEYS];
const SESSION_KEYS = ['model', 'options', 'tools', ...EDGE_KEYS];

/** The engine of a guard with these options. Throws a RutbreakError that names the problem. */
export function guardEngine(options: GuardOptions): Engine {
  checkObject('createGuard', options, 'Use createGuard({ preset, options, … }).');
  checkKeys('createGuard', options, GUARD_KEYS);
  const { preset = DEFAULT_PRESET, maxSessions = 1, archive } = options;
  checkMost(maxSessions);
  checkArchive(archive);
  return checkModels(configure(preset, looseOptions(options), options.tools, options), options);
}

function checkKeys(owner: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = `${didYouMean(unknown, known)}${owner} takes: ${known.join(', ')}.`;
  throw new RutbreakError('OPTION_UNKNOWN', { option: unknown, hint });
}

export function reconfigured(engine: Engine, next: PresetOptions, edge: EdgeOptions): Engine {
  return configure(engine.preset, mergeOptions(engine.options, next), engine.observation.tools, edge);
}

/** Inside the front door the options of all presets have one type: `configure` checks each name and value. */
function looseOptions({ options }: Pick<GuardOptions, 'options'>): PresetOptions | undefined {
  return options as PresetOptions | undefined;
}

/** The engine of a session with its own settings, and their source. */
interface OwnEngine {
  readonly base: Engine;
  readonly given: SessionOptions;
  readonly engine: Engine;
}

interface OwnEngines {
  readonly set: (id: string, base: Engine, given: SessionOptions) => Engine;
  /** The engine of a session: its own, or the guard's. */
  readonly of: (id: string, base: Engine) => Engine;
  readonly drop: (id: string) => void;
}

/** Engines of sessions with their own settings; rebuilt when the guard's settings change. */
export function ownEngines(options: GuardOptions): OwnEngines {
  const engines = new Map<string, OwnEngine>();
  const set = (id: string, base: Engine, given: SessionOptions): Engine => {
    const engine = ownEngine(base, given, options);
    engines.set(id, { base, given, engine });
    return engine;
  };
  return {
    set,
    of(id: string, base: Engine): Engine {
      const own = engines.get(id);
      if (!own) return base;
      return own.base === base ? own.engine : set(id, base, own.given);
    },
    drop: (id: string): void => void engines.delete(id),
  };
}

function ownEngine(base: Engine, given: SessionOptions, { models = {}, ...edge }: GuardOptions): Engine {
  checkKeys('session', given, SESSION_KEYS);
  const { model, tools } = given;
  const ofModel = model !== undefined && Object.hasOwn(models, model) ? models[model]! : {};
  const options = mergeOptions(mergeOptions(base.options, ofModel as PresetOptions), given.options ?? {});
  return configure(base.preset, options, { ...base.observation.tools, ...tools }, { ...edge, ...given });
}

/** Reports a wrong limit when the guard is created, not at the first session of that model. */
function checkModels(engine: Engine, options: GuardOptions): Engine {
  const { models = {} } = options;
  checkObject('models', models, 'Use an object: model → options.');
  for (const [model, given] of Object.entries(models)) {
    checkObject(`models.${model}`, given, 'Use an object: detector → { option: value }.');
    ownEngine(engine, { model }, options);
  }
  return engine;
}

function checkArchive(archive: Partial<Archive> | null | undefined): void {
  if (archive === undefined || typeof archive?.record === 'function') return;
  throw new RutbreakError('OPTION_TYPE', { option: 'archive', got: archive, hint: 'Use createArchive().' });
}

function checkMost(maxSessions: number): void {
  if (Number.isInteger(maxSessions) && maxSessions >= 1) return;
  const hint = 'Use a whole number from 1.';
  throw new RutbreakError('OPTION_RANGE', { option: 'maxSessions', got: maxSessions, hint });
}

/** Passes on a value that is not an object: `configure` refuses it by name. */
function mergeOptions(options: PresetOptions, next: PresetOptions): PresetOptions {
  const owners = [...new Set([...Object.keys(options), ...Object.keys(next)])];
  const merged = owners.map((owner): [string, unknown] => {
    const given: unknown = next[owner];
    const isObject = typeof given === 'object' && given !== null;
    return [owner, isObject ? { ...options[owner], ...given } : given === undefined ? options[owner] : given];
  });
  return Object.fromEntries(merged) as PresetOptions;
}

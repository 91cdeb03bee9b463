import type { AnyDetector, Step } from './detection/detector.js';
import { type OptionSpec, readOptions } from './detection/options.js';
import { didYouMean, RutbreakError } from './error.js';
import type { AnyLadder, LadderStep, LadderContext } from './escalation/ladder.js';
import { type Edge, edgeOf, type EdgeOptions } from './escalation/policy.js';
import type { EventKind } from './event/event.js';
import { presetOf } from './presets/index.js';
import type { Preset } from './presets/preset.js';
import type { ObservationConfig, EventContext } from './session/session.js';
import type { RecentFinding, Verdict, Finding } from './verdict/verdict.js';

/**
 * Options by detector id; `verdict` and `ladder` are owners of options, too.
 *
 * @example
 * ```ts
 * import { createGuard, presetOf, type PresetOptions } from '@rutbreak/core';
 * const fromFile: PresetOptions = { ladder: { nudgeAt: 2 } };
 * createGuard({ preset: presetOf('default'), options: fromFile }).preset; // => 'default'
 * ```
 */
export type PresetOptions = Readonly<Record<string, OptionValues>>;
type OptionValues = Readonly<Record<string, unknown>>;

/** A detector with its options applied. Its state is opaque to the pipeline. */
export interface BoundDetector extends Pick<AnyDetector, 'meta' | 'init'> {
  readonly id: string;
  readonly step: (state: unknown, context: EventContext) => Step<unknown>;
}

/** A ladder with its options applied. */
export interface BoundLadder extends Pick<AnyLadder, 'init' | 'gate'> {
  /** Whether it checks single calls before they run. */
  readonly meetsCalls: boolean;
  readonly load: (state: unknown) => unknown;
  readonly meet: (state: unknown, ladderContext: LadderContext) => LadderStep<unknown> | undefined;
  readonly step: (state: unknown, verdict: Verdict, ladderContext: LadderContext) => LadderStep<unknown>;
  readonly pass: (state: unknown, ladderContext: LadderContext) => LadderStep<unknown> | undefined;
}

/** A preset with all its options applied: what the pipeline runs. */
export interface Engine {
  readonly preset: Preset;
  /** What was given. */
  readonly options: PresetOptions;
  /** Every option of the preset with its value. */
  readonly settled: PresetOptions;
  /** In the preset's order. */
  readonly detectors: readonly BoundDetector[];
  /** Detectors by the kind of event they listen to. */
  readonly listeners: Readonly<Partial<Record<EventKind, readonly BoundDetector[]>>>;
  readonly aggregate: (fresh: readonly Finding[], standing: readonly RecentFinding[]) => Verdict;
  readonly ladder: BoundLadder;
  readonly observation: ObservationConfig;
  readonly edge: Edge;
}

/**
 * Throws a RutbreakError that names the option, the value and the allowed range; otherwise the engine is
 * valid.
 */
export function configure(
  presetOrId: string | Preset,
  options: PresetOptions = {},
  tools: ObservationConfig['tools'] = {},
  edge: EdgeOptions = {},
): Engine {
  const preset = presetFrom(presetOrId);
  checkObject('options', options, 'Use an object: detector → { option: value }.');
  checkOwners(preset, options);
  checkObject('tools', tools, 'Use an object: tool → { kind, loopKey, volatileKeys, guard }.');
  checkTools(tools);
  const settled = settle(preset, options);
  const detectors = preset.detectors.map((one) => bindDetector(one, settled[one.meta.id]!));
  const keeps = preset.detectors.map(({ meta }) => meta.calls?.(settled[meta.id]!) ?? 1);
  return {
    ...{ preset, options, settled, detectors },
    listeners: listenersOf(detectors),
    aggregate: (fresh, standing) => preset.verdict.aggregate(fresh, standing, settled['verdict']!),
    ladder: bindLadder(preset.ladder, settled['ladder']!),
    edge: edgeOf(edge),
    observation: {
      window: Math.max(1, ...keeps),
      hasFeatures: preset.detectors.some(({ meta }) => meta.needs === 'features'),
      tools,
    },
  };
}

function bindDetector(detector: AnyDetector, options: object): BoundDetector {
  const { meta, init } = detector;
  return { id: meta.id, meta, init, step: (state, context) => detector.step(state, context, options) };
}

function bindLadder(ladder: AnyLadder, options: object): BoundLadder {
  return {
    ...{ init: ladder.init, gate: ladder.gate, meetsCalls: ladder.meet !== undefined },
    load: (state) => (ladder.load ? ladder.load(state, options) : state),
    meet: (state, ladderContext) => ladder.meet?.(state, ladderContext, options),
    step: (state, verdict, ladderContext) => ladder.step(state, verdict, options, ladderContext),
    pass: (state, ladderContext) => ladder.pass?.(state, ladderContext, options),
  };
}

/** A value that is not a name must look like a preset, and is then used as the caller's own preset. */
function presetFrom(given: string | Preset): Preset {
  const isOwn = typeof given === 'object' && Array.isArray((given as Partial<Preset> | null)?.detectors);
  return isOwn ? given : presetOf(given as string);
}

/** Throws a RutbreakError that suggests the closest known name. */
function checkNames(owner: string, spec: OptionSpec, given: object = {}): void {
  const known = Object.keys(spec);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = `${didYouMean(unknown, known)}Known options: ${known.join(', ') || 'none'}.`;
  throw new RutbreakError('OPTION_UNKNOWN', { option: `${owner}.${unknown}`, hint });
}

/** Throws a RutbreakError that names the option. */
export function checkObject(option: string, given: unknown, hint: string): void {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return;
  throw new RutbreakError('OPTION_TYPE', { option, got: given, hint });
}

function checkOwners({ id, detectors }: Preset, options: PresetOptions): void {
  const owners = [...detectors.map(({ meta }) => meta.id), 'verdict', 'ladder'];
  const reserved = owners.find((owner) => owner in Object.prototype);
  if (reserved !== undefined)
    throw new RutbreakError('OPTION_UNKNOWN', { option: reserved, hint: 'Give the detector another id.' });
  const twice = owners.find((owner, i) => owners.indexOf(owner) !== i);
  if (twice !== undefined)
    throw new RutbreakError('OPTION_TWICE', { option: twice, hint: 'Each detector needs an id of its own.' });
  for (const [owner, given] of Object.entries(options) as [string, unknown][]) {
    if (!owners.includes(owner)) {
      throw new RutbreakError('OPTION_UNKNOWN', {
        option: owner,
        hint: `${didYouMean(owner, owners)}Preset ${id} has: ${owners.join(', ')}.`,
      });
    }
    if (given !== undefined && (typeof given !== 'object' || given === null)) {
      throw new RutbreakError('OPTION_TYPE', {
        option: owner,
        got: given,
        hint: 'Use an object: option → value.',
      });
    }
  }
}

const TRAITS = ['kind', 'loopKey', 'volatileKeys', 'guard'] as const;
const KINDS: readonly unknown[] = ['read', 'write', 'send', 'poll', 'other'];

function checkTools(tools: ObservationConfig['tools']): void {
  for (const [tool, trait] of Object.entries(tools) as [string, Readonly<Record<string, unknown>> | null][]) {
    const fail = (name: string, got: unknown, hint: string): never => {
      throw new RutbreakError('OPTION_TYPE', { option: `tools.${tool}${name}`, got, hint });
    };
    if (typeof trait !== 'object' || trait === null)
      return fail('', trait, 'Use { kind, loopKey, volatileKeys, guard }.');
    for (const [name, value] of Object.entries(trait)) {
      if (value === undefined) continue;
      if (name === 'kind') {
        if (!KINDS.includes(value)) fail('.kind', value, `Use one of: ${KINDS.join(', ')}.`);
      } else if (name === 'guard') {
        if (typeof value !== 'boolean' && value !== 'observe')
          fail('.guard', value, "Use true, false or 'observe'.");
      } else if (name !== 'loopKey' && name !== 'volatileKeys') {
        throw new RutbreakError('OPTION_UNKNOWN', {
          option: `tools.${tool}.${name}`,
          hint: `${didYouMean(name, TRAITS)}Known: ${TRAITS.join(', ')}.`,
        });
      } else if (!Array.isArray(value) || !value.every((key) => typeof key === 'string')) {
        fail(`.${name}`, value, 'Use a list of argument names.');
      }
    }
  }
}

/** Defaults merged with the given options, by owner. */
function settle({ detectors, verdict, ladder }: Preset, given: PresetOptions): PresetOptions {
  const settled: Record<string, OptionValues> = {};
  const add = (owner: string, spec: OptionSpec, conflict?: (options: object) => string | undefined): void => {
    checkNames(owner, spec, given[owner]);
    const values = readOptions(owner, spec, given[owner]);
    const hint = conflict?.(values);
    if (hint !== undefined) throw new RutbreakError('OPTION_RANGE', { option: owner, hint });
    settled[owner] = values;
  };
  for (const { meta } of detectors) add(meta.id, meta.options, meta.conflict);
  add('verdict', verdict.options);
  add('ladder', ladder.options, ladder.conflict);
  return settled;
}

function listenersOf(detectors: readonly BoundDetector[]): Engine['listeners'] {
  const listeners: Partial<Record<EventKind, BoundDetector[]>> = {};
  for (const detector of detectors)
    for (const kind of detector.meta.listens) (listeners[kind] ??= []).push(detector);
  return listeners;
}

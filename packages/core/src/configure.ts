import type { AnyDetector } from './detection/detector.js';
import { readOptions } from './detection/options.js';
import { RutbreakError } from './error.js';
import { type Edge, edgeOf, type EdgeOptions } from './escalation/policy.js';
import type { EventKind } from './event/event.js';
import { presetOf } from './presets/index.js';
import type { Preset } from './presets/preset.js';
import type { Lens } from './session/session.js';

/** Options by detector id; `judge` and `ladder` have theirs too. */
export type PresetOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A preset with all its options settled: what the pipeline runs. */
export interface Engine {
  readonly preset: Preset;
  readonly options: PresetOptions;
  readonly judgeOptions: object;
  readonly ladderOptions: object;
  /** In the preset's order. */
  readonly detectorOptions: readonly object[];
  /** Which detectors look at which kind of event, by index. */
  readonly listeners: Readonly<Partial<Record<EventKind, readonly number[]>>>;
  readonly lens: Lens;
  readonly edge: Edge;
  /** One null a detector: what stands while nobody has said anything. */
  readonly silence: readonly null[];
}

/** Throws a RutbreakError that names the option, the value and what is allowed; otherwise the engine is sound. */
export function configure(
  presetOrId: string | Preset,
  options: PresetOptions = {},
  tools: Lens['tools'] = {},
  edge: EdgeOptions = {},
): Engine {
  const preset = presetFrom(presetOrId);
  checkObject('options', options, 'Use an object: detector → { option: value }.');
  checkOwners(preset, options);
  checkObject('tools', tools, 'Use an object: tool → { kind, loopKey, volatileKeys, guard }.');
  checkTools(tools);
  const detectorOptions = preset.detectors.map((detector) => settle(detector, options[detector.meta.id]));
  const keeps = preset.detectors.map(({ meta }, i) => meta.calls?.(detectorOptions[i] as never) ?? 1);
  return {
    preset,
    options,
    judgeOptions: readOptions('judge', preset.judge.options, options['judge']),
    ladderOptions: settleLadder(preset.ladder, options['ladder']),
    edge: edgeOf(edge),
    detectorOptions,
    listeners: listenersOf(preset.detectors),
    silence: preset.detectors.map(() => null),
    lens: {
      window: Math.max(1, ...keeps),
      isClose: preset.detectors.some(({ meta }) => meta.isClose === true),
      tools,
    },
  };
}

/** Anything else than a name is taken for a preset of the caller's own, if it looks like one. */
function presetFrom(given: string | Preset): Preset {
  const isOwn = typeof given === 'object' && Array.isArray((given as Partial<Preset> | null)?.detectors);
  return isOwn ? given : presetOf(given as string);
}

/** Throws a RutbreakError that names the option. */
export function checkObject(option: string, given: unknown, hint: string): void {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return;
  throw new RutbreakError('OPTION_TYPE', { option, got: given, hint });
}

function checkOwners({ id, detectors }: Preset, options: PresetOptions): void {
  const owners = [...detectors.map(({ meta }) => meta.id), 'judge', 'ladder'];
  for (const [owner, given] of Object.entries(options) as [string, unknown][]) {
    if (!owners.includes(owner)) {
      throw new RutbreakError('OPTION_UNKNOWN', {
        option: owner,
        hint: `Preset ${id} has: ${owners.join(', ')}.`,
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

const KINDS: readonly unknown[] = ['read', 'write', 'send', 'poll', 'other'];

function checkTools(tools: Lens['tools']): void {
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
          hint: 'Known: kind, loopKey, volatileKeys, guard.',
        });
      } else if (!Array.isArray(value) || !value.every((key) => typeof key === 'string')) {
        fail(`.${name}`, value, 'Use a list of argument names.');
      }
    }
  }
}

function settleLadder({ options, conflict }: Preset['ladder'], given: object | undefined): object {
  const settled = readOptions('ladder', options, given);
  const hint = conflict?.(settled as never);
  if (hint !== undefined) throw new RutbreakError('OPTION_RANGE', { option: 'ladder', hint });
  return settled;
}

function settle({ meta }: AnyDetector, given: object | undefined): object {
  const options = readOptions(meta.id, meta.options, given);
  const conflict = meta.conflict?.(options as never);
  if (conflict !== undefined) throw new RutbreakError('OPTION_RANGE', { option: meta.id, hint: conflict });
  return options;
}

function listenersOf(detectors: readonly AnyDetector[]): Engine['listeners'] {
  const listeners: Partial<Record<EventKind, number[]>> = {};
  detectors.forEach(({ meta }, i) => {
    for (const kind of meta.listens) (listeners[kind] ??= []).push(i);
  });
  return listeners;
}

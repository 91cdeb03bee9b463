import { type GuardOptions, type Preset, type PresetOptions, RutbreakError } from '@rutbreak/core';
import type { HostActions } from '../shared/carry-out.js';
import type { FindLifting, OnDecision } from '../shared/live-session.js';
import type { ProxyLink } from '../gateway-client/link.js';
import type { Report } from './report.js';
import type { WatchOptions } from './stream/stream-watch.js';

export const ON_LOOP = ['halt', 'error', 'retry'] as const;
/** How the proxy ends a stream that repeats itself: with a valid end, with an error, or by asking the model again. */
export type OnLoop = (typeof ON_LOOP)[number];

/** Settings that the proxy passes to the guard unchanged. */
type GuardSettings = Pick<GuardOptions<Preset>, 'models' | 'tools' | 'mode' | 'budgets'>;

export interface LlmProxyOptions extends GuardSettings {
  /** The address of the model API, such as `https://api.openai.com`. Its path is prepended to the client's path. */
  readonly upstream: string;
  /** Default `default`. */
  readonly preset?: string | Preset;
  readonly options?: PresetOptions;
  /** Default `halt`. */
  readonly onLoop?: OnLoop;
  /** The proxy halts a stream when the confidence is above this. Default 0.95. */
  readonly blockAbove?: number;
  /** Minimum milliseconds between two interventions in one stream. Default 15,000. */
  readonly minInterval?: number;
  /** Maximum interventions in one stream. With 0 the proxy never halts a stream. Default 6. */
  readonly maxInterventions?: number;
  /** How many conversations the proxy remembers. Default 1,000. */
  readonly maxSessions?: number;
  /** Receives the events of all conversations. Its users can pause and stop them. */
  readonly gateway?: ProxyLink;
  /** Actions of a preset that only the host program can perform. */
  readonly host?: HostActions;
  /** Called whenever the proxy detects something or intervenes. */
  readonly onReport?: (report: Report) => void;
  readonly onDecision?: OnDecision;
  readonly findLifting?: FindLifting;
  /** Called with a message, once each, about traffic that the proxy forwards unread. */
  readonly onTrouble?: (text: string) => void;
  /** Current time in milliseconds. Tests replace it. */
  readonly clock?: () => number;
}

export interface Settings {
  readonly preset: string | Preset;
  readonly options: PresetOptions;
  readonly guard: GuardSettings;
  readonly onLoop: OnLoop;
  readonly watch: WatchOptions;
  readonly maxSessions: number;
  readonly gateway?: NonNullable<LlmProxyOptions['gateway']>;
  readonly host: HostActions;
  readonly onReport: (report: Report) => void;
  readonly onDecision: OnDecision;
  readonly findLifting: FindLifting;
  readonly onTrouble: (text: string) => void;
  readonly clock: () => number;
}

/** Throws a RutbreakError that names the option. */
export function settle(given: LlmProxyOptions): Settings {
  const { preset = 'default', options = {}, onLoop = 'halt', maxSessions = 1000, blockAbove = 0.95 } = given;
  const { minInterval = 15_000, maxInterventions = 6, clock = Date.now, onReport = () => undefined } = given;
  if (!ON_LOOP.includes(onLoop)) fail('onLoop', onLoop, `Use one of: ${ON_LOOP.join(', ')}.`);
  if (!(blockAbove >= 0 && blockAbove <= 1)) fail('blockAbove', blockAbove, 'Use a number from 0 to 1.');
  wholeFrom(0, 'minInterval', minInterval);
  wholeFrom(0, 'maxInterventions', maxInterventions);
  wholeFrom(1, 'maxSessions', maxSessions);
  const watch = { blockAbove, minInterval, maxInterventions };
  const { models, tools, mode, budgets } = given;
  const guard = {
    ...(models && { models }),
    ...(tools && { tools }),
    ...(mode && { mode }),
    ...(budgets && { budgets }),
  };
  return {
    preset,
    options,
    guard,
    onLoop,
    watch,
    maxSessions,
    ...(given.gateway && { gateway: given.gateway }),
    host: given.host ?? {},
    onReport,
    onDecision: given.onDecision ?? (() => undefined),
    findLifting: given.findLifting ?? (() => undefined),
    onTrouble: onceEach(given.onTrouble),
    clock,
  };
}

function onceEach(tell: (text: string) => void = () => undefined): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text)) return;
    told.add(text);
    tell(text);
  };
}

function wholeFrom(least: number, option: string, value: number): void {
  if (!Number.isInteger(value) || value < least) fail(option, value, `Use a whole number from ${least}.`);
}

function fail(option: string, got: unknown, hint: string): never {
  throw new RutbreakError('OPTION_RANGE', { option, got, hint });
}

import { didYouMean, RutbreakError } from '../error.js';
import type { EventKind } from '../event/event.js';
import { type Rung, rungRank, RUNGS } from './ladder.js';

/**
 * The capabilities an edge may have.
 *
 * @example
 * ```ts
 * import { CAPABILITIES } from '@rutbreak/core';
 * CAPABILITIES.includes('veto'); // => true
 * ```
 */
export const CAPABILITIES = [
  'appendToResult',
  'injectMessage',
  'veto',
  'haltStream',
  'pause',
  'switchModel',
  'rollBack',
  'resetContext',
  'endRun',
] as const;

type Capability = (typeof CAPABILITIES)[number];

/**
 * A missing capability is absent: `{}` can only observe.
 *
 * @example
 * ```ts
 * import { type Capabilities, createGuard } from '@rutbreak/core';
 * const capabilities: Capabilities = { appendToResult: true, veto: true };
 * createGuard({ capabilities }).preset; // => 'default'
 * ```
 */
export type Capabilities = Readonly<Partial<Record<Capability, boolean>>>;

/** For callers that read the decision and act themselves. */
export const ABLE: Capabilities = Object.fromEntries(CAPABILITIES.map((name) => [name, true]));

/**
 * Whether the edge can end the run. An edge that vetoes calls and halts answers surrounds the whole agent.
 */
export function ownsRun({ endRun, veto, haltStream }: Capabilities): boolean {
  return endRun ?? (veto === true && haltStream === true);
}

/** The subject of a rung: an action of the agent, or its text. */
type Subject = 'deed' | 'words';

const SPEAK: readonly Capability[] = ['appendToResult', 'injectMessage'];
const STEER: readonly Capability[] = ['injectMessage', 'resetContext', 'rollBack', 'switchModel'];

/** The capabilities of each rung; any one of them is enough. A text has no result to append to. */
const NEEDS: Readonly<Record<Exclude<Rung, 'observe'>, Readonly<Record<Subject, readonly Capability[]>>>> = {
  nudge: { deed: SPEAK, words: ['injectMessage'] },
  redirect: { deed: STEER, words: STEER },
  block: { deed: ['veto'], words: ['haltStream'] },
  pause: { deed: ['pause'], words: ['pause'] },
  stop: { deed: ['veto', 'pause'], words: ['haltStream', 'pause'] },
};

/** The wanted rung, or the nearest softer one that the edge can do. */
export function nearestRung(wanted: Rung, capabilities: Capabilities, kind: EventKind): Rung {
  const subject = kind === 'delta' || kind === 'message' ? 'words' : 'deed';
  for (let i = rungRank(wanted); i > 0; i--) {
    const rung = RUNGS[i] as keyof typeof NEEDS;
    if (NEEDS[rung][subject].some((name) => capabilities[name] === true)) return rung;
  }
  return 'observe';
}

/** Throws a RutbreakError that names the unknown capability. */
export function checkCapabilities(given: unknown): asserts given is Capabilities {
  const hint = `Use an object: ${CAPABILITIES.join(', ')} → true or false.`;
  if (typeof given !== 'object' || given === null)
    throw new RutbreakError('OPTION_TYPE', { option: 'capabilities', got: given, hint });
  for (const [name, value] of Object.entries(given) as [string, unknown][]) {
    const option = `capabilities.${name}`;
    if (!(CAPABILITIES as readonly string[]).includes(name))
      throw new RutbreakError('OPTION_UNKNOWN', { option, hint: `${didYouMean(name, CAPABILITIES)}${hint}` });
    if (value !== undefined && typeof value !== 'boolean')
      throw new RutbreakError('OPTION_TYPE', { option, got: value, hint: 'Use true or false.' });
  }
}

import { RutbreakError } from '../error.js';
import type { ToolTrait } from '../event/tool-trait.js';
import type { EventContext } from '../session/session.js';
import { type Budgets, checkBudgets } from './budget.js';
import { ABLE, type Capabilities, checkCapabilities, nearestRung } from './capability.js';
import type { Rung } from './ladder.js';

const MODES = ['act', 'shadow', 'off'] as const;

/**
 * `shadow` decides and records, and never acts; `off` checks nothing.
 *
 * @example
 * ```ts
 * import { createGuard, type Mode } from '@rutbreak/core';
 * const mode: Mode = 'shadow';
 * createGuard({ mode }).preset; // => 'default'
 * ```
 */
export type Mode = (typeof MODES)[number];

/**
 * Who carries out decisions, and with which limits.
 *
 * @example
 * ```ts
 * import { createGuard, type EdgeOptions } from '@rutbreak/core';
 * const edge: EdgeOptions = { capabilities: { veto: true }, mode: 'act', budgets: { calls: 200 } };
 * createGuard(edge).preset; // => 'default'
 * ```
 */
export interface EdgeOptions {
  /** Default: all capabilities, for callers that read the decision themselves. */
  readonly capabilities?: Capabilities;
  readonly mode?: Mode;
  /** Limits of usage; beyond them the next call is refused. Independent of loops. */
  readonly budgets?: Budgets;
  /** How deep this agent is nested below the main agent; default 0. */
  readonly depth?: number;
}

export interface Edge {
  readonly capabilities: Capabilities;
  readonly mode: Mode;
  /** None if nothing is counted. */
  readonly budgets: Budgets | null;
  readonly depth: number;
}

/** Throws a RutbreakError that names the problem. */
export function edgeOf({ capabilities = ABLE, mode = 'act', budgets, depth = 0 }: EdgeOptions = {}): Edge {
  checkCapabilities(capabilities);
  if (!MODES.includes(mode))
    throw new RutbreakError('OPTION_RANGE', {
      ...{ option: 'mode', got: mode, hint: `Use one of: ${MODES.join(', ')}.` },
    });
  if (budgets !== undefined) checkBudgets(budgets);
  if (!Number.isInteger(depth) || depth < 0)
    throw new RutbreakError('OPTION_RANGE', {
      ...{ option: 'depth', got: depth, hint: 'Use a whole number from 0.' },
    });
  return { capabilities, mode, budgets: budgets ?? null, depth };
}

type Tools = Readonly<Record<string, ToolTrait>>;

/** What the owner of the tool allows, if the event is about a tool. */
export function switchOf(tools: Tools, { event }: EventContext): ToolTrait['guard'] {
  if (event.kind !== 'call' && event.kind !== 'attempt') return undefined;
  return Object.hasOwn(tools, event.tool) ? tools[event.tool]?.guard : undefined;
}

/**
 * The rung that applies here: the given one, or the nearest softer one that the edge can do and the tool
 * allows.
 */
export function reachOf({ capabilities }: Edge, tools: Tools, context: EventContext): (wanted: Rung) => Rung {
  if (switchOf(tools, context) === 'observe') return () => 'observe';
  return (wanted) => nearestRung(wanted, capabilities, context.event.kind);
}

/** The rung whose text is used: if the edge can only nudge but more was wanted, the text of a redirect. */
export function spokenRung(rung: Rung, wanted: Rung): Rung {
  return rung === 'nudge' && wanted !== 'nudge' ? 'redirect' : rung;
}

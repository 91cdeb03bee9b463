import type { CallFeatures } from '../../features/call-features.js';
import type { Ledger } from '../../session/ledger.js';
import { pushBounded } from '../../session/window.js';
import {
  type ArgumentMemory,
  type ArgumentsCompared,
  compareArguments,
  rememberArguments,
} from './arguments.js';
import { type Mark, markOf } from './run.js';

/** Calls with the same result: one answer to similar arguments. Plain JSON. */
export interface Group {
  readonly key: number;
  readonly tool: number;
  readonly events: readonly number[];
  /** The sum of the weights; the first call weighs 1. */
  readonly weight: number;
  /** Calls that differed from the previous one. */
  readonly varied: number;
  readonly round: number | null;
  /** The content of the last outcome, with and without what it quotes of the arguments. */
  readonly content: number;
  readonly answer: number;
  readonly target: number;
  readonly entity: number;
  /** The words that identify a failure. */
  readonly words: readonly number[];
  /** The argument words that the last outcome quotes: its subject. */
  readonly subject: readonly number[];
  readonly mark: Mark;
  readonly args: ArgumentMemory;
}

export const NO_GROUPS: readonly Group[] = [];

const MAX_GROUPS = 8;
const MAX_EVENTS = 12;
export const MAX_WORDS = 24;

interface At {
  readonly seq: number;
  readonly round: number | null;
  readonly ledger: Ledger;
  readonly content: number;
  readonly answer: number;
}

export function startGroup(
  key: number,
  features: CallFeatures,
  { seq, round, ledger, content, answer }: At,
  words: readonly number[] = [],
): Group {
  const { tool, target, entity, subject } = features;
  return {
    key,
    tool,
    target,
    entity,
    round,
    events: [seq],
    weight: 1,
    varied: 0,
    content,
    answer,
    subject,
    words: words.slice(0, MAX_WORDS),
    mark: markOf(ledger),
    args: rememberArguments(features),
  };
}

export function keepGroup(groups: readonly Group[], group: Group): readonly Group[] {
  const isKnown = groups.some(({ key }) => key === group.key);
  return pushBounded(isKnown ? groups.filter(({ key }) => key !== group.key) : groups, group, MAX_GROUPS);
}

export function compareWith(group: Group, features: CallFeatures): ArgumentsCompared {
  return compareArguments(group.args, features);
}

export function extendGroup(
  group: Group,
  features: CallFeatures,
  { seq, round, ledger, content, answer }: At,
  { worth, places, isVaried }: { worth: number; places: string; isVaried: boolean },
): Group {
  return {
    ...group,
    tool: features.tool,
    events: [...group.events, seq].slice(-MAX_EVENTS),
    weight: group.weight + worth,
    varied: group.varied + (isVaried ? 1 : 0),
    round,
    content,
    answer,
    subject: features.subject,
    target: features.target,
    entity: features.entity,
    mark: markOf(ledger),
    args: isVaried ? rememberArguments(features, group.args, places) : group.args,
  };
}

/** Old calls count less. */
export function fade(group: Group, calls: number, rate: number): Group {
  const between = Math.max(0, calls - group.mark.calls);
  return between === 0 ? group : { ...group, weight: 1 + (group.weight - 1) * rate ** between };
}
